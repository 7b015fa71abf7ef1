package codecs

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/x/bsonx/bsoncore"

	"weighbridge/internal/codec"
	"weighbridge/internal/pick"
	"weighbridge/internal/value"
	"weighbridge/internal/visit"
)

func init() {
	plain := codec.Codec{
		Name:          "mongo-bson",
		Format:        "bson",
		Module:        "go.mongodb.org/mongo-driver/v2",
		API:           "Marshal, Decoder.DefaultDocumentMap, ValueReader, Raw.LookupErr",
		Homepage:      "https://github.com/mongodb/mongo-go-driver",
		Documentation: "https://pkg.go.dev/go.mongodb.org/mongo-driver/v2/bson",
		Licence:       "Apache-2.0",
		Policies:      codec.Policies{UTF8: "unchecked"},
		Prepare:       func(document any) (any, error) { return numbered(document), nil },
		StartsFrom:    "native",
		Encode:        bson.Marshal,
		// Unmarshal would make a bson.D of nested documents. A Decoder can be asked for maps, which the driver does in
		// this way too; it reads through a buffer of 4 KB of its own.
		Decode: func(data []byte) (any, error) {
			decoder := bson.NewDecoder(bson.NewDocumentReader(bytes.NewReader(data)))
			decoder.DefaultDocumentMap()
			decoder.BinaryAsSlice()
			var tree map[string]any
			err := decoder.Decode(&tree)
			return tree, err
		},
		Scan: func(data []byte, visitor visit.Visitor) error {
			return visitDocument(bson.NewDocumentReader(bytes.NewReader(data)), visitor)
		},
		PickFor: lookUp,
	}

	// The library's own tree, in which documents are lists of entries.
	ordered := plain
	ordered.Variant = "d"
	ordered.API = "Marshal, Unmarshal of bson.D"
	ordered.Policies.Map = "list"
	ordered.StartsFrom = "library"
	ordered.Documentation = "https://pkg.go.dev/go.mongodb.org/mongo-driver/v2/bson#D"
	ordered.Scan = nil
	ordered.Prepare = func(document any) (any, error) { return toOrdered(numbered(document)), nil }
	ordered.Decode = func(data []byte) (any, error) {
		var tree bson.D
		err := bson.Unmarshal(data, &tree)
		return &tree, err
	}
	ordered.Natural = func(decoded any) (any, error) { return fromOrdered(*decoded.(*bson.D)), nil }
	ordered.PickFor = func(paths []pick.Path) (pick.Picker, error) {
		return func(data []byte, to []pick.Value) error {
			var tree bson.D
			if err := bson.Unmarshal(data, &tree); err != nil {
				return err
			}
			for number, path := range paths {
				pickOrdered(tree, path, &to[number])
			}
			return nil
		}, nil
	}
	codec.Register(plain, ordered)
}

func lookUp(paths []pick.Path) (pick.Picker, error) {
	keys := make([][]string, len(paths))
	for number, path := range paths {
		keys[number] = path.Keys()
	}
	return func(data []byte, to []pick.Value) error {
		for number := range keys {
			found, err := bson.Raw(data).LookupErr(keys[number]...)
			if err != nil {
				if errors.Is(err, bsoncore.ErrElementNotFound) || errors.As(err, &bsoncore.InvalidDepthTraversalError{}) {
					continue
				}
				return err
			}
			pickRawValue(found, &to[number])
		}
		return nil
	}, nil
}

func pickRawValue(from bson.RawValue, to *pick.Value) {
	switch from.Type {
	case bson.TypeNull:
		to.Null()
	case bson.TypeBoolean:
		to.Bool(from.Boolean())
	case bson.TypeInt32:
		to.Int(int64(from.Int32()))
	case bson.TypeInt64:
		to.Int(from.Int64())
	case bson.TypeDouble:
		to.Float(from.Double())
	case bson.TypeString:
		to.String(from.StringValue())
	case bson.TypeBinary:
		_, v := from.Binary()
		to.Bytes(bytes.Clone(v))
	}
}

