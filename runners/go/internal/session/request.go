package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"
)

// A badRequest is malformed or names what does not exist.
type badRequest struct{ error }

// An unsupported operation is one that the codec cannot do by its nature.
type unsupported struct{ error }

func bad(format string, arguments ...any) error {
	return badRequest{fmt.Errorf(format, arguments...)}
}

// An object is a JSON object whose members are not read yet. (A struct would take members in any case.)
type object map[string]json.RawMessage

func parse(line []byte) (object, error) {
	if !utf8.Valid(line) {
		return nil, bad("not UTF-8")
	}
	var request object
	if err := json.Unmarshal(line, &request); err != nil {
		return nil, badRequest{err}
	}
	if request == nil {
		return nil, bad("not an object")
	}
	return request, nil
}

// member takes a member of an object, of the JSON type that T stands for.
func member[T any](from object, name string) (T, error) {
	var value T
	raw, found := from[name]
	if !found {
		return value, bad("no member %q", name)
	}
	err := json.Unmarshal(raw, &value)
	if err == nil && bytes.Equal(raw, []byte("null")) {
		err = errors.New("null")
	}
	if err != nil {
		return value, bad("member %q: %w", name, err)
	}
	return value, nil
}

// members takes several members that are strings.
func members(from object, names ...string) ([]string, error) {
	values := make([]string, len(names))
	for index, name := range names {
		var err error
		if values[index], err = member[string](from, name); err != nil {
			return nil, err
		}
	}
	return values, nil
}
