package codecs

import (
	"github.com/goccy/go-json"

	"weighbridge/internal/codec"
)

func init() {
	plain := codec.Codec{
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
		EncodeTyped: json.Marshal,
		DecodeTyped: json.Unmarshal,
		Unnameable:  unnameableInJSON,
	}

	// Marshal sorts maps and escapes for HTML, as encoding/json does.
	unsorted := plain
	unsorted.Variant = "unsorted"
	unsorted.API = "MarshalWithOption: UnorderedMap, DisableHTMLEscape"
	unsorted.Documentation = "https://pkg.go.dev/github.com/goccy/go-json#UnorderedMap"
	unsorted.Decode, unsorted.DecodeTyped = nil, nil
	unsorted.Encode = func(document any) ([]byte, error) {
		return json.MarshalWithOption(document, json.UnorderedMap(), json.DisableHTMLEscape())
	}
	unsorted.EncodeTyped = unsorted.Encode
	codec.Register(plain, unsorted)
}
