package codecs

import (
	"strconv"

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
		Unnameable: unnameableInSource,
		Generated:  "easyjson",
	})
}

// unnameableInSource says why easyjson cannot have a key: it writes each as Go's source has it.
func unnameableInSource(key string) string {
	if key == "-" {
		return "a tag with this name leaves the field out"
	}
	for _, r := range key {
		if r == '"' || r == '\\' || !strconv.IsPrint(r) {
			return "it is written as in Go, not as in JSON"
		}
	}
	return unnameableInTag(key)
}
