package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"reflect"
	"strconv"
	"testing"

	"weighbridge/internal/schema"
	"weighbridge/internal/typed"
)

func nasty(t *testing.T) *schema.Schema {
	t.Helper()
	text, err := os.ReadFile("testdata/nasty.json")
	if err != nil {
		t.Fatal(err)
	}
	s, err := schema.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// check lets Go's own type checker look at the types of a schema.
func check(t *testing.T, s *schema.Schema) *ast.File {
	t.Helper()
	source := typesSource("nasty", s)
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "types.go", source, 0)
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	if _, err := (&types.Config{}).Check("nasty", files, []*ast.File{file}, nil); err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	return file
}

func TestEveryNameMakesTypesWhoseTagsHoldTheKeys(t *testing.T) {
	s := nasty(t)
	keys := map[string]bool{}
	ast.Inspect(check(t, s), func(node ast.Node) bool {
		if field, is := node.(*ast.Field); is && field.Tag != nil {
			tag, err := strconv.Unquote(field.Tag.Value)
			if err != nil {
				t.Fatal(err)
			}
			keys[reflect.StructTag(tag).Get("msgpack")] = true
			if methods[field.Names[0].Name] {
				t.Errorf("the field %s hides a method", field.Names[0].Name)
			}
		}
		return true
	})
	for _, record := range s.Records {
		for _, field := range record.Fields {
			wanted := reflect.StructTag(typed.Tag(field)).Get("msgpack")
			if !keys[wanted] {
				t.Errorf("no tag holds %q", wanted)
			}
		}
	}
}

func TestRootsOfEveryKind(t *testing.T) {
	record := schema.Record{Name: "Document", Fields: []schema.Field{{Key: "a", Name: "a", Type: schema.Type{Kind: schema.Int64}}}}
	list := schema.Slot{Type: schema.Type{Kind: schema.List, Element: &schema.Slot{Type: schema.Type{Kind: schema.Rec, Record: "Document"}}}}
	for root, wanted := range map[string]struct {
		slot schema.Slot
		name string
	}{
		"record":          {schema.Slot{Type: schema.Type{Kind: schema.Rec, Record: "Document"}}, "Document"},
		"nullable record": {schema.Slot{Type: schema.Type{Kind: schema.Rec, Record: "Document"}, Nullable: true}, "DocumentRoot"},
		"list":            {list, "DocumentRoot"},
		"scalar":          {schema.Slot{Type: schema.Type{Kind: schema.JSON}}, "DocumentRoot"},
	} {
		s := &schema.Schema{Root: wanted.slot, Records: []schema.Record{record}}
		if name := rootName(s); name != wanted.name {
			t.Errorf("%s: %s, not %s", root, name, wanted.name)
		}
		check(t, s)
	}
}

func TestAToolThatFailsIsAMatterOfItsCodecs(t *testing.T) {
	p := &pack{
		schema: &schema.Schema{Root: schema.Slot{Nullable: true}}, unbuilt: map[string]string{}, refused: map[string]string{}, folder: t.TempDir(),
	}
	if err := runTools(p); err != nil {
		t.Fatal(err)
	}
	for _, one := range tools {
		if p.unbuilt[one.name] == "" {
			t.Errorf("%s is not said to have failed", one.name)
		}
	}
	p.schema.Root.Nullable = false
	p.unbuilt = map[string]string{}
	if err := runTools(p); err != nil {
		t.Fatal(err)
	}
	if len(p.unbuilt) != len(tools) {
		t.Errorf("without any sources: %v", p.unbuilt)
	}
}

func TestNoNameBreaksFlatcsCode(t *testing.T) {
	text := "// builder: here\ntable Document {\n  builder: long (original: \"builder\");\n  id: long;\n" +
		"  lists_length: [Item] (required, original: \"a\\\");\\u0022\");\n}\n\ntable Item {\n  pack: bool = null;\n}\n"
	source, names := harmless(text)
	wanted := "// builder: here\ntable Document {\n  builder_field: long;\n  id: long;\n" +
		"  lists_length_field: [Item] (required);\n}\n\ntable Item {\n  pack_field: bool = null;\n}\n"
	if source != wanted {
		t.Errorf("%s", source)
	}
	found := map[string][]string{"Document": {"builder_field", "id", "lists_length_field"}, "Item": {"pack_field"}}
	if !reflect.DeepEqual(names, found) {
		t.Errorf("%v", names)
	}
}

func TestWhatFlatcWouldNameTwiceIsFound(t *testing.T) {
	for wanted, names := range map[string]map[string][]string{
		"":            {"Order": {"id", "start"}, "Orders": {"t"}},
		"OrderT":      {"Order": {"id"}, "OrderT": {"id"}},
		"OrderStart":  {"Order": {"id"}, "OrderStart": {}},
		"OrderAddEnd": {"Order": {"end"}, "OrderAdd": {"id"}},
	} {
		if found := twice(names); found != wanted {
			t.Errorf("%q, not %q, of %v", found, wanted, names)
		}
	}
}

// Easyjson writes the key of a field that is required as it is into a text of the code, and takes "required" from the key:
// a tag's options begin at its first comma.
func TestNoToolIsGivenAKeyThatItCouldReadAsCode(t *testing.T) {
	for key, refused := range map[string]bool{
		"plain": false, "a b-c_d.e": false, "@id": false, "$ref": false, "x:y": false, "1": false,
		"": true, "-": true, `a"b`: true, "a`b": true, `a\b`: true, "a,b": true, `\u0022`: true, "a\nb": true, "é": true, "%s": true,
		"*/": true, "//": true, "a/b": true, "x\"))\npanic(1)//,required": true, "\x00": true, "a'b": true, "(": true, "{": true,
	} {
		if reason := unsafeInCode(key); (reason != "") != refused {
			t.Errorf("%q: %q", key, reason)
		}
		p := &pack{schema: &schema.Schema{Records: []schema.Record{{Name: "Document", Fields: []schema.Field{{Key: key}}}}}}
		ran := false
		one := tool{name: "one", unnameable: unsafeInCode, make: func(*pack) error { ran = true; return nil }}
		if err := one.run(p); ran == refused || (err != nil) != refused {
			t.Errorf("%q: %v", key, err)
		}
	}
}
