package codecs

import (
	"bytes"
	"encoding/gob"

	"weighbridge/internal/codec"
)

// A new Encoder for each message, as for a file or a cache: it writes the types before the value, and a new Decoder
// reads them and prepares itself for them. Only a connection's messages can share a pair.
func init() {
	gob.Register(map[string]any{})
	gob.Register([]any{})
	plain := codec.Codec{
		Name:          "encoding-gob",
		Format:        "gob",
		Library:       "encoding/gob",
		API:           "NewEncoder, NewDecoder",
		Homepage:      "https://pkg.go.dev/encoding/gob",
		Documentation: "https://pkg.go.dev/encoding/gob#example-package-Interface",
		Licence:       "BSD-3-Clause",
		Policies:      codec.Policies{UTF8: "unchecked"},
		Encode: func(document any) ([]byte, error) {
			var buffer bytes.Buffer
			err := gob.NewEncoder(&buffer).Encode(&document)
			return buffer.Bytes(), err
		},
		Decode: func(data []byte) (tree any, err error) {
			err = gob.NewDecoder(bytes.NewReader(data)).Decode(&tree)
			return tree, err
		},
	}

	// A stream of structs is another format: it can be read into types that have the same fields only.
	structs := plain
	structs.Variant = "structs"
	structs.Format = "gob-structs"
	structs.Documentation = "https://pkg.go.dev/encoding/gob#example-package-Basic"
	structs.Encode, structs.Decode = nil, nil
	structs.EncodeTyped = func(document any) ([]byte, error) {
		var buffer bytes.Buffer
		err := gob.NewEncoder(&buffer).Encode(document)
		return buffer.Bytes(), err
	}
	structs.DecodeTyped = func(data []byte, document any) error {
		return gob.NewDecoder(bytes.NewReader(data)).Decode(document)
	}
	codec.Register(plain, structs)
}
