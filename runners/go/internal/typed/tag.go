package typed

import (
	"strconv"
	"strings"

	"weighbridge/internal/schema"
)

// Tag returns the tag of a struct's field, for all libraries. A field that is none is left out if it may be absent and
// is never null.
func Tag(field schema.Field) string {
	zero, empty := "", "" // libraries that know no omitzero know omitempty
	if field.Optional && !field.Nullable {
		zero, empty = ",omitzero", ",omitempty"
	}
	orNil := empty // msgp writes an empty list where there is none, unless it is told otherwise
	if field.Nullable {
		orNil = ",allownil"
	}
	dash := field.Key
	if dash == "-" {
		dash = "-," // by itself it would leave the field out
	}
	var parts []string
	for _, part := range []struct{ library, name string }{
		{"json", dash + zero},
		{"cbor", dash + zero},
		{"msgpack", field.Key + empty},
		{"msg", field.Key + orNil},
		{"avro", field.Name},
	} {
		parts = append(parts, part.library+":"+strconv.Quote(part.name))
	}
	return strings.Join(parts, " ")
}
