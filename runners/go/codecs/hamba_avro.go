package codecs

import (
	"reflect"
	"slices"
	"strings"

	"github.com/hamba/avro/v2"

	"weighbridge/internal/codec"
)

func init() {
	// Its limit of 1 MiB for a text guards servers against strangers; documents that are weighed may be larger.
	api := avro.Config{MaxByteSliceSize: -1}.Freeze()
	codec.Register(codec.Codec{
		Name:          "hamba-avro",
		Format:        "avro",
		Module:        "github.com/hamba/avro/v2",
		API:           "Marshal, Unmarshal",
		Homepage:      "https://github.com/hamba/avro",
		Documentation: "https://pkg.go.dev/github.com/hamba/avro/v2",
		Licence:       "MIT",
		Policies:      codec.Policies{UTF8: "unchecked"},
		Language:      "avsc",
		TypedFor: func(text string) (func(any) ([]byte, error), func([]byte, any) error, error) {
			// Integers above 2^63 - 1 are written as their two's complement, which it takes for negative ones.
			if strings.Contains(text, `"unsigned": true`) {
				return nil, nil, codec.Unsupported("Avro has no integers above 2^63 - 1")
			}
			// A cache of its own, since the records of many schemas have the same names.
			schema, err := avro.ParseWithCache(text, "", &avro.SchemaCache{})
			if err != nil {
				return nil, nil, err
			}
			if hasMapOrNull(schema) {
				return nil, nil, codec.Unsupported("it takes a map for a union by its own rules, so that none may be null")
			}
			encode := func(document any) ([]byte, error) { return api.Marshal(schema, document) }
			if schema.Type() != avro.Record { // only of a record does it take a pointer
				encode = func(document any) ([]byte, error) {
					return api.Marshal(schema, reflect.ValueOf(document).Elem().Interface())
				}
			}
			decode := func(data []byte, document any) error { return api.Unmarshal(schema, data, document) }
			return encode, decode, nil
		},
	})
}

// hasMapOrNull tells whether a map stands in a union anywhere. Records that are referred to were met before.
func hasMapOrNull(schema avro.Schema) bool {
	switch schema := schema.(type) {
	case *avro.RecordSchema:
		return slices.ContainsFunc(schema.Fields(), func(field *avro.Field) bool { return hasMapOrNull(field.Type()) })
	case *avro.ArraySchema:
		return hasMapOrNull(schema.Items())
	case *avro.MapSchema:
		return hasMapOrNull(schema.Values())
	case *avro.UnionSchema:
		return slices.ContainsFunc(schema.Types(), func(one avro.Schema) bool {
			return one.Type() == avro.Map || hasMapOrNull(one)
		})
	}
	return false
}
