package codecs

import (
	"google.golang.org/protobuf/proto"

	"weighbridge/internal/codec"
)

// A protoDocument is a document of the application's types, which the code that is generated for a schema turns into
// protobuf's own classes and back.
type protoDocument interface {
	NewProto() proto.Message
	ToProto() proto.Message
	FromProto(message proto.Message)
}

var messages = &codec.Own{
	New:  func(document any) any { return document.(protoDocument).NewProto() },
	From: func(document any) any { return document.(protoDocument).ToProto() },
	To:   func(object, document any) { document.(protoDocument).FromProto(object.(proto.Message)) },
}

func init() {
	plain := codec.Codec{
		Name:          "protobuf",
		Format:        "protobuf",
		Module:        "google.golang.org/protobuf",
		API:           "proto.Marshal, proto.Unmarshal",
		Homepage:      "https://github.com/protocolbuffers/protobuf-go",
		Documentation: "https://protobuf.dev/getting-started/gotutorial/",
		Licence:       "BSD-3-Clause",
		EncodeTyped:   func(document any) ([]byte, error) { return proto.Marshal(document.(protoDocument).ToProto()) },
		DecodeTyped: func(data []byte, document any) error {
			into := document.(protoDocument)
			message := into.NewProto()
			err := proto.Unmarshal(data, message)
			into.FromProto(message)
			return err
		},
		Generated: "protobuf",
	}

	own := plain
	own.Variant = "own-types"
	own.Own = messages
	own.EncodeTyped = func(message any) ([]byte, error) { return proto.Marshal(message.(proto.Message)) }
	own.DecodeTyped = func(data []byte, message any) error { return proto.Unmarshal(data, message.(proto.Message)) }
	codec.Register(plain, own)
}
