package codecs

import (
	"github.com/goccy/go-json"

	"weighbridge/internal/codec"
)

func init() {
	codec.Register(codec.Codec{
		Name:          "goccy-go-json",
		Format:        "json",
		Module:        "github.com/goccy/go-json",
		API:           "Marshal, Unmarshal",
		Homepage:      "https://github.com/goccy/go-json",
		Documentation: "https://pkg.go.dev/github.com/goccy/go-json",
		Licence:       "MIT",
		Encode:        json.Marshal,
		Decode: func(data []byte) (tree any, err error) {
			err = json.Unmarshal(data, &tree)
			return tree, err
		},
	})
}
