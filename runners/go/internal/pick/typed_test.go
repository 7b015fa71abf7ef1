package pick

import (
	"encoding/json"
	"testing"
)

type inner struct {
	X    *int64 // optional
	Null *string
	Data []byte // nullable
}

type document struct {
	Items []inner
	Table map[string]inner // nullable
	Rows  [][]float64
}

func findInner(path Path) Reader[inner] {
	if len(path) == 0 {
		return nil
	}
	switch path[0].Key {
	case "x":
		if read := Pointer(Int64, false)(path[1:]); read != nil {
			return func(from *inner, to *Value) { read(&from.X, to) }
		}
	case "null":
		if read := Pointer(String, true)(path[1:]); read != nil {
			return func(from *inner, to *Value) { read(&from.Null, to) }
		}
	case "data":
		if read := MaybeBytes(true)(path[1:]); read != nil {
			return func(from *inner, to *Value) { read(&from.Data, to) }
		}
	}
	return nil
}

func find(path Path) Reader[document] {
	if len(path) == 0 {
		return nil
	}
	switch path[0].Key {
	case "items":
		if read := List(findInner, false)(path[1:]); read != nil {
			return func(from *document, to *Value) { read(&from.Items, to) }
		}
	case "table":
		if read := Map(findInner, true)(path[1:]); read != nil {
			return func(from *document, to *Value) { read(&from.Table, to) }
		}
	case "rows":
		if read := List(List(Float64, false), false)(path[1:]); read != nil {
			return func(from *document, to *Value) { read(&from.Rows, to) }
		}
	}
	return nil
}

func TestPathsThroughTypes(t *testing.T) {
	seven := int64(7)
	full := &document{
		Items: []inner{{}, {X: &seven, Data: []byte{}}},
		Table: map[string]inner{"k": {X: &seven}},
		Rows:  [][]float64{{1.5}},
	}
	const nothing = "nothing"
	for _, one := range []struct {
		from   *document
		path   string
		wanted any
	}{
		{full, `["items",1,"x"]`, int64(7)},
		{full, `["items",0,"x"]`, nothing},
		{full, `["items",2,"x"]`, nothing},
		{full, `["items","1","x"]`, nothing},
		{full, `["items",0,"null"]`, nil},
		{full, `["items",0,"data"]`, nil},
		{full, `["items",0,"unknown"]`, nothing},
		{full, `["items",1,"x","deeper"]`, nothing},
		{full, `["items"]`, nothing},
		{full, `[]`, nothing},
		{full, `["table","k","x"]`, int64(7)},
		{full, `["table","other","x"]`, nothing},
		{full, `["table"]`, nothing},
		{&document{}, `["table"]`, nil},
		{&document{}, `["items"]`, nothing},
		{full, `["rows",0,0]`, 1.5},
		{full, `["rows",0,1]`, nothing},
	} {
		var path Path
		if err := json.Unmarshal([]byte(one.path), &path); err != nil {
			t.Fatal(err)
		}
		found := make([]Value, 1)
		OutOfDocuments(find)([]Path{path})(one.from, found)
		scalar, there := found[0].Tree()
		if !there {
			scalar = nothing
		}
		if scalar != one.wanted {
			t.Errorf("%v is %v, not %v", path, scalar, one.wanted)
		}
	}
}

func TestStepsAreKeysAndIndices(t *testing.T) {
	for _, text := range []string{`[null]`, `[-1]`, `[1.5]`, `[{}]`, `7`, `"a"`} {
		var path Path
		if err := json.Unmarshal([]byte(text), &path); err == nil {
			t.Errorf("%s is taken for %v", text, path)
		}
	}
}

// Reading types allocates nothing, as an application's own expressions would not.
func TestReadingTypesAllocatesNothing(t *testing.T) {
	seven := int64(7)
	from := &document{Table: map[string]inner{"k": {X: &seven}}}
	read := OutOfDocuments(find)([]Path{{Key("table"), Key("k"), Key("x")}})
	found := make([]Value, 1)
	if count := testing.AllocsPerRun(10, func() { read(from, found) }); count > 0 {
		t.Errorf("%v allocations", count)
	}
}
