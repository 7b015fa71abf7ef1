package codecs

import (
	"github.com/valyala/fastjson"

	"weighbridge/internal/codec"
	"weighbridge/internal/pick"
	"weighbridge/internal/visit"
)

// fastjson unescapes strings and reads numbers when they are asked for, so its tree is no finished result: it is
// parsed and visited in full. Its strings are views of the parser's copy of the document, which the next document
// overwrites only where the parser is kept.
func init() {
	fresh := codec.Codec{
		Name:          "fastjson",
		Format:        "json",
		Module:        "github.com/valyala/fastjson",
		API:           "Parser, Value",
		Homepage:      "https://github.com/valyala/fastjson",
		Documentation: "https://pkg.go.dev/github.com/valyala/fastjson#Value",
		Licence:       "MIT",
		Policies:      codec.Policies{UTF8: "unchecked", Access: "lazy"},
		Scan: func(data []byte, visitor visit.Visitor) error {
			return scanFastjson(&fastjson.Parser{}, data, visitor)
		},
		PickFor: func(paths []pick.Path) (pick.Picker, error) {
			keys := fastjsonKeys(paths)
			return func(data []byte, to []pick.Value) error {
				return pickFastjson(&fastjson.Parser{}, data, keys, to)
			}, nil
		},
	}

	reuse := fresh
	reuse.Variant = "reuse"
	reuse.API = "ParserPool, Value"
	reuse.Documentation = "https://pkg.go.dev/github.com/valyala/fastjson#ParserPool"
	reuse.Policies.Buffers = "reuse"
	reuse.Policies.Strings = "borrowed"
	var parsers fastjson.ParserPool
	reuse.Scan = func(data []byte, visitor visit.Visitor) error {
		parser := parsers.Get()
		defer parsers.Put(parser)
		return scanFastjson(parser, data, visitor)
	}
	reuse.PickFor = func(paths []pick.Path) (pick.Picker, error) {
		keys := fastjsonKeys(paths)
		return func(data []byte, to []pick.Value) error {
			parser := parsers.Get()
			defer parsers.Put(parser)
			return pickFastjson(parser, data, keys, to)
		}, nil
	}
	codec.Register(fresh, reuse)
}

func fastjsonKeys(paths []pick.Path) [][]string {
	keys := make([][]string, len(paths))
	for number, path := range paths {
		keys[number] = path.Keys()
	}
	return keys
}

func pickFastjson(parser *fastjson.Parser, data []byte, keys [][]string, to []pick.Value) error {
	root, err := parser.ParseBytes(data)
	if err != nil {
		return err
	}
	for number := range keys {
		if v := root.Get(keys[number]...); v != nil {
			if err := visitFastjson(v, to[number].Copying()); err != nil {
				return err
			}
		}
	}
	return nil
}

func scanFastjson(parser *fastjson.Parser, data []byte, visitor visit.Visitor) error {
	root, err := parser.ParseBytes(data)
	if err != nil {
		return err
	}
	return visitFastjson(root, visitor)
}

func visitFastjson(v *fastjson.Value, visitor visit.Visitor) error {
	switch v.Type() {
	case fastjson.TypeNull:
		visitor.Null()
	case fastjson.TypeTrue:
		visitor.Bool(true)
	case fastjson.TypeFalse:
		visitor.Bool(false)
	case fastjson.TypeNumber:
		number, err := v.Float64()
		visitor.Float(number)
		return err
	case fastjson.TypeString:
		text, err := v.StringBytes()
		visitor.String(visit.View(text))
		return err
	case fastjson.TypeArray:
		items, err := v.Array()
		visitor.BeginArray()
		for _, item := range items {
			if err := visitFastjson(item, visitor); err != nil {
				return err
			}
		}
		visitor.EndArray()
		return err
	case fastjson.TypeObject:
		object, err := v.Object()
		if err != nil {
			return err
		}
		visitor.BeginMap()
		object.Visit(func(key []byte, item *fastjson.Value) {
			visitor.Key(visit.View(key))
			if err == nil {
				err = visitFastjson(item, visitor)
			}
		})
		visitor.EndMap()
		return err
	}
	return nil
}
