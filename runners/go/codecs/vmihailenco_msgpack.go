package codecs

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/vmihailenco/msgpack/v5"
	"github.com/vmihailenco/msgpack/v5/msgpcode"

	"weighbridge/internal/codec"
	"weighbridge/internal/pick"
	"weighbridge/internal/visit"
)

func init() {
	plain := codec.Codec{
		Name:          "vmihailenco-msgpack",
		Format:        "msgpack",
		Module:        "github.com/vmihailenco/msgpack/v5",
		API:           "Marshal, Unmarshal, Decoder, Decoder.Query",
		Homepage:      "https://github.com/vmihailenco/msgpack",
		Documentation: "https://pkg.go.dev/github.com/vmihailenco/msgpack/v5",
		Licence:       "BSD-2-Clause",
		Policies:      codec.Policies{UTF8: "unchecked"},
		Encode:        msgpack.Marshal,
		Decode: func(data []byte) (tree any, err error) {
			err = msgpack.Unmarshal(data, &tree)
			return tree, err
		},
		Scan: func(data []byte, visitor visit.Visitor) error {
			return visitMsgpack(msgpack.NewDecoder(bytes.NewReader(data)), visitor)
		},
		PickFor:     queryMsgpack,
		EncodeTyped: msgpack.Marshal,
		DecodeTyped: msgpack.Unmarshal,
		Unnameable:  unnameableInPairs,
	}

	// Marshal writes an int64 in nine bytes, however small it is, unless it is told otherwise.
	compact := plain
	compact.Variant = "compact"
	compact.API = "Encoder.UseCompactInts"
	compact.Documentation = "https://pkg.go.dev/github.com/vmihailenco/msgpack/v5#Encoder.UseCompactInts"
	compact.Decode, compact.Scan, compact.PickFor, compact.DecodeTyped = nil, nil, nil, nil
	compact.Encode = func(document any) ([]byte, error) {
		encoder := msgpack.GetEncoder()
		defer msgpack.PutEncoder(encoder)
		var buffer bytes.Buffer
		encoder.Reset(&buffer)
		encoder.UseCompactInts(true)
		err := encoder.Encode(document)
		return buffer.Bytes(), err
	}
	compact.EncodeTyped = compact.Encode
	codec.Register(plain, compact)
}

func queryMsgpack(paths []pick.Path) (pick.Picker, error) {
	queries := make([]string, len(paths))
	for number, path := range paths {
		for _, key := range path.Keys() {
			if key == "" || strings.Contains(key, ".") {
				return nil, codec.Unsupported("its queries have no keys that are empty or have a dot in them")
			}
		}
		queries[number] = strings.Join(path.Keys(), ".")
	}
	return func(data []byte, to []pick.Value) error {
		reader := bytes.NewReader(data)
		decoder := msgpack.NewDecoder(reader)
		for number, query := range queries {
			if number > 0 {
				reader.Reset(data)
				decoder.Reset(reader)
			}
			values, err := decoder.Query(query)
			if err != nil && !strings.Contains(err.Error(), "decoding key=") { // there is no map or array on the way
				return err
			}
			if len(values) == 1 {
				to[number].Item(values[0])
			}
		}
		return nil
	}, nil
}

// unnameableInPairs says why a library that reads tags as pairs of names and values cannot have a key.
func unnameableInPairs(key string) string {
	switch {
	case key == "-":
		return "a tag with this name leaves the field out"
	case strings.TrimSpace(key) != key:
		return "spaces around a name in a tag are left out"
	case strings.ContainsAny(key, ":'"):
		return "a colon or quote ends the name in a tag"
	}
	return unnameableInTag(key)
}

func visitMsgpack(decoder *msgpack.Decoder, visitor visit.Visitor) error {
	code, err := decoder.PeekCode()
	if err != nil {
		return err
	}
	switch {
	case code == msgpcode.Nil:
		visitor.Null()
		return decoder.DecodeNil()
	case code == msgpcode.True || code == msgpcode.False:
		v, err := decoder.DecodeBool()
		visitor.Bool(v)
		return err
	case msgpcode.IsString(code):
		v, err := decoder.DecodeString()
		visitor.String(v)
		return err
	case msgpcode.IsBin(code):
		v, err := decoder.DecodeBytes()
		visitor.Bytes(v)
		return err
	case code == msgpcode.Float || code == msgpcode.Double:
		v, err := decoder.DecodeFloat64()
		visitor.Float(v)
		return err
	case code == msgpcode.Uint64:
		v, err := decoder.DecodeUint64()
		visitor.Uint(v)
		return err
	case msgpcode.IsFixedNum(code) || code >= msgpcode.Uint8 && code <= msgpcode.Int64:
		v, err := decoder.DecodeInt64()
		visitor.Int(v)
		return err
	case msgpcode.IsFixedArray(code) || code == msgpcode.Array16 || code == msgpcode.Array32:
		length, err := decoder.DecodeArrayLen()
		visitor.BeginArray()
		for range length {
			if err := visitMsgpack(decoder, visitor); err != nil {
				return err
			}
		}
		visitor.EndArray()
		return err
	case msgpcode.IsFixedMap(code) || code == msgpcode.Map16 || code == msgpcode.Map32:
		length, err := decoder.DecodeMapLen()
		visitor.BeginMap()
		for range length {
			key, err := decoder.DecodeString()
			if err != nil {
				return err
			}
			visitor.Key(key)
			if err := visitMsgpack(decoder, visitor); err != nil {
				return err
			}
		}
		visitor.EndMap()
		return err
	}
	return fmt.Errorf("code %#x is outside the value model", code)
}
