// Package typed holds the application's own types for the documents of a schema, and converts documents to them and
// back.
package typed

import "weighbridge/internal/pick"

// Types are what the code that was generated for a schema declares.
type Types struct {
	Fingerprint string // of the schema
	// New makes an empty document: a pointer to the root's type.
	New func() any
	// Pick makes what reads the values at paths out of a document.
	Pick func(paths []pick.Path) func(document any, to []pick.Value)
	// Texts are the schema in languages of formats, by their names.
	Texts map[string]string
	// Unbuilt says, by the name of a tool that generates code for codecs, why there is none of its.
	Unbuilt map[string]string
	// Refused says the same where there cannot be any, such as for keys that the tool cannot take.
	Refused map[string]string
}

// Lacking says, by the name of a tool that generates code for codecs, why this program was built without it, and what
// would help.
var Lacking = map[string]string{}

var registered = map[string]*Types{}

// Register adds the types of a schema.
func Register(types Types) { registered[types.Fingerprint] = &types }

// Find returns the types of a schema, nil if this program was built without them.
func Find(fingerprint string) *Types { return registered[fingerprint] }

// Any says whether this program was built for any schema.
func Any() bool { return len(registered) > 0 }
