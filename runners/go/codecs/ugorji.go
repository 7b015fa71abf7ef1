package codecs

import (
	"reflect"
	"sync"

	ugorji "github.com/ugorji/go/codec"

	"weighbridge/internal/codec"
)

// One library, one pair of calls, five formats.
func init() {
	plain := reflect.TypeFor[map[string]any]()

	msgpack := &ugorji.MsgpackHandle{WriteExt: true} // with strings and bytes told apart, as MessagePack has it since 2013
	msgpack.MapType = plain
	cbor := &ugorji.CborHandle{}
	cbor.MapType = plain
	json := &ugorji.JsonHandle{}
	json.MapType = plain
	binc := &ugorji.BincHandle{}
	binc.MapType = plain
	simple := &ugorji.SimpleHandle{}
	simple.MapType = plain

	for format, handle := range map[string]ugorji.Handle{
		"msgpack": msgpack, "cbor": cbor, "json": json, "binc": binc, "simple": simple,
	} {
		fresh := codec.Codec{
			Name:          "ugorji-" + format,
			Format:        format,
			Module:        "github.com/ugorji/go/codec",
			API:           "NewEncoderBytes, NewDecoderBytes",
			Homepage:      "https://github.com/ugorji/go",
			Documentation: "https://pkg.go.dev/github.com/ugorji/go/codec",
			Licence:       "MIT",
			Policies:      codec.Policies{UTF8: "unchecked"},
			Encode: func(document any) (data []byte, err error) {
				err = ugorji.NewEncoderBytes(&data, handle).Encode(document)
				return data, err
			},
			Decode: func(data []byte) (tree any, err error) {
				err = ugorji.NewDecoderBytes(data, handle).Decode(&tree)
				return tree, err
			},
		}

		reuse := fresh
		reuse.Variant = "reuse"
		reuse.API = "Encoder.ResetBytes, Decoder.ResetBytes"
		reuse.Policies.Buffers = "reuse"
		encoder, decoder := ugorji.NewEncoderBytes(new([]byte), handle), ugorji.NewDecoderBytes(nil, handle)
		buffers := sync.Pool{New: func() any { return new([]byte) }}
		reuse.Encode = func(document any) ([]byte, error) {
			buffer := buffers.Get().(*[]byte)
			defer buffers.Put(buffer)
			encoder.ResetBytes(buffer)
			err := encoder.Encode(document)
			return *buffer, err
		}
		reuse.Decode = func(data []byte) (tree any, err error) {
			decoder.ResetBytes(data)
			err = decoder.Decode(&tree)
			return tree, err
		}
		codec.Register(fresh, reuse)
	}
}
