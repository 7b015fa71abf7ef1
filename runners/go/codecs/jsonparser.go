package codecs

import (
	"errors"

	"github.com/buger/jsonparser"

	"weighbridge/internal/codec"
	"weighbridge/internal/pick"
	"weighbridge/internal/visit"
)

// jsonparser hands over views of the document.
func init() {
	codec.Register(codec.Codec{
		Name:          "jsonparser",
		Format:        "json",
		Module:        "github.com/buger/jsonparser",
		API:           "ObjectEach, ArrayEach, Unescape, EachKey",
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
		PickFor: pickRaw,
	})
}

// pickRaw reads several values by EachKey, "the most efficient way to extract multiple keys", and one by Get.
func pickRaw(paths []pick.Path) (pick.Picker, error) {
	keys := make([][]string, len(paths))
	several := len(paths) > 1
	for number, path := range paths {
		keys[number] = pick.Each(path, func(step pick.Step) string {
			if step.IsIndex {
				return "[" + step.Key + "]"
			}
			return step.Key
		})
		several = several && len(path) > 0
	}
	if several {
		return func(data []byte, to []pick.Value) (failure error) {
			jsonparser.EachKey(data, func(number int, raw []byte, kind jsonparser.ValueType, err error) {
				if err == nil {
					err = visitRaw(raw, kind, to[number].Copying())
				}
				failure = errors.Join(failure, err)
			}, keys...)
			return failure
		}, nil
	}
	return func(data []byte, to []pick.Value) error {
		for number := range keys {
			raw, kind, _, err := jsonparser.Get(data, keys[number]...)
			if err == nil {
				err = visitRaw(raw, kind, to[number].Copying())
			}
			if err != nil && !errors.Is(err, jsonparser.KeyPathNotFoundError) {
				return err
			}
		}
		return nil
	}, nil
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
