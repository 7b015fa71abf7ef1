// Package value holds the value model of the runner protocol: what may be in a tree, value text and the canonical hash.
//
// A tree of the model is made of nil, bool, int64, uint64 (above 2^63 - 1 only), float64, string (UTF-8), []byte, []any,
// and map[string]any or [Entries].
package value

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Entries are a map whose order is known, as a scan finds it.
type Entries []Entry

// An Entry is one key of a map with its value.
type Entry struct {
	Key   string
	Value any
}

// Of makes a tree of the model from what a library decoded. It takes every width of integer for an integer and
// map[any]any with string keys for a map, as they are for Go's users, and changes nothing else.
//
// A json.Number, which is only text, becomes what [ReadNumber] reads in it.
func Of(decoded any) (any, error) {
	switch v := decoded.(type) {
	case nil, bool, int64, float64, []byte:
		return v, nil
	case string:
		if !utf8.ValidString(v) {
			return nil, fmt.Errorf("a string that is not UTF-8: %q", v)
		}
		return v, nil
	case uint64:
		return unsigned(v), nil
	case int:
		return int64(v), nil
	case int8:
		return int64(v), nil
	case int16:
		return int64(v), nil
	case int32:
		return int64(v), nil
	case uint:
		return unsigned(uint64(v)), nil
	case uint8:
		return int64(v), nil
	case uint16:
		return int64(v), nil
	case uint32:
		return int64(v), nil
	case float32:
		return float64(v), nil
	case json.Number:
		var n number
		err := ReadNumber(string(v), &n)
		return n.value, err
	case []any:
		items := make([]any, len(v))
		for index, item := range v {
			var err error
			if items[index], err = Of(item); err != nil {
				return nil, err
			}
		}
		return items, nil
	case Entries:
		entries := make(Entries, len(v))
		for index, entry := range v {
			if _, err := Of(entry.Key); err != nil {
				return nil, err
			}
			item, err := Of(entry.Value)
			if err != nil {
				return nil, err
			}
			entries[index] = Entry{entry.Key, item}
		}
		return entries, nil
	case map[string]any:
		entries := make(map[string]any, len(v))
		for key, item := range v {
			if err := put(entries, key, item); err != nil {
				return nil, err
			}
		}
		return entries, nil
	case map[any]any:
		entries := make(map[string]any, len(v))
		for key, item := range v {
			text, isText := key.(string)
			if !isText {
				return nil, fmt.Errorf("a map key of type %T", key)
			}
			if err := put(entries, text, item); err != nil {
				return nil, err
			}
		}
		return entries, nil
	}
	return named(decoded)
}

// named takes a library's own names for []any and map[string]any off.
func named(decoded any) (any, error) {
	kind := reflect.TypeOf(decoded)
	for _, plain := range []reflect.Type{reflect.TypeFor[[]any](), reflect.TypeFor[map[string]any]()} {
		if kind.Kind() == plain.Kind() && kind.ConvertibleTo(plain) {
			return Of(reflect.ValueOf(decoded).Convert(plain).Interface())
		}
	}
	return nil, fmt.Errorf("%T is outside the value model", decoded)
}

func put(entries map[string]any, key string, item any) error {
	if _, err := Of(key); err != nil {
		return err
	}
	var err error
	entries[key], err = Of(item)
	return err
}

func unsigned(v uint64) any {
	if v <= math.MaxInt64 {
		return int64(v)
	}
	return v
}

// Numbers is told which number a text is.
type Numbers interface {
	Int(v int64)
	Uint(v uint64) // above 2^63 - 1
	Float(v float64)
}

// ReadNumber tells which number a text is: the integer that its digits spell if it has neither fraction nor exponent
// and fits 64 bits, else the nearest float.
func ReadNumber(text string, to Numbers) error {
	if !strings.ContainsAny(text, ".eE") {
		if v, err := strconv.ParseInt(text, 10, 64); err == nil {
			to.Int(v)
			return nil
		}
		if v, err := strconv.ParseUint(text, 10, 64); err == nil {
			to.Uint(v)
			return nil
		}
	}
	v, err := strconv.ParseFloat(text, 64)
	to.Float(v)
	return err
}

type number struct{ value any }

func (n *number) Int(v int64)     { n.value = v }
func (n *number) Uint(v uint64)   { n.value = v }
func (n *number) Float(v float64) { n.value = v }
