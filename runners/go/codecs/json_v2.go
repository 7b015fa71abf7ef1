package codecs

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"weighbridge/internal/codec"
	"weighbridge/internal/visit"
)

// encoding/json/v2 in the module that it is developed in. The standard library holds it only where Go was told to
// (GOEXPERIMENT=jsonv2), which also replaces encoding/json. The module has no
// releases; later versions ask for Go 1.26.
func init() {
	// A slice or map that is nil is an empty one unless it is told otherwise, and then null could not be written.
	nullable := json.JoinOptions(json.FormatNilSliceAsNull(true), json.FormatNilMapAsNull(true))
	codec.Register(codec.Codec{
		Name:          "json-v2",
		Format:        "json",
		Module:        "github.com/go-json-experiment/json",
		API:           "Marshal, Unmarshal, jsontext.Decoder",
		Homepage:      "https://github.com/go-json-experiment/json",
		Documentation: "https://pkg.go.dev/github.com/go-json-experiment/json",
		Licence:       "BSD-3-Clause",
		Encode:        func(document any) ([]byte, error) { return json.Marshal(document) },
		Decode: func(data []byte) (tree any, err error) {
			err = json.Unmarshal(data, &tree)
			return tree, err
		},
		Scan:        readTokens,
		EncodeTyped: func(document any) ([]byte, error) { return json.Marshal(document, nullable) },
		DecodeTyped: func(data []byte, document any) error { return json.Unmarshal(data, document) },
		Unnameable:  unnameableInJSON2,
	})
}

// unnameableInJSON2 says why json/v2 cannot have a key. A name in quotes can be any, but encoding/json would take the
// quotes for a part of it.
func unnameableInJSON2(key string) string {
	switch {
	case key == "":
		return "a tag without a name means the field's own"
	case key == "-", strings.ContainsAny(key, ",\\'\"`"):
		return "a tag with such a name is malformed"
	}
	return ""
}

func readTokens(data []byte, visitor visit.Visitor) error {
	decoder := jsontext.NewDecoder(bytes.NewBuffer(data))
	for {
		token, err := decoder.ReadToken()
		if err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		switch token.Kind() {
		case 'n':
			visitor.Null()
		case 'f', 't':
			visitor.Bool(token.Bool())
		case '0':
			visitor.Float(token.Float())
		case '"':
			// The tokens of a map so far: its keys are the odd ones.
			if kind, count := decoder.StackIndex(decoder.StackDepth()); kind == '{' && count%2 == 1 {
				visitor.Key(token.String())
			} else {
				visitor.String(token.String())
			}
		case '{':
			visitor.BeginMap()
		case '}':
			visitor.EndMap()
		case '[':
			visitor.BeginArray()
		case ']':
			visitor.EndArray()
		}
	}
}