// pickOrdered goes through the entries of documents, as a program does that has them as lists.
func pickOrdered(tree any, path pick.Path, to *pick.Value) {
	for number := range path {
		step, found := &path[number], false
		switch v := tree.(type) {
		case bson.D:
			for index := range v {
				if v[index].Key == step.Key {
					tree, found = v[index].Value, true
					break
				}
			}
		case bson.A:
			if found = step.IsIndex && step.Index < len(v); found {
				tree = v[step.Index]
			}
		}
		if !found {
			return
		}
	}
	if v, isBinary := tree.(bson.Binary); isBinary {
		tree = v.Data
	}
	to.Item(tree)
}

// numbered makes of an array at the root, where BSON has none, the document with the keys "0", "1", ….
func numbered(root any) any {
	items, isArray := root.([]any)
	if !isArray {
		return root
	}
	document := map[string]any{}
	for index, item := range items {
		document[strconv.Itoa(index)] = item
	}
	return document
}

func toOrdered(tree any) any {
	switch v := tree.(type) {
	case map[string]any:
		document := bson.D{}
		for key, item := range v {
			document = append(document, bson.E{Key: key, Value: toOrdered(item)})
		}
		return document
	case []any:
		items := bson.A{}
		for _, item := range v {
			items = append(items, toOrdered(item))
		}
		return items
	}
	return tree
}

func fromOrdered(tree any) any {
	switch v := tree.(type) {
	case bson.D:
		entries := value.Entries{}
		for _, entry := range v {
			entries = append(entries, value.Entry{Key: entry.Key, Value: fromOrdered(entry.Value)})
		}
		return entries
	case bson.A:
		items := []any{}
		for _, item := range v {
			items = append(items, fromOrdered(item))
		}
		return items
	case bson.Binary:
		if v.Subtype == bson.TypeBinaryGeneric {
			return v.Data
		}
	}
	return tree
}

func visitDocument(reader bson.ValueReader, visitor visit.Visitor) error {
	document, err := reader.ReadDocument()
	if err != nil {
		return err
	}
	visitor.BeginMap()
	for {
		key, item, err := document.ReadElement()
		if errors.Is(err, bson.ErrEOD) {
			visitor.EndMap()
			return nil
		}
		if err != nil {
			return err
		}
		visitor.Key(key)
		if err := visitValue(item, visitor); err != nil {
			return err
		}
	}
}

func visitValue(reader bson.ValueReader, visitor visit.Visitor) error {
	switch reader.Type() {
	case bson.TypeNull:
		visitor.Null()
		return reader.ReadNull()
	case bson.TypeBoolean:
		v, err := reader.ReadBoolean()
		visitor.Bool(v)
		return err
	case bson.TypeInt32:
		v, err := reader.ReadInt32()
		visitor.Int(int64(v))
		return err
	case bson.TypeInt64:
		v, err := reader.ReadInt64()
		visitor.Int(v)
		return err
	case bson.TypeDouble:
		v, err := reader.ReadDouble()
		visitor.Float(v)
		return err
	case bson.TypeString:
		v, err := reader.ReadString()
		visitor.String(v)
		return err
	case bson.TypeBinary:
		v, _, err := reader.ReadBinary()
		visitor.Bytes(v)
		return err
	case bson.TypeEmbeddedDocument:
		return visitDocument(reader, visitor)
	case bson.TypeArray:
		return visitItems(reader, visitor)
	}
	return fmt.Errorf("a BSON %s is outside the value model", reader.Type())
}

func visitItems(reader bson.ValueReader, visitor visit.Visitor) error {
	array, err := reader.ReadArray()
	if err != nil {
		return err
	}
	visitor.BeginArray()
	for {
		item, err := array.ReadValue()
		if errors.Is(err, bson.ErrEOA) {
			visitor.EndArray()
			return nil
		}
		if err != nil {
			return err
		}
		if err := visitValue(item, visitor); err != nil {
			return err
		}
	}
}
