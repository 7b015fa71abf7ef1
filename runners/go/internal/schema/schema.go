// Package schema reads the JSON form of a schema, docs/schema.md.
package schema

import (
	"encoding/json"
	"fmt"
)

// A Schema says what the documents of a payload hold.
type Schema struct {
	Fingerprint string   `json:"fingerprint"`
	Root        Slot     `json:"root"`
	Records     []Record `json:"records"` // each after those that it refers to
}

// A Record is a map whose keys are known.
type Record struct {
	Name   string  `json:"name"`
	Fields []Field `json:"fields"`
}

// A Field is a key of a record with its value.
type Field struct {
	Key      string `json:"key"`  // as in the document
	Name     string `json:"name"` // for generated code
	Number   int    `json:"number"`
	Type     Type   `json:"type"`
	Optional bool   `json:"optional"`
	Nullable bool   `json:"nullable"`
}

// A Slot is where any other value stands: an element of a list, a value of a map, the root.
type Slot struct {
	Type     Type   `json:"type"`
	Nullable bool   `json:"nullable"`
	Box      string `json:"box"` // the record that holds it in formats that need one there
}

// The kinds of types.
const (
	Bool    = "bool"
	Int64   = "int64"
	Uint64  = "uint64"
	Float64 = "float64"
	String  = "string"
	Bytes   = "bytes"
	JSON    = "json" // for a program, a string
	Rec     = "record"
	List    = "list"
	Map     = "map"
)

// A Type is what a value is; Record, Element and Value belong to the kinds of those names.
type Type struct {
	Kind     string `json:"kind"`
	Negative bool   `json:"negative"`
	Record   string `json:"record"`
	Name     string `json:"name"` // of a list or map: the record that holds it in formats that need one
	Element  *Slot  `json:"element"`
	Value    *Slot  `json:"value"`
}

// Read reads the JSON form.
func Read(text []byte) (*Schema, error) {
	var s Schema
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, fmt.Errorf("schema: %w", err)
	}
	return &s, nil
}

// ByName returns the records by their names.
func (s *Schema) ByName() map[string]*Record {
	found := make(map[string]*Record, len(s.Records))
	for index := range s.Records {
		found[s.Records[index].Name] = &s.Records[index]
	}
	return found
}
