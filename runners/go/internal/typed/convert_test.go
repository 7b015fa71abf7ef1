package typed

import (
	"strings"
	"testing"

	"weighbridge/internal/schema"
	"weighbridge/internal/value"
)

type inner struct{ X *int64 }

type record struct {
	Flag     bool
	Big      uint64
	Ratio    float64
	Text     *string // optional
	Maybe    *string // nullable
	Both     *int64  // optional and nullable
	List     []int64 // optional
	Rows     [][]*float64
	Nullable []string
	Table    map[string]*inner
	Data     []byte
}

const recordSchema = `{"fingerprint": "f", "root": {"type": {"kind": "record", "record": "Document"}}, "records": [
	{"name": "Inner", "fields": [{"key": "a x", "name": "x", "type": {"kind": "int64"}, "optional": true}]},
	{"name": "Document", "fields": [
		{"key": "flag", "type": {"kind": "bool"}},
		{"key": "big", "type": {"kind": "uint64"}},
		{"key": "ratio", "type": {"kind": "float64"}},
		{"key": "text", "type": {"kind": "string"}, "optional": true},
		{"key": "maybe", "type": {"kind": "json"}, "nullable": true},
		{"key": "both", "type": {"kind": "int64"}, "optional": true, "nullable": true},
		{"key": "list", "type": {"kind": "list", "element": {"type": {"kind": "int64"}}}, "optional": true},
		{"key": "rows", "type": {"kind": "list", "element": {"type":
			{"kind": "list", "element": {"type": {"kind": "float64"}, "nullable": true}}}}},
		{"key": "nullable", "type": {"kind": "list", "element": {"type": {"kind": "string"}}}, "nullable": true},
		{"key": "table", "type": {"kind": "map", "value": {"type": {"kind": "record", "record": "Inner"}, "nullable": true}}},
		{"key": "data", "type": {"kind": "bytes"}}]}]}`

func converter(t *testing.T) *Converter {
	t.Helper()
	s, err := schema.Read([]byte(recordSchema))
	if err != nil {
		t.Fatal(err)
	}
	return NewConverter(s, &Types{New: func() any { return new(record) }})
}

const whole = `"flag":true,"big":18446744073709551615,"ratio":0.5,"maybe":"m","both":1,` +
	`"rows":[[1.5,null],[]],"nullable":[],"table":{"k":{"a x":2},"n":null},"data":{"\u0000bytes":"AP8="}`

func TestDocumentsComeBack(t *testing.T) {
	for _, text := range []string{
		"{" + whole + `,"text":"","list":[]}`,
		"{" + whole + `,"list":[1]}`,
		strings.ReplaceAll("{"+whole+"}", `"nullable":[]`, `"nullable":null`),
		strings.ReplaceAll("{"+whole+"}", `"both":1`, `"both":null`),
	} {
		tree, err := value.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		document, err := converter(t).FromTree(tree)
		if err != nil {
			t.Fatal(err)
		}
		again, err := converter(t).ToTree(document)
		if err != nil || value.Hash(again) != value.Hash(tree) {
			t.Errorf("%s became %s (%v)", text, value.AppendText(nil, again), err)
		}
	}
}

func TestWhatIsNoneIsNullWhereThatMayBe(t *testing.T) {
	tree, err := converter(t).ToTree(new(record))
	if err != nil {
		t.Fatal(err)
	}
	found := string(value.AppendText(nil, tree))
	wanted := `{"flag":false,"big":0,"ratio":0.0,"maybe":null,"both":null,"rows":[],"nullable":null,"table":{},` +
		`"data":{"\u0000bytes":""}}`
	if found != wanted {
		t.Errorf("%s, not %s", found, wanted)
	}
}

func TestWhatDoesNotFitIsRefused(t *testing.T) {
	for _, document := range []string{
		`{"flag":1}`, `{"flag":"x"}`, `{"big":0.5}`, `{"rows":[1.5]}`, `{"table":[]}`, `{"text":true}`, `{"new":1}`, "[]",
	} {
		tree, err := value.Parse([]byte(document))
		if err != nil {
			t.Fatal(err)
		}
		if made, err := converter(t).FromTree(tree); err == nil {
			t.Errorf("%s became %v", document, made)
		}
	}
}

func TestTagsHoldTheKey(t *testing.T) {
	if tag := Tag(schema.Field{Key: "a", Name: "a", Optional: true}); tag !=
		`json:"a,omitzero" cbor:"a,omitzero" msgpack:"a,omitempty" msg:"a,omitempty" avro:"a"` {
		t.Error(tag)
	}
}
