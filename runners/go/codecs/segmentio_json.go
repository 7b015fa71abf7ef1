package codecs

import (
	"github.com/segmentio/encoding/json"

	"weighbridge/internal/codec"
	"weighbridge/internal/visit"
)

func init() {
	codec.Register(codec.Codec{
		Name:          "segmentio-json",
		Format:        "json",
		Module:        "github.com/segmentio/encoding",
		API:           "Marshal, Unmarshal, Tokenizer",
		Homepage:      "https://github.com/segmentio/encoding",
		Documentation: "https://pkg.go.dev/github.com/segmentio/encoding/json",
		Licence:       "MIT",
		Encode:        json.Marshal,
		Decode: func(data []byte) (tree any, err error) {
			err = json.Unmarshal(data, &tree)
			return tree, err
		},
		Scan: tokenize,
	})
}

func tokenize(data []byte, visitor visit.Visitor) error {
	tokens := json.NewTokenizer(data)
	for tokens.Next() {
		switch tokens.Delim {
		case '{':
			visitor.BeginMap()
			continue
		case '}':
			visitor.EndMap()
			continue
		case '[':
			visitor.BeginArray()
			continue
		case ']':
			visitor.EndArray()
			continue
		case ',', ':':
			continue
		}
		switch kind := tokens.Kind(); kind.Class() {
		case json.Null:
			visitor.Null()
		case json.Bool:
			visitor.Bool(tokens.Bool())
		case json.String:
			// The token is a view of the document, or of a buffer that it shares with others.
			if text := string(tokens.String()); tokens.IsKey {
				visitor.Key(text)
			} else {
				visitor.String(text)
			}
		case json.Num:
			switch kind {
			case json.Uint:
				visitor.Uint(tokens.Uint())
			case json.Int:
				visitor.Int(tokens.Int())
			default:
				visitor.Float(tokens.Float())
			}
		}
	}
	return tokens.Err
}
