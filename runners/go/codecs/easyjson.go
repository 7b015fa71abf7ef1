package codecs

import (
	"github.com/mailru/easyjson"

	"weighbridge/internal/codec"
)

// easyjson generates methods for the application's types, and has nothing for trees.
func init() {
	codec.Register(codec.Codec{
		Name:          "easyjson",
		Format:        "json",
		Module:        "github.com/mailru/easyjson",
		API:           "Marshal, Unmarshal",
		Homepage:      "https://github.com/mailru/easyjson",
		Documentation: "https://pkg.go.dev/github.com/mailru/easyjson",
		Licence:       "MIT",
		Policies:      codec.Policies{UTF8: "unchecked"},
		EncodeTyped:   func(document any) ([]byte, error) { return easyjson.Marshal(document.(easyjson.Marshaler)) },
		DecodeTyped: func(data []byte, document any) error {
			return easyjson.Unmarshal(data, document.(easyjson.Unmarshaler))
		},
		Generated: "easyjson",
	})
}
