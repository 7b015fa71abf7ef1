package main

import (
	"bytes"
	"fmt"

	"weighbridge/internal/schema"
)

// picksSource writes the finders of a schema's records, and `find`, which is the root's.
func picksSource(name string, s *schema.Schema) []byte {
	var text bytes.Buffer
	fmt.Fprintf(&text, "package %s\n\nimport \"weighbridge/internal/pick\"\n", name)
	for _, record := range s.Records {
		fmt.Fprintf(&text, "\nfunc find%s(path pick.Path) pick.Reader[%s] {\nif len(path) == 0 {\nreturn nil\n}\n", record.Name, record.Name)
		text.WriteString("switch path[0].Key {\n")
		for _, field := range record.Fields {
			fmt.Fprintf(&text, "case %q:\nif read := %s(path[1:]); read != nil {\n", field.Key, finder(field.Type, field.Nullable, field.Optional))
			fmt.Fprintf(&text, "return func(from *%s, to *pick.Value) { read(&from.%s, to) }\n}\n", record.Name, fieldName(field))
		}
		text.WriteString("}\nreturn nil\n}\n")
	}
	root := rootName(s)
	fmt.Fprintf(&text, "\nfunc find(path pick.Path) pick.Reader[%s] {\n", root)
	ofRoot := finder(s.Root.Type, s.Root.Nullable, false)
	if s.Root.Type.Kind == schema.Rec && !s.Root.Nullable {
		fmt.Fprintf(&text, "return %s(path)\n}\n", ofRoot)
	} else {
		fmt.Fprintf(&text, "read := %s(path)\nif read == nil {\nreturn nil\n}\n", ofRoot)
		fmt.Fprintf(&text, "return func(from *%s, to *pick.Value) { read((*%s)(from), to) }\n}\n", root, slotType(s.Root))
	}
	return formatted(text.Bytes())
}

var scalarFinders = map[string]string{
	schema.Bool:    "pick.Bool",
	schema.Int64:   "pick.Int64",
	schema.Uint64:  "pick.Uint64",
	schema.Float64: "pick.Float64",
	schema.String:  "pick.String",
	schema.JSON:    "pick.String",
}

// finder returns the expression of what finds a path in a value.
func finder(kind schema.Type, nullable, optional bool) string {
	switch kind.Kind {
	case schema.List:
		element := kind.Element
		return fmt.Sprintf("pick.List(%s, %t)", finder(element.Type, element.Nullable, false), nullable)
	case schema.Map:
		value := kind.Value
		return fmt.Sprintf("pick.Map(%s, %t)", finder(value.Type, value.Nullable, false), nullable)
	case schema.Bytes:
		if nullable || optional {
			return fmt.Sprintf("pick.MaybeBytes(%t)", nullable)
		}
		return "pick.Bytes"
	}
	one := scalarFinders[kind.Kind]
	if kind.Kind == schema.Rec {
		one = "find" + kind.Record
	}
	if nullable || optional {
		return fmt.Sprintf("pick.Pointer(%s, %t)", one, nullable)
	}
	return one
}
