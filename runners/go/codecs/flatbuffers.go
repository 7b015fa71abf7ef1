package codecs

import (
	"sync"

	flatbuffers "github.com/google/flatbuffers/go"

	"weighbridge/internal/codec"
	"weighbridge/internal/pick"
	"weighbridge/internal/visit"
)

// A flatDocument is a document of the application's types, with the code that is generated for a schema upon flatc's.
type flatDocument interface {
	WriteFlatBuffer(builder *flatbuffers.Builder) flatbuffers.UOffsetT
	ReadFlatBuffer(data []byte)
	VisitFlatBuffer(data []byte, visitor visit.Visitor)
	FindFlatBuffer(paths []pick.Path) pick.Picker
	NewFlatObject() any
	ToFlatObject() any
	FromFlatObject(object any)
}

// A flatObject is a document of flatc's object API.
type flatObject interface {
	Pack(builder *flatbuffers.Builder) flatbuffers.UOffsetT
	UnPack(data []byte)
}

func init() {
	plain := codec.Codec{
		Name:          "flatbuffers",
		Format:        "flatbuffers",
		Module:        "github.com/google/flatbuffers",
		API:           "Builder, flatc's accessors",
		Homepage:      "https://flatbuffers.dev/",
		Documentation: "https://flatbuffers.dev/languages/go/",
		Licence:       "Apache-2.0",
		Policies:      codec.Policies{UTF8: "unchecked", Access: "lazy"},
		EncodeTyped: func(document any) ([]byte, error) {
			builder := flatbuffers.NewBuilder(1024)
			builder.Finish(document.(flatDocument).WriteFlatBuffer(builder))
			return builder.FinishedBytes(), nil
		},
		DecodeTyped: func(data []byte, document any) error {
			document.(flatDocument).ReadFlatBuffer(data)
			return nil
		},
		ReadTyped: func(document any) func(data []byte, visitor visit.Visitor) error {
			read := document.(flatDocument).VisitFlatBuffer
			return func(data []byte, visitor visit.Visitor) error {
				read(data, visitor)
				return nil
			}
		},
		PickTyped: func(document any, paths []pick.Path) pick.Picker {
			return document.(flatDocument).FindFlatBuffer(paths)
		},
		Generated: "flatbuffers",
	}

	reuse := plain
	reuse.Variant = "reuse"
	reuse.API = "Builder.Reset"
	reuse.Documentation = "https://pkg.go.dev/github.com/google/flatbuffers/go#Builder.Reset"
	reuse.Policies.Buffers = "reuse"
	reuse.DecodeTyped, reuse.ReadTyped, reuse.PickTyped = nil, nil, nil
	builders := sync.Pool{New: func() any { return flatbuffers.NewBuilder(1024) }}
	reuse.EncodeTyped = func(document any) ([]byte, error) {
		builder := builders.Get().(*flatbuffers.Builder)
		defer builders.Put(builder)
		builder.Reset()
		builder.Finish(document.(flatDocument).WriteFlatBuffer(builder))
		return builder.FinishedBytes(), nil
	}

	// What `flatc --gen-object-api` makes: structs that it packs and unpacks by itself.
	own := plain
	own.Variant = "own-types"
	own.API = "flatc's object API"
	own.Documentation = "https://flatbuffers.dev/languages/go/#object-based-api"
	own.Policies.Access = "tree"
	own.ReadTyped, own.PickTyped = nil, nil
	own.Own = &codec.Own{
		New:  func(document any) any { return document.(flatDocument).NewFlatObject() },
		From: func(document any) any { return document.(flatDocument).ToFlatObject() },
		To:   func(object, document any) { document.(flatDocument).FromFlatObject(object) },
	}
	own.EncodeTyped = func(object any) ([]byte, error) {
		builder := flatbuffers.NewBuilder(1024)
		builder.Finish(object.(flatObject).Pack(builder))
		return builder.FinishedBytes(), nil
	}
	own.DecodeTyped = func(data []byte, object any) error {
		object.(flatObject).UnPack(data)
		return nil
	}
	codec.Register(plain, reuse, own)
}
