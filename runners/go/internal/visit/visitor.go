// Package visit holds what a scan hands its values to.
package visit

import (
	"fmt"
	"unsafe"
)

// A Visitor is told of every value of a document, in order.
type Visitor interface {
	Null()
	Bool(v bool)
	Int(v int64)
	Uint(v uint64)
	Float(v float64)
	String(v string)
	Bytes(v []byte)
	BeginMap()
	Key(v string)
	EndMap()
	BeginArray()
	EndArray()
}

// View takes bytes for the text that they are, without a copy, where a library hands over bytes: what a visitor reads
// need not live longer than its call.
func View(text []byte) string { return unsafe.String(unsafe.SliceData(text), len(text)) }

// Scalar hands over a scalar that a library gave as any.
func Scalar(visitor Visitor, scalar any) error {
	switch v := scalar.(type) {
	case nil:
		visitor.Null()
	case bool:
		visitor.Bool(v)
	case string:
		visitor.String(v)
	case float64:
		visitor.Float(v)
	default:
		return fmt.Errorf("%T is outside the value model", scalar)
	}
	return nil
}
