package codecs

import (
	"errors"
	"io"

	jsoniter "github.com/json-iterator/go"

	"weighbridge/internal/codec"
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
		}
	}

	plain := rows("", "ConfigCompatibleWithStandardLibrary, Iterator", jsoniter.ConfigCompatibleWithStandardLibrary)
	plain.Scan = func(data []byte, visitor visit.Visitor) error {
		iterator := jsoniter.ParseBytes(jsoniter.ConfigCompatibleWithStandardLibrary, data)
		iterate(iterator, visitor)
		if iterator.Error != nil && !errors.Is(iterator.Error, io.EOF) {
			return iterator.Error
		}
		return nil
	}
	// It writes floats with six decimal places.
	fastest := rows("fastest", "ConfigFastest", jsoniter.ConfigFastest)
	codec.Register(plain, fastest)
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
