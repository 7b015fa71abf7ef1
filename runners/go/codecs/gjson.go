package codecs

import (
	"errors"

	"github.com/tidwall/gjson"

	"weighbridge/internal/codec"
	"weighbridge/internal/visit"
)

// gjson does not look whether a document is well formed unless Valid is called, as its documentation advises.
func init() {
	codec.Register(codec.Codec{
		Name:          "gjson",
		Format:        "json",
		Module:        "github.com/tidwall/gjson",
		API:           "Result.Value, Result.ForEach",
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
	})
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
