package codecs

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"

	"weighbridge/internal/codec"
	"weighbridge/internal/value"
	"weighbridge/internal/visit"
)

func init() {
	plain := codec.Codec{
		Name:          "encoding-json",
		Format:        "json",
		Library:       "encoding/json",
		API:           "Marshal, Unmarshal, Decoder.Token",
		Homepage:      "https://pkg.go.dev/encoding/json",
		Documentation: "https://pkg.go.dev/encoding/json",
		Licence:       "BSD-3-Clause",
		Encode:        json.Marshal,
		Decode: func(data []byte) (tree any, err error) {
			err = json.Unmarshal(data, &tree)
			return tree, err
		},
		Scan: func(data []byte, visitor visit.Visitor) error {
			return tokens(json.NewDecoder(bytes.NewReader(data)), visitor)
		},
		EncodeTyped: json.Marshal,
		DecodeTyped: json.Unmarshal,
		Unnameable:  unnameableInJSON,
	}

	// Unmarshal into any makes a float64 of every number; UseNumber keeps its text.
	number := plain
	number.Variant = "number"
	number.API = "Decoder.UseNumber"
	number.Documentation = "https://pkg.go.dev/encoding/json#Decoder.UseNumber"
	number.Encode, number.EncodeTyped, number.DecodeTyped = nil, nil, nil
	number.Decode = func(data []byte) (tree any, err error) {
		decoder := json.NewDecoder(bytes.NewReader(data))
		decoder.UseNumber()
		if err = decoder.Decode(&tree); err != nil {
			return nil, err
		}
		return tree, atEnd(decoder)
	}
	number.Scan = func(data []byte, visitor visit.Visitor) error {
		decoder := json.NewDecoder(bytes.NewReader(data))
		decoder.UseNumber()
		return tokens(decoder, visitor)
	}
	codec.Register(plain, number)
}

// unnameableInJSON says why encoding/json, and those that read tags as it does, cannot have a key.
func unnameableInJSON(key string) string {
	if key == "" {
		return "a tag without a name means the field's own"
	}
	for _, r := range key {
		if !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", r) && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return fmt.Sprintf("a tag with %q in its name is ignored", r)
		}
	}
	return ""
}

// unnameableInTag says why those that read no more of a tag than its commas cannot have a key.
func unnameableInTag(key string) string {
	switch {
	case key == "":
		return "a tag without a name means the field's own"
	case strings.Contains(key, ","):
		return "a comma ends the name in a tag"
	}
	return ""
}

// atEnd refuses what follows after a document: a Decoder takes a stream of them.
func atEnd(decoder *json.Decoder) error {
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more follows after the document")
	}
	return nil
}

// tokens hands every token over. A string is a key wherever the innermost container is a map that waits for one.
func tokens(decoder *json.Decoder, visitor visit.Visitor) error {
	var inMap []bool // for each open container
	key := false     // whether a key comes next, if it is a map
	for {
		token, err := decoder.Token()
		if err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		switch v := token.(type) {
		case json.Delim:
			switch v {
			case '{':
				visitor.BeginMap()
				inMap = append(inMap, true)
				key = true
				continue
			case '[':
				visitor.BeginArray()
				inMap = append(inMap, false)
				continue
			case '}':
				visitor.EndMap()
			case ']':
				visitor.EndArray()
			}
			inMap = inMap[:len(inMap)-1]
		case string:
			if key && len(inMap) > 0 && inMap[len(inMap)-1] {
				visitor.Key(v)
				key = false
				continue
			}
			visitor.String(v)
		case json.Number:
			err = value.ReadNumber(string(v), visitor)
		default:
			err = visit.Scalar(visitor, token)
		}
		if err != nil {
			return err
		}
		key = true // a value is complete
	}
}
