package codecs

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/tinylib/msgp/msgp"

	"weighbridge/internal/codec"
	"weighbridge/internal/visit"
)

func init() {
	codec.Register(codec.Codec{
		Name:          "tinylib-msgp",
		Format:        "msgpack",
		Module:        "github.com/tinylib/msgp",
		API:           "AppendIntf, ReadIntfBytes, Reader",
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
			return visitMsgp(msgp.NewReader(bytes.NewReader(data)), visitor)
		},
	})
}

func visitMsgp(reader *msgp.Reader, visitor visit.Visitor) error {
	kind, err := reader.NextType()
	if err != nil {
		return err
	}
	switch kind {
	case msgp.NilType:
		visitor.Null()
		return reader.ReadNil()
	case msgp.BoolType:
		v, err := reader.ReadBool()
		visitor.Bool(v)
		return err
	case msgp.IntType:
		v, err := reader.ReadInt64()
		visitor.Int(v)
		return err
	case msgp.UintType:
		v, err := reader.ReadUint64()
		visitor.Uint(v)
		return err
	case msgp.Float32Type:
		v, err := reader.ReadFloat32()
		visitor.Float(float64(v))
		return err
	case msgp.Float64Type:
		v, err := reader.ReadFloat64()
		visitor.Float(v)
		return err
	case msgp.StrType:
		v, err := reader.ReadString()
		visitor.String(v)
		return err
	case msgp.BinType:
		v, err := reader.ReadBytes(nil)
		visitor.Bytes(v)
		return err
	case msgp.ArrayType:
		length, err := reader.ReadArrayHeader()
		visitor.BeginArray()
		for range length {
			if err := visitMsgp(reader, visitor); err != nil {
				return err
			}
		}
		visitor.EndArray()
		return err
	case msgp.MapType:
		length, err := reader.ReadMapHeader()
		visitor.BeginMap()
		for range length {
			key, err := reader.ReadString()
			if err != nil {
				return err
			}
			visitor.Key(key)
			if err := visitMsgp(reader, visitor); err != nil {
				return err
			}
		}
		visitor.EndMap()
		return err
	}
	return fmt.Errorf("%s is outside the value model", kind)
}
