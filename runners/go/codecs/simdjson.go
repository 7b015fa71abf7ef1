package codecs

import (
	"errors"
	"sync"

	"github.com/minio/simdjson-go"

	"weighbridge/internal/codec"
	"weighbridge/internal/visit"
)

func init() {
	missing := ""
	if !simdjson.SupportedCPU() {
		missing = "simdjson-go needs an amd64 processor with AVX2 and CLMUL"
	}
	fresh := codec.Codec{
		Name:          "simdjson-go",
		Format:        "json",
		Module:        "github.com/minio/simdjson-go",
		API:           "Iter.Interface, Object, Array",
		Homepage:      "https://github.com/minio/simdjson-go",
		Documentation: "https://pkg.go.dev/github.com/minio/simdjson-go#Parse",
		Licence:       "Apache-2.0",
		Missing:       missing,
		// It finds the structure of documents above 8 KB in another goroutine than it parses them.
		Policies: codec.Policies{UTF8: "unchecked", Threads: true},
		Decode: func(data []byte) (any, error) {
			parsed, err := simdjson.Parse(data, nil)
			if err != nil {
				return nil, err
			}
			return simdTree(parsed)
		},
		Scan: func(data []byte, visitor visit.Visitor) error {
			parsed, err := simdjson.Parse(data, nil)
			if err != nil {
				return err
			}
			return scanSimd(parsed, visitor)
		},
	}

	reuse := fresh
	reuse.Variant = "reuse"
	reuse.Policies.Buffers = "reuse"
	var kept sync.Pool
	parse := func(data []byte) (*simdjson.ParsedJson, error) {
		last, _ := kept.Get().(*simdjson.ParsedJson)
		return simdjson.Parse(data, last)
	}
	reuse.Decode = func(data []byte) (any, error) {
		parsed, err := parse(data)
		if err != nil {
			return nil, err
		}
		defer kept.Put(parsed)
		return simdTree(parsed)
	}
	reuse.Scan = func(data []byte, visitor visit.Visitor) error {
		parsed, err := parse(data)
		if err != nil {
			return err
		}
		defer kept.Put(parsed)
		return scanSimd(parsed, visitor)
	}
	codec.Register(fresh, reuse)
}

func simdTree(parsed *simdjson.ParsedJson) (any, error) {
	_, root, err := simdRoot(parsed)
	if err != nil {
		return nil, err
	}
	return root.Interface()
}

func scanSimd(parsed *simdjson.ParsedJson, visitor visit.Visitor) error {
	kind, root, err := simdRoot(parsed)
	if err != nil {
		return err
	}
	return visitSimd(root, kind, visitor)
}

func simdRoot(parsed *simdjson.ParsedJson) (simdjson.Type, *simdjson.Iter, error) {
	iterator := parsed.Iter()
	if iterator.Advance() != simdjson.TypeRoot {
		return simdjson.TypeNone, nil, errors.New("no root")
	}
	return iterator.Root(nil)
}

func visitSimd(iterator *simdjson.Iter, kind simdjson.Type, visitor visit.Visitor) error {
	switch kind {
	case simdjson.TypeNull:
		visitor.Null()
	case simdjson.TypeBool:
		v, err := iterator.Bool()
		visitor.Bool(v)
		return err
	case simdjson.TypeInt:
		v, err := iterator.Int()
		visitor.Int(v)
		return err
	case simdjson.TypeUint:
		v, err := iterator.Uint()
		visitor.Uint(v)
		return err
	case simdjson.TypeFloat:
		v, err := iterator.Float()
		visitor.Float(v)
		return err
	case simdjson.TypeString:
		v, err := iterator.String()
		visitor.String(v)
		return err
	case simdjson.TypeArray:
		array, err := iterator.Array(nil)
		if err != nil {
			return err
		}
		visitor.BeginArray()
		items := array.Iter()
		for kind := items.Advance(); kind != simdjson.TypeNone; kind = items.Advance() {
			if err := visitSimd(&items, kind, visitor); err != nil {
				return err
			}
		}
		visitor.EndArray()
	case simdjson.TypeObject:
		object, err := iterator.Object(nil)
		if err != nil {
			return err
		}
		visitor.BeginMap()
		var item simdjson.Iter
		for {
			key, kind, err := object.NextElement(&item)
			if err != nil {
				return err
			}
			if kind == simdjson.TypeNone {
				break
			}
			visitor.Key(key)
			if err := visitSimd(&item, kind, visitor); err != nil {
				return err
			}
		}
		visitor.EndMap()
	default:
		return errors.New("no value")
	}
	return nil
}
