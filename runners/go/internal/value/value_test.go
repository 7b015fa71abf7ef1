package value

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestGoldenVectors(t *testing.T) {
	text, err := os.ReadFile("../../../../src/weighbridge_kit/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct{ Value, Hash string }
	if err := json.Unmarshal(text, &rows); err != nil {
		t.Fatal(err)
	}
	if len(rows) == 0 {
		t.Fatal("no golden vectors")
	}
	for _, row := range rows {
		tree, err := Parse([]byte(row.Value))
		if err != nil {
			t.Errorf("%s: %v", row.Value, err)
			continue
		}
		if hash := fmt.Sprintf("%016x", Hash(tree)); hash != row.Hash {
			t.Errorf("%s: hash %s, want %s", row.Value, hash, row.Hash)
		}
		again, err := Parse(AppendText(nil, tree))
		if err != nil || Hash(again) != Hash(tree) {
			t.Errorf("%s was written as %s", row.Value, AppendText(nil, tree))
		}
	}
}

func TestTextThatIsNoValue(t *testing.T) {
	for _, text := range []string{"", "{", "1 2", `{"a":1}x`, `{"\u0000bytes":"?"}`, `{"\u0000float":"much"}`, "1e999"} {
		if tree, err := Parse([]byte(text)); err == nil {
			t.Errorf("%q was read as %v", text, tree)
		}
	}
}

func TestOfKeepsToTheModel(t *testing.T) {
	type list []any
	type milliseconds int64
	for _, test := range []struct {
		decoded any
		text    string // empty if it is outside
	}{
		{map[any]any{"a": int8(-1)}, `{"a":-1}`},
		{list{uint64(1), uint64(1 << 63)}, "[1,9223372036854775808]"},
		{json.Number("1"), "1"},
		{json.Number("1.0"), "1.0"},
		{json.Number("18446744073709551616"), "1.8446744073709552e+19"},
		{map[any]any{1: 2}, ""},
		{milliseconds(1), ""},
		{[]int{1}, ""},
		{"\xff", ""},
		{map[string]any{"\xff": nil}, ""},
		{Entries{{"\xff", nil}}, ""},
	} {
		tree, err := Of(test.decoded)
		if text := string(AppendText(nil, tree)); err == nil && text != test.text {
			t.Errorf("%#v became %s", test.decoded, text)
		}
		if err != nil && test.text != "" {
			t.Errorf("%#v: %v", test.decoded, err)
		}
	}
}

func TestEntriesKeepTheirOrder(t *testing.T) {
	text := string(AppendText(nil, Entries{{"b", nil}, {"a", nil}}))
	if strings.Index(text, "b") > strings.Index(text, "a") {
		t.Error(text)
	}
}
