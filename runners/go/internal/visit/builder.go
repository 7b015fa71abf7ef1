package visit

import (
	"errors"
	"slices"
	"strings"

	"weighbridge/internal/value"
)

// A Builder builds the tree that it is told of, for a check to hash. Maps keep their order.
type Builder struct {
	done []any   // what is complete at the root: one value, if all is well
	open []level // the containers that are not closed yet
}

type level struct {
	items   []any
	entries value.Entries
	isMap   bool
	key     string
}

// Tree returns the one value that the events made.
func (b *Builder) Tree() (any, error) {
	if len(b.open) != 0 || len(b.done) != 1 {
		return nil, errors.New("the scan did not hand over one whole value")
	}
	return b.done[0], nil
}

func (b *Builder) put(v any) {
	if len(b.open) == 0 {
		b.done = append(b.done, v)
		return
	}
	top := &b.open[len(b.open)-1]
	if top.isMap {
		top.entries = append(top.entries, value.Entry{Key: top.key, Value: v})
	} else {
		top.items = append(top.items, v)
	}
}

func (b *Builder) close() {
	if len(b.open) == 0 {
		return // the value that ends without having begun is one too many at the root, or none
	}
	top := b.open[len(b.open)-1]
	b.open = b.open[:len(b.open)-1]
	if top.isMap {
		b.put(top.entries)
	} else {
		b.put(top.items)
	}
}

func (b *Builder) Null()           { b.put(nil) }
func (b *Builder) Bool(v bool)     { b.put(v) }
func (b *Builder) Int(v int64)     { b.put(v) }
func (b *Builder) Uint(v uint64)   { b.put(v) }
func (b *Builder) Float(v float64) { b.put(v) }

// String keeps a copy, as Bytes and Key do: a library may hand over a view of its buffer.
func (b *Builder) String(v string) { b.put(strings.Clone(v)) }
func (b *Builder) Bytes(v []byte)  { b.put(slices.Clone(v)) }

func (b *Builder) BeginMap()    { b.open = append(b.open, level{isMap: true, entries: value.Entries{}}) }
func (b *Builder) EndMap()      { b.close() }
func (b *Builder) BeginArray()  { b.open = append(b.open, level{items: []any{}}) }
func (b *Builder) EndArray()    { b.close() }
func (b *Builder) Key(v string) { b.open[len(b.open)-1].key = strings.Clone(v) }
