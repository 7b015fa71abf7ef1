// Package flat helps the code that is generated for FlatBuffers.
package flat

import (
	"bytes"
	"slices"

	flatbuffers "github.com/google/flatbuffers/go"

	"weighbridge/internal/pick"
)

// Keys returns the keys of a map in the order in which a reader looks for them.
func Keys[T any](of map[string]T) []string {
	keys := make([]string, 0, len(of))
	for key := range of {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// Has tells whether a field is there, by its place in the table of places. The accessors of an empty vector and of none
// answer the same.
func Has(table flatbuffers.Table, place flatbuffers.VOffsetT) bool { return table.Offset(place) != 0 }

// Clone copies bytes out of a buffer; none stay none.
func Clone(data []byte) []byte { return bytes.Clone(data) }

// Sub returns what reads a value out of a table within a table, or null where there is none and null is wanted.
func Sub[H, T any](get func(from *H, at *T) bool, read pick.Reader[T], null bool) pick.Reader[H] {
	if read == nil && !null {
		return nil
	}
	var at T // made here, so that a read allocates nothing
	return func(from *H, to *pick.Value) {
		if get(from, &at) {
			if read != nil {
				read(&at, to)
			}
		} else if null {
			to.Null()
		}
	}
}
