package codecs

import (
	"errors"
	"strings"

	"github.com/twmb/avro"

	"weighbridge/internal/codec"
)

func init() {
	codec.Register(codec.Codec{
		Name:          "twmb-avro",
		Format:        "avro",
		Module:        "github.com/twmb/avro",
		API:           "Schema.Encode, Schema.Decode",
		Homepage:      "https://github.com/twmb/avro",
		Documentation: "https://pkg.go.dev/github.com/twmb/avro",
		Licence:       "MIT",
		Policies:      codec.Policies{UTF8: "unchecked"},
		Language:      "avsc",
		TypedFor: func(text string) (func(any) ([]byte, error), func([]byte, any) error, error) {
			// Integers above 2^63 - 1 are written as their two's complement, which it takes for negative ones.
			if strings.Contains(text, `"unsigned": true`) {
				return nil, nil, codec.Unsupported("Avro has no integers above 2^63 - 1")
			}
			schema, err := avro.Parse(text)
			if err != nil {
				return nil, nil, err
			}
			encode := func(document any) ([]byte, error) { return schema.Encode(document) }
			decode := func(data []byte, document any) error {
				rest, err := schema.Decode(data, document)
				if err == nil && len(rest) > 0 {
					err = errors.New("something follows the value")
				}
				return err
			}
			return encode, decode, nil
		},
	})
}
