package codecs

import (
	"errors"
	"fmt"

	"github.com/tinylib/msgp/msgp"

	"weighbridge/internal/codec"
	"weighbridge/internal/pick"
	"weighbridge/internal/visit"
)

func init() {
	codec.Register(codec.Codec{
		Name:          "tinylib-msgp",
		Format:        "msgpack",
		Module:        "github.com/tinylib/msgp",
		API:           "AppendIntf, ReadIntfBytes, Read…Bytes, Locate; MarshalMsg, UnmarshalMsg",
		Homepage:      "https://github.com/tinylib/msgp",
		Documentation: "https://pkg.go.dev/github.com/tinylib/msgp/msgp",
		Licence:       "MIT",
		Policies:      codec.Policies{UTF8: "unchecked"},
		Encode:        func(document any) ([]byte, error) { return msgp.AppendIntf(nil, document) },
		Decode: func(data []byte) (any, error) {
			tree, rest, err := msgp.ReadIntfBytes(data)
			if err == nil && len(rest) > 0 {
				err = errors.New("something follows the value")
			}
			return tree, err
		},
		Scan: func(data []byte, visitor visit.Visitor) error {
			rest, err := visitMsgp(data, visitor)
			if err == nil && len(rest) > 0 {
				err = errors.New("something follows the value")
			}
			return err
		},
		PickFor:     pickMsgp,
		EncodeTyped: func(document any) ([]byte, error) { return document.(msgp.Marshaler).MarshalMsg(nil) },
		DecodeTyped: func(data []byte, document any) error {
			rest, err := document.(msgp.Unmarshaler).UnmarshalMsg(data)
			if err == nil && len(rest) > 0 {
				err = errors.New("something follows the value")
			}
			return err
		},
		Generated: "msgp",
	})
}

// pickMsgp goes to each value by Locate, and over the elements of an array by Skip.
func pickMsgp(paths []pick.Path) (pick.Picker, error) {
	return func(data []byte, to []pick.Value) error {
		for number, path := range paths {
			raw, err := locateMsgp(data, path)
			if err != nil {
				return err
			}
			if len(raw) == 0 {
				continue
			}
			if _, err := visitMsgp(raw, &to[number]); err != nil {
				return err
			}
		}
		return nil
	}, nil
}

// locateMsgp returns the place of the value, with whatever follows it, or nothing if there is none.
func locateMsgp(data []byte, path pick.Path) ([]byte, error) {
	for number := range path {
		step := &path[number]
		if !step.IsIndex {
			if data = msgp.Locate(step.Key, data); len(data) == 0 {
				return nil, nil
			}
			continue
		}
		if msgp.NextType(data) != msgp.ArrayType {
			return nil, nil
		}
		length, rest, err := msgp.ReadArrayHeaderBytes(data)
		if err != nil || step.Index >= int(length) {
			return nil, err
		}
		for range step.Index {
			if rest, err = msgp.Skip(rest); err != nil {
				return nil, err
			}
		}
		data = rest
	}
	return data, nil
}

// visitMsgp hands over the first value and returns what follows it.
func visitMsgp(data []byte, visitor visit.Visitor) (rest []byte, err error) {
	switch kind := msgp.NextType(data); kind {
	case msgp.NilType:
		rest, err = msgp.ReadNilBytes(data)
		visitor.Null()
	case msgp.BoolType:
		var v bool
		v, rest, err = msgp.ReadBoolBytes(data)
		visitor.Bool(v)
	case msgp.IntType:
		var v int64
		v, rest, err = msgp.ReadInt64Bytes(data)
		visitor.Int(v)
	case msgp.UintType:
		var v uint64
		v, rest, err = msgp.ReadUint64Bytes(data)
		visitor.Uint(v)
	case msgp.Float32Type:
		var v float32
		v, rest, err = msgp.ReadFloat32Bytes(data)
		visitor.Float(float64(v))
	case msgp.Float64Type:
		var v float64
		v, rest, err = msgp.ReadFloat64Bytes(data)
		visitor.Float(v)
	case msgp.StrType:
		var v string
		v, rest, err = msgp.ReadStringBytes(data)
		visitor.String(v)
	case msgp.BinType:
		var v []byte
		v, rest, err = msgp.ReadBytesBytes(data, nil)
		visitor.Bytes(v)
	case msgp.ArrayType:
		var length uint32
		length, rest, err = msgp.ReadArrayHeaderBytes(data)
		visitor.BeginArray()
		for i := uint32(0); i < length && err == nil; i++ {
			rest, err = visitMsgp(rest, visitor)
		}
		visitor.EndArray()
	case msgp.MapType:
		var length uint32
		length, rest, err = msgp.ReadMapHeaderBytes(data)
		visitor.BeginMap()
		for i := uint32(0); i < length && err == nil; i++ {
			var key string
			if key, rest, err = msgp.ReadStringBytes(rest); err == nil {
				visitor.Key(key)
				rest, err = visitMsgp(rest, visitor)
			}
		}
		visitor.EndMap()
	default:
		return nil, fmt.Errorf("%s is outside the value model", kind)
	}
	return rest, err
}
