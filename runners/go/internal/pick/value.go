package pick

import (
	"bytes"
	"strings"

	"weighbridge/internal/visit"
)

// A Picker reads the values at the paths that it was made for, in their order. A value that is not there is not touched.
type Picker func(data []byte, to []Value) error

// A Value is a place for what was found, like the variable of an application. It takes scalars as a visitor does, and
// keeps text and bytes as they are.
type Value struct {
	kind  kind
	item  any // in a tree
	bits  int64
	ratio float64
	text  string
	bytes []byte
}

type kind uint8

const (
	absent kind = iota
	item
	null
	boolean
	integer
	unsigned
	float
	text
	binary
)

// Tree returns what was found as a scalar of the value model, or as a library's own, and whether there was anything.
func (v *Value) Tree() (scalar any, found bool) {
	switch v.kind {
	case item:
		return v.item, true
	case null:
		return nil, true
	case boolean:
		return v.bits != 0, true
	case integer:
		return v.bits, true
	case unsigned:
		return uint64(v.bits), true
	case float:
		return v.ratio, true
	case text:
		return v.text, true
	case binary:
		return v.bytes, true
	}
	return nil, false
}

// Item takes a scalar out of a tree of any values.
func (v *Value) Item(scalar any) { v.kind, v.item = item, scalar }

func (v *Value) Null()           { v.kind = null }
func (v *Value) Int(n int64)     { v.kind, v.bits = integer, n }
func (v *Value) Uint(n uint64)   { v.kind, v.bits = unsigned, int64(n) }
func (v *Value) Float(f float64) { v.kind, v.ratio = float, f }
func (v *Value) String(s string) { v.kind, v.text = text, s }
func (v *Value) Bytes(b []byte)  { v.kind, v.bytes = binary, b }

func (v *Value) Bool(b bool) {
	v.kind, v.bits = boolean, 0
	if b {
		v.bits = 1
	}
}

// No path leads to a container.

func (v *Value) BeginMap()   {}
func (v *Value) Key(string)  {}
func (v *Value) EndMap()     {}
func (v *Value) BeginArray() {}
func (v *Value) EndArray()   {}

// Copying returns a visitor that keeps copies of text and bytes, for a library that hands over views of its input.
func (v *Value) Copying() visit.Visitor { return copying{v} }

type copying struct{ *Value }

func (c copying) String(s string) { c.Value.String(strings.Clone(s)) }
func (c copying) Bytes(b []byte)  { c.Value.Bytes(bytes.Clone(b)) }
