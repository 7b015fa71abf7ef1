package main

import (
	"bytes"
	"fmt"
	"go/format"
	"os"
	"strconv"
	"strings"

	"weighbridge/internal/schema"
	"weighbridge/internal/typed"
)

// typesSource writes the types of a schema as a Go programmer would.
//
// What may be none is a pointer, or a slice or map, which can be nil. Where a field is never null but may be absent,
// tags have it left out when it is none.
func typesSource(name string, s *schema.Schema) []byte {
	var text bytes.Buffer
	fmt.Fprintf(&text, "// Package %s holds the types of documents.\npackage %s\n", name, name)
	if root := rootName(s); s.Root.Nullable || s.Root.Type.Kind != schema.Rec {
		fmt.Fprintf(&text, "\n// %s is the root of a document.\n//\n//easyjson:json\ntype %s %s\n", root, root, slotType(s.Root))
	}
	for _, record := range s.Records {
		fmt.Fprintf(&text, "\ntype %s struct {\n", record.Name)
		for _, field := range record.Fields {
			kind := slotType(schema.Slot{Type: field.Type, Nullable: field.Nullable || field.Optional})
			fmt.Fprintf(&text, "%s %s %s\n", fieldName(field), kind, quoted(typed.Tag(field)))
		}
		text.WriteString("}\n")
	}
	return formatted(text.Bytes())
}

// rootName returns the name of the root's type: the record's, or one that no record has.
func rootName(s *schema.Schema) string {
	if s.Root.Type.Kind == schema.Rec && !s.Root.Nullable {
		return s.Root.Type.Record
	}
	name := "Document"
	for records := s.ByName(); records[name] != nil; {
		name += "Root"
	}
	return name
}

// fieldName returns the name of a struct's field. The names of a record differ by more than case and underscores, so
// these do; none ends with an underscore, but those that would hide a method.
func fieldName(field schema.Field) string {
	name := inPascalCase(field.Name)
	if methods[name] {
		name += "_"
	}
	return name
}

// inPascalCase returns the words of a name, each with a capital first, in one: so does flatc, too.
func inPascalCase(name string) string {
	var made strings.Builder
	for _, word := range strings.Split(name, "_") {
		if word != "" {
			made.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return made.String()
}

// methods are those that tools generate for the types.
var methods = map[string]bool{
	"DecodeMsg":         true,
	"EncodeMsg":         true,
	"FindFlatBuffer":    true,
	"FindInProto":       true,
	"FromFlatObject":    true,
	"FromProto":         true,
	"MarshalEasyJSON":   true,
	"MarshalMsg":        true,
	"Msgsize":           true,
	"NewFlatObject":     true,
	"NewProto":          true,
	"ReadFlatBuffer":    true,
	"ToFlatObject":      true,
	"ToProto":           true,
	"UnmarshalEasyJSON": true,
	"UnmarshalMsg":      true,
	"VisitFlatBuffer":   true,
	"WriteFlatBuffer":   true,
}

func slotType(slot schema.Slot) string {
	kind := slot.Type
	switch kind.Kind {
	case schema.List:
		return "[]" + slotType(*kind.Element)
	case schema.Map:
		return "map[string]" + slotType(*kind.Value)
	case schema.Bytes:
		return "[]byte"
	}
	name := kind.Kind
	switch kind.Kind {
	case schema.Rec:
		name = kind.Record
	case schema.JSON:
		name = "string"
	}
	if slot.Nullable {
		return "*" + name
	}
	return name
}

// languages are those that libraries are given the schema in when the program runs.
var languages = []string{"avsc"}

func quoted(tag string) string {
	if strconv.CanBackquote(tag) {
		return "`" + tag + "`"
	}
	return strconv.Quote(tag)
}

// registerSource writes what makes the types known to the program.
func registerSource(p *pack) ([]byte, error) {
	texts := map[string]string{}
	for _, language := range languages {
		text, err := os.ReadFile(p.source + "." + language)
		if err != nil {
			return nil, err
		}
		texts[language] = string(text)
	}
	return formatted(fmt.Appendf(nil, `package %s

import (
	"weighbridge/internal/pick"
	"weighbridge/internal/typed"
)

func init() {
	typed.Register(typed.Types{
		Fingerprint: %q,
		New:         func() any { return new(%s) },
		Pick:        pick.OutOfDocuments(find),
		Texts:       %#v,
		Unbuilt:     %#v,
		Refused:     %#v,
	})
}
`, p.name, p.schema.Fingerprint, rootName(p.schema), texts, p.unbuilt, p.refused)), nil
}

func programSource(packs []*pack, lacking map[string]string) []byte {
	var text bytes.Buffer
	text.WriteString("// The Go runner of Weighbridge with the types of some schemas.\npackage main\n\nimport (\n")
	text.WriteString("\t_ \"weighbridge/codecs\"\n\t\"weighbridge/internal/session\"\n\t\"weighbridge/internal/typed\"\n")
	for _, p := range packs {
		fmt.Fprintf(&text, "\t_ %q\n", p.path)
	}
	fmt.Fprintf(&text, ")\n\nfunc main() {\ntyped.Lacking = %#v\nsession.Main()\n}\n", lacking)
	return formatted(text.Bytes())
}

// formatted returns source as gofmt has it; what is no Go is left for the compiler to complain of.
func formatted(source []byte) []byte {
	if neat, err := format.Source(source); err == nil {
		return neat
	}
	return source
}
