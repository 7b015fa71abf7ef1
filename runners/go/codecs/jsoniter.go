package codecs

import (
	"errors"
	"io"

	jsoniter "github.com/json-iterator/go"

	"weighbridge/internal/codec"
	"weighbridge/internal/pick"
	"weighbridge/internal/visit"
)

func init() {
	rows := func(variant, api string, config jsoniter.API) codec.Codec {
		return codec.Codec{
			Name:          "jsoniter",
			Variant:       variant,
			Format:        "json",
			Module:        "github.com/json-iterator/go",
			API:           api,
			Homepage:      "https://github.com/json-iterator/go",
			Documentation: "https://pkg.go.dev/github.com/json-iterator/go#pkg-variables",
			Licence:       "MIT",
			Policies:      codec.Policies{UTF8: "unchecked"},
			Encode:        config.Marshal,
			Decode: func(data []byte) (tree any, err error) {
				err = config.Unmarshal(data, &tree)
				return tree, err
			},
			PickFor: func(paths []pick.Path) (pick.Picker, error) { return pickAny(config, paths), nil },
		}
	}

	plain := rows("", "ConfigCompatibleWithStandardLibrary, Iterator, Get", jsoniter.ConfigCompatibleWithStandardLibrary)
	plain.Scan = func(data []byte, visitor visit.Visitor) error {
		iterator := jsoniter.ParseBytes(jsoniter.ConfigCompatibleWithStandardLibrary, data)
		iterate(iterator, visitor)
		if iterator.WhatIsNext(); iterator.Error == nil {
			return errors.New("more follows after the document")
		}
		if !errors.Is(iterator.Error, io.EOF) {
			return iterator.Error
		}
		return nil
	}
	// It writes floats with six decimal places.
	fastest := rows("fastest", "ConfigFastest", jsoniter.ConfigFastest)
	codec.Register(plain, fastest)
}

func pickAny(config jsoniter.API, paths []pick.Path) pick.Picker {
	steps := mixed(paths)
	return func(data []byte, to []pick.Value) error {
		for number := range steps {
			found := config.Get(data, steps[number]...)
			switch found.ValueType() {
			case jsoniter.NilValue:
				to[number].Null()
			case jsoniter.BoolValue:
				to[number].Bool(found.ToBool())
			case jsoniter.NumberValue:
				to[number].Float(found.ToFloat64())
			case jsoniter.StringValue:
				to[number].String(found.ToString())
			}
		}
		return nil
	}
}

// iterate hands over the next value, numbers as Iterator.Read has them.
func iterate(iterator *jsoniter.Iterator, visitor visit.Visitor) bool {
	switch iterator.WhatIsNext() {
	case jsoniter.NilValue:
		iterator.ReadNil()
		visitor.Null()
	case jsoniter.BoolValue:
		visitor.Bool(iterator.ReadBool())
	case jsoniter.NumberValue:
		visitor.Float(iterator.ReadFloat64())
	case jsoniter.StringValue:
		visitor.String(iterator.ReadString())
	case jsoniter.ArrayValue:
		visitor.BeginArray()
		iterator.ReadArrayCB(func(iterator *jsoniter.Iterator) bool { return iterate(iterator, visitor) })
		visitor.EndArray()
	case jsoniter.ObjectValue:
		visitor.BeginMap()
		iterator.ReadMapCB(func(iterator *jsoniter.Iterator, key string) bool {
			visitor.Key(key)
			return iterate(iterator, visitor)
		})
		visitor.EndMap()
	default:
		iterator.ReportError("iterate", "no value")
	}
	return iterator.Error == nil || errors.Is(iterator.Error, io.EOF)
}
