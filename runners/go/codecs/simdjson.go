package codecs

import (
	"errors"
	"sync"

	"github.com/minio/simdjson-go"

	"weighbridge/internal/codec"
	"weighbridge/internal/pick"
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
		API:           "Iter.Interface, Object, Array, Iter.FindElement",
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
		PickFor: func(paths []pick.Path) (pick.Picker, error) {
			all := simdPaths(paths)
			return func(data []byte, to []pick.Value) error {
				parsed, err := simdjson.Parse(data, nil)
				if err != nil {
					return err
				}
				return pickSimd(parsed, all, to)
			}, nil
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
	reuse.PickFor = func(paths []pick.Path) (pick.Picker, error) {
		all := simdPaths(paths)
		return func(data []byte, to []pick.Value) error {
			parsed, err := parse(data)
			if err != nil {
				return err
			}
			defer kept.Put(parsed)
			return pickSimd(parsed, all, to)
		}, nil
	}
	codec.Register(fresh, reuse)
}

// A simdLeg is a part of a path: keys, which FindElement follows at once, or an index, which it does not know.
type simdLeg struct {
	keys  []string
	index int
}

func simdPaths(paths []pick.Path) [][]simdLeg {
	all := make([][]simdLeg, len(paths))
	for number, path := range paths {
		legs := []simdLeg{}
		for _, step := range path {
			switch last := len(legs) - 1; {
			case step.IsIndex:
				legs = append(legs, simdLeg{index: step.Index})
			case last >= 0 && legs[last].keys != nil:
				legs[last].keys = append(legs[last].keys, step.Key)
			default:
				legs = append(legs, simdLeg{keys: []string{step.Key}})
			}
		}
		all[number] = legs
	}
	return all
}

func pickSimd(parsed *simdjson.ParsedJson, paths [][]simdLeg, to []pick.Value) error {
	rootKind, root, err := simdRoot(parsed)
	if err != nil {
		return err
	}
	var element simdjson.Element
	var array simdjson.Array
	for number, legs := range paths {
		at, kind := *root, rootKind
		for _, leg := range legs {
			switch {
			case leg.keys != nil && kind == simdjson.TypeObject:
				// What is no object on the way is told in words, not by ErrPathNotFound.
				if _, err := at.FindElement(&element, leg.keys...); err == nil {
					at, kind = element.Iter, element.Type
				} else {
					kind = simdjson.TypeNone
				}
			case leg.keys == nil && kind == simdjson.TypeArray:
				if _, err := at.Array(&array); err != nil {
					return err
				}
				at = array.Iter()
				kind = at.Advance()
				for skipped := 0; skipped < leg.index && kind != simdjson.TypeNone; skipped++ {
					kind = at.Advance()
				}
			default:
				kind = simdjson.TypeNone
			}
		}
		if kind != simdjson.TypeNone {
			if err := visitSimd(&at, kind, &to[number]); err != nil {
				return err
			}
		}
	}
	return nil
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
