package codecs

import (
	"errors"

	"github.com/buger/jsonparser"

	"weighbridge/internal/codec"
	"weighbridge/internal/visit"
)

// jsonparser hands over views of the document.
func init() {
	codec.Register(codec.Codec{
		Name:          "jsonparser",
		Format:        "json",
		Module:        "github.com/buger/jsonparser",
		API:           "ObjectEach, ArrayEach, Unescape",
		Homepage:      "https://github.com/buger/jsonparser",
		Documentation: "https://github.com/buger/jsonparser#reference",
		Licence:       "MIT",
		Policies:      codec.Policies{Strings: "borrowed", UTF8: "unchecked", Access: "lazy"},
		Scan: func(data []byte, visitor visit.Visitor) error {
			raw, kind, _, err := jsonparser.Get(data)
			if err != nil {
				return err
			}
			return visitRaw(raw, kind, visitor)
		},
	})
}

func visitRaw(raw []byte, kind jsonparser.ValueType, visitor visit.Visitor) error {
	switch kind {
	case jsonparser.Null:
		visitor.Null()
	case jsonparser.Boolean:
		v, err := jsonparser.ParseBoolean(raw)
		visitor.Bool(v)
		return err
	case jsonparser.Number:
		if v, err := jsonparser.ParseInt(raw); err == nil {
			visitor.Int(v)
			return nil
		}
		v, err := jsonparser.ParseFloat(raw)
		visitor.Float(v)
		return err
	case jsonparser.String:
		v, err := jsonparser.Unescape(raw, nil)
		visitor.String(visit.View(v))
		return err
	case jsonparser.Array:
		visitor.BeginArray()
		var failure error
		_, err := jsonparser.ArrayEach(raw, func(item []byte, kind jsonparser.ValueType, _ int, _ error) {
			if failure == nil {
				failure = visitRaw(item, kind, visitor)
			}
		})
		visitor.EndArray()
		return errors.Join(err, failure)
	case jsonparser.Object:
		visitor.BeginMap()
		err := jsonparser.ObjectEach(raw, func(key, item []byte, kind jsonparser.ValueType, _ int) error {
			visitor.Key(visit.View(key))
			return visitRaw(item, kind, visitor)
		})
		visitor.EndMap()
		return err
	default:
		return errors.New("no value")
	}
	return nil
}
