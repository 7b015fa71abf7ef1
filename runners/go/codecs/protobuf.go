package codecs

import (
	"google.golang.org/protobuf/proto"

	"weighbridge/internal/codec"
	"weighbridge/internal/pick"
)

// A protoDocument is a document of the application's types, which the code that is generated for a schema turns into
// protobuf's own classes and back.
type protoDocument interface {
	NewProto() proto.Message
	ToProto() proto.Message
	FromProto(message proto.Message)
	FindInProto(paths []pick.Path) func(message proto.Message, to []pick.Value)
}

var messages = &codec.Own{
	New:  func(document any) any { return document.(protoDocument).NewProto() },
	From: func(document any) any { return document.(protoDocument).ToProto() },
	To:   func(object, document any) { document.(protoDocument).FromProto(object.(proto.Message)) },
}

// pickOutOf makes what unmarshals a message and reads the values at paths out of it, as a program does that keeps
// messages.
func pickOutOf(unmarshal func(data []byte, message any) error) func(document any, paths []pick.Path) pick.Picker {
	return func(document any, paths []pick.Path) pick.Picker {
		kind := document.(protoDocument)
		read := kind.FindInProto(paths)
		return func(data []byte, to []pick.Value) error {
			message := kind.NewProto()
			if err := unmarshal(data, message); err != nil {
				return err
			}
			read(message, to)
			return nil
		}
	}
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
	own.PickTyped = pickOutOf(own.DecodeTyped)
	codec.Register(plain, own)
}
