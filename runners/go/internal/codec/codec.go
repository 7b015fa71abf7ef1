// Package codec says what a codec file declares, and holds what has been declared.
package codec

import (
	"cmp"
	"path"
	"runtime"
	"slices"

	"weighbridge/internal/pick"
	"weighbridge/internal/visit"
)

// A Codec is one library's implementation of one format in one variant.
//
// The functions take and give what the library itself does: the loops call them as they are, so a library's own
// function stands here wherever its signature allows.
type Codec struct {
	Name    string // unique together with Variant
	Variant string // empty for the plain row
	Format  string

	Module        string // path of the library's module; empty for the standard library
	Library       string // the library's name for people, where that is not the module's path
	API           string // which of the library's interfaces, in a word or two
	Homepage      string
	Documentation string // the page that shows the calls used
	Licence       string // SPDX identifier
	Policies      Policies

	// Encode makes fresh bytes from a natural tree, or from what Prepare made of it.
	Encode func(document any) ([]byte, error)
	// Decode makes a tree with every value in it.
	Decode func(data []byte) (any, error)
	// Scan hands every value to the visitor.
	Scan func(data []byte, visitor visit.Visitor) error
	// PickFor makes what reads the values at paths, by the library's own way to single values; with none, what is
	// decoded is read.
	PickFor func(paths []pick.Path) (pick.Picker, error)

	// EncodeTyped makes fresh bytes from a document of the application's own types, given as a pointer to it.
	EncodeTyped func(document any) ([]byte, error)
	// DecodeTyped reads into an empty one.
	DecodeTyped func(data []byte, document any) error
	// ReadTyped makes what hands every field to the visitor by the format's accessors, for the document type of which
	// an empty one is given.
	ReadTyped func(document any) func(data []byte, visitor visit.Visitor) error
	// PickTyped makes what reads the values at paths by the format's accessors; with none, what is decoded is read.
	PickTyped func(document any, paths []pick.Path) pick.Picker
	// TypedFor makes EncodeTyped and DecodeTyped for a schema in the language of the format, where the library asks for that.
	TypedFor func(schema string) (encode func(document any) ([]byte, error), decode func(data []byte, document any) error, err error)
	// Language is what TypedFor is to be given, as `weighbridge schema --to` knows it.
	Language string
	// Own are the library's own classes, where the typed operations are to use those, with no conversion between the
	// clocks.
	Own *Own
	// Unnameable says why the key of a field cannot be written in a struct's tag, or is empty if it can. Of a library
	// with generated code the generator says it (internal/typegen): it is not even given such a key.
	Unnameable func(key string) string
	// Generated names the tool whose generated code the typed operations call; empty if there is none.
	Generated string

	// Prepare makes, outside of the timed region, what Encode starts from, such as the library's own tree; nil for the
	// natural tree.
	Prepare func(document any) (any, error)
	// Natural makes, outside of the timed region, a tree of the value model from what Decode gave; nil if it is one.
	Natural func(decoded any) (any, error)

	// StartsFrom says what Encode starts from, in the words of docs/protocol.md ("Tares"): "events" where Encode itself
	// walks the tree. Left empty it becomes "library" if there is a Prepare, else "native": a Prepare that makes another
	// natural tree says so here.
	StartsFrom string

	// Missing says why the library cannot run on this machine, and what would help; empty if it can.
	Missing string

	source string
}

// Unsupported is the error of what a codec cannot do by its nature.
type Unsupported string

func (reason Unsupported) Error() string { return string(reason) }

// Own are classes of a library's own, each a pointer to one.
type Own struct {
	New  func(document any) any // makes an empty object, for the document type of which an empty one is given
	From func(document any) any // makes the object for a document
	To   func(object, document any)
}

// Policies say what the calls do with buffers, strings and UTF-8; the zero value stands for the defaults. The values
// are those of docs/protocol.md.
type Policies struct {
	Buffers string // "fresh" unless it says otherwise
	Strings string // "owned"
	UTF8    string // "checked"
	Access  string // "tree"
	Map     string // "hash", as Go's own, unless there is no tree
	Threads bool   // works in other threads than the caller's
}

// Selector returns the name by which a request names the codec: name or name[variant].
func (c *Codec) Selector() string {
	if c.Variant == "" {
		return c.Name
	}
	return c.Name + "[" + c.Variant + "]"
}

// TreeOperations lists what the codec can do with trees.
func (c *Codec) TreeOperations() []string {
	operations := []string{}
	if c.Encode != nil {
		operations = append(operations, "encode")
	}
	if c.Decode != nil {
		operations = append(operations, "decode")
	}
	if c.Scan != nil {
		operations = append(operations, "scan")
	}
	if c.Decode != nil || c.PickFor != nil {
		operations = append(operations, "pick")
	}
	return operations
}

// TypedOperations lists what the codec can do with the application's own types.
func (c *Codec) TypedOperations() []string {
	operations := []string{}
	if c.EncodeTyped != nil || c.TypedFor != nil {
		operations = append(operations, "encode-typed")
	}
	if c.DecodeTyped != nil || c.TypedFor != nil {
		operations = append(operations, "decode-typed")
	}
	if c.ReadTyped != nil {
		operations = append(operations, "read-typed")
	}
	// What a library has in place of the application's types, only its own file can read.
	if c.PickTyped != nil || c.Own == nil && (c.DecodeTyped != nil || c.TypedFor != nil) {
		operations = append(operations, "pick-typed")
	}
	return operations
}

// Tare returns the tare that is subtracted from an operation: it follows from what the operation starts from.
func (c *Codec) Tare(operation string) string {
	if operation == "scan" || operation == "read-typed" || operation == "encode" && c.StartsFrom == "events" {
		return "visit"
	}
	return "call"
}

// Source returns the codec's file, relative to the runner's folder.
func (c *Codec) Source() string { return c.source }

var registered []*Codec

// Register adds codecs, which all come from the file that calls it.
func Register(codecs ...Codec) {
	_, file, _, _ := runtime.Caller(1)
	for _, c := range codecs {
		c.source = "codecs/" + path.Base(file)
		c.Library = cmp.Or(c.Library, c.Module)
		c.Policies.Buffers = cmp.Or(c.Policies.Buffers, "fresh")
		c.Policies.Strings = cmp.Or(c.Policies.Strings, "owned")
		c.Policies.UTF8 = cmp.Or(c.Policies.UTF8, "checked")
		c.Policies.Access = cmp.Or(c.Policies.Access, "tree")
		if c.Encode != nil || c.Decode != nil {
			c.Policies.Map = cmp.Or(c.Policies.Map, "hash")
		}
		switch {
		case c.Encode == nil:
			c.StartsFrom = ""
		case c.Prepare != nil:
			c.StartsFrom = cmp.Or(c.StartsFrom, "library")
		default:
			c.StartsFrom = cmp.Or(c.StartsFrom, "native")
		}
		registered = append(registered, &c)
	}
}

// All returns every codec, sorted by selector.
func All() []*Codec {
	return slices.SortedFunc(slices.Values(registered), func(a, b *Codec) int {
		return cmp.Compare(a.Selector(), b.Selector())
	})
}
