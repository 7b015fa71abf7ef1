package codecs

import (
	_ "github.com/planetscale/vtprotobuf/protohelpers" // which the generated code calls

	"weighbridge/internal/codec"
)

// vtprotobuf generates methods for the messages of google.golang.org/protobuf.
type vtMessage interface {
	MarshalVT() ([]byte, error)
	UnmarshalVT(data []byte) error
}

func init() {
	plain := codec.Codec{
		Name:          "vtprotobuf",
		Format:        "protobuf",
		Module:        "github.com/planetscale/vtprotobuf",
		API:           "MarshalVT, UnmarshalVT",
		Homepage:      "https://github.com/planetscale/vtprotobuf",
		Documentation: "https://github.com/planetscale/vtprotobuf#available-features",
		Licence:       "BSD-3-Clause",
		Policies:      codec.Policies{UTF8: "unchecked"},
		EncodeTyped: func(document any) ([]byte, error) {
			return document.(protoDocument).ToProto().(vtMessage).MarshalVT()
		},
		DecodeTyped: func(data []byte, document any) error {
			into := document.(protoDocument)
			message := into.NewProto()
			err := message.(vtMessage).UnmarshalVT(data)
			into.FromProto(message)
			return err
		},
		Generated: "vtprotobuf",
	}

	own := plain
	own.Variant = "own-types"
	own.Own = messages
	own.EncodeTyped = func(message any) ([]byte, error) { return message.(vtMessage).MarshalVT() }
	own.DecodeTyped = func(data []byte, message any) error { return message.(vtMessage).UnmarshalVT(data) }
	own.PickTyped = pickOutOf(own.DecodeTyped)
	codec.Register(plain, own)
}
