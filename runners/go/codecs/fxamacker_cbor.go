package codecs

import (
	"bytes"
	"math"
	"reflect"
	"sync"

	"github.com/fxamacker/cbor/v2"

	"weighbridge/internal/codec"
)

func init() {
	encoder, err := cbor.EncOptions{}.UserBufferEncMode()
	if err != nil {
		panic(err)
	}
	decoder, err := cbor.DecOptions{
		DefaultMapType: reflect.TypeFor[map[string]any](),
		// Its limits guard servers against strangers; documents that are weighed may be larger.
		MaxNestedLevels:  1024,
		MaxArrayElements: math.MaxInt32,
		MaxMapPairs:      math.MaxInt32,
	}.DecMode()
	if err != nil {
		panic(err)
	}

	plain := codec.Codec{
		Name:          "fxamacker-cbor",
		Format:        "cbor",
		Module:        "github.com/fxamacker/cbor/v2",
		API:           "EncMode, DecMode",
		Homepage:      "https://github.com/fxamacker/cbor",
		Documentation: "https://pkg.go.dev/github.com/fxamacker/cbor/v2",
		Licence:       "MIT",
		Encode:        encoder.Marshal,
		Decode: func(data []byte) (tree any, err error) {
			err = decoder.Unmarshal(data, &tree)
			return tree, err
		},
		EncodeTyped: encoder.Marshal,
		DecodeTyped: decoder.Unmarshal,
		Unnameable:  unnameableInTag,
	}

	reuse := plain
	reuse.Variant = "reuse"
	reuse.API = "UserBufferEncMode"
	reuse.Documentation = "https://pkg.go.dev/github.com/fxamacker/cbor/v2#UserBufferEncMode"
	reuse.Policies = codec.Policies{Buffers: "reuse", UTF8: "unchecked"}
	reuse.Decode, reuse.DecodeTyped = nil, nil
	buffers := sync.Pool{New: func() any { return new(bytes.Buffer) }}
	reuse.Encode = func(document any) ([]byte, error) {
		buffer := buffers.Get().(*bytes.Buffer)
		defer buffers.Put(buffer)
		buffer.Reset()
		err := encoder.MarshalToBuffer(document, buffer)
		return buffer.Bytes(), err
	}
	reuse.EncodeTyped = reuse.Encode
	codec.Register(plain, reuse)
}
