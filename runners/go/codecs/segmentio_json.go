package codecs

import (
	"bytes"

	"github.com/segmentio/encoding/json"

	"weighbridge/internal/codec"
	"weighbridge/internal/visit"
)

func init() {
	plain := codec.Codec{
		Name:          "segmentio-json",
		Format:        "json",
		Module:        "github.com/segmentio/encoding",
		API:           "Marshal, Unmarshal",
		Homepage:      "https://github.com/segmentio/encoding",
		Documentation: "https://pkg.go.dev/github.com/segmentio/encoding/json",
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

	// Its strings are views of the document.
	tokenizer := plain
	tokenizer.Variant = "tokenizer"
	tokenizer.API = "Tokenizer"
	tokenizer.Documentation = "https://pkg.go.dev/github.com/segmentio/encoding/json#Tokenizer"
	tokenizer.Policies = codec.Policies{Strings: "borrowed", Access: "stream"}
	tokenizer.Encode, tokenizer.Decode = nil, nil
	tokenizer.EncodeTyped, tokenizer.DecodeTyped = nil, nil
	tokenizer.Scan = tokenize

	// Marshal sorts maps and escapes for HTML, as encoding/json does.
	unsorted := plain
	unsorted.Variant = "unsorted"
	unsorted.API = "Encoder: SetSortMapKeys, SetEscapeHTML"
	unsorted.Documentation = "https://pkg.go.dev/github.com/segmentio/encoding/json#Encoder.SetSortMapKeys"
	unsorted.Decode, unsorted.DecodeTyped = nil, nil
	unsorted.Encode = func(document any) ([]byte, error) {
		var buffer bytes.Buffer
		encoder := json.NewEncoder(&buffer)
		encoder.SetSortMapKeys(false)
		encoder.SetEscapeHTML(false)
		encoder.SetAppendNewline(false)
		err := encoder.Encode(document)
		return buffer.Bytes(), err
	}
	unsorted.EncodeTyped = unsorted.Encode
	codec.Register(plain, unsorted, tokenizer)
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
			if text := visit.View(tokens.String()); tokens.IsKey {
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
