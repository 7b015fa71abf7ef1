package codecs

import (
	"github.com/shamaton/msgpack/v3"

	"weighbridge/internal/codec"
)

func init() {
	codec.Register(codec.Codec{
		Name:          "shamaton-msgpack",
		Format:        "msgpack",
		Module:        "github.com/shamaton/msgpack/v3",
		API:           "Marshal, Unmarshal",
		Homepage:      "https://github.com/shamaton/msgpack",
		Documentation: "https://pkg.go.dev/github.com/shamaton/msgpack/v3",
		Licence:       "MIT",
		Policies:      codec.Policies{UTF8: "unchecked"},
		Encode:        msgpack.Marshal,
		Decode: func(data []byte) (tree any, err error) {
			err = msgpack.Unmarshal(data, &tree)
			return tree, err
		},
	})
}
