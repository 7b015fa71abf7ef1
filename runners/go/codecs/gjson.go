package codecs

import (
	"errors"
	"strings"

	"github.com/tidwall/gjson"

	"weighbridge/internal/codec"
	"weighbridge/internal/pick"
	"weighbridge/internal/visit"
)

// gjson does not look whether a document is well formed unless Valid is called, as its documentation advises. Reading a
// few values out of a document that is known to be, which is what its documentation begins with, is picking.
func init() {
	codec.Register(codec.Codec{
		Name:          "gjson",
		Format:        "json",
		Module:        "github.com/tidwall/gjson",
		API:           "Result.Value, Result.ForEach, GetManyBytes",
		Homepage:      "https://github.com/tidwall/gjson",
		Documentation: "https://pkg.go.dev/github.com/tidwall/gjson#Result",
		Licence:       "MIT",
		Policies:      codec.Policies{UTF8: "unchecked", Access: "lazy"},
		Decode: func(data []byte) (any, error) {
			if !gjson.ValidBytes(data) {
				return nil, errors.New("invalid json")
			}
			return gjson.ParseBytes(data).Value(), nil
		},
		Scan: func(data []byte, visitor visit.Visitor) error {
			if !gjson.ValidBytes(data) {
				return errors.New("invalid json")
			}
			visitResult(gjson.ParseBytes(data), visitor)
			return nil
		},
		PickFor: pickResults,
	})
}

func pickResults(paths []pick.Path) (pick.Picker, error) {
	texts := make([]string, len(paths))
	for number, path := range paths {
		texts[number] = "@this"
		if len(path) > 0 {
			texts[number] = strings.Join(pick.Each(path, func(step pick.Step) string { return gjson.Escape(step.Key) }), ".")
		}
		for _, step := range path {
			if step.Key == "" {
				return nil, codec.Unsupported("gjson's paths have no empty keys")
			}
		}
	}
	return func(data []byte, to []pick.Value) error {
		for number, result := range gjson.GetManyBytes(data, texts...) {
			if result.Exists() {
				visitResult(result, &to[number])
			}
		}
		return nil
	}, nil
}

func visitResult(result gjson.Result, visitor visit.Visitor) {
	switch result.Type {
	case gjson.Null:
		visitor.Null()
	case gjson.False:
		visitor.Bool(false)
	case gjson.True:
		visitor.Bool(true)
	case gjson.Number:
		visitor.Float(result.Num)
	case gjson.String:
		visitor.String(result.Str)
	case gjson.JSON:
		if result.IsArray() {
			visitor.BeginArray()
			result.ForEach(func(_, item gjson.Result) bool {
				visitResult(item, visitor)
				return true
			})
			visitor.EndArray()
			return
		}
		visitor.BeginMap()
		result.ForEach(func(key, item gjson.Result) bool {
			visitor.Key(key.Str)
			visitResult(item, visitor)
			return true
		})
		visitor.EndMap()
	}
}
