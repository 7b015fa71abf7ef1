package value

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
)

const (
	floatKey = "\x00float"
	bytesKey = "\x00bytes"
)

// Parse reads value text into a natural tree: maps are map[string]any.
func Parse(text []byte) (any, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var raw any
	if err := decoder.Decode(&raw); err != nil {
		return nil, fmt.Errorf("value text: %w", err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("value text: something follows the value")
	}
	tree, err := Of(raw)
	if err != nil {
		return nil, fmt.Errorf("value text: %w", err)
	}
	return unwrap(tree)
}

// unwrap replaces the maps that stand for bytes and for floats that JSON has no text for.
func unwrap(tree any) (any, error) {
	var err error
	switch v := tree.(type) {
	case []any:
		for index, item := range v {
			if v[index], err = unwrap(item); err != nil {
				return nil, err
			}
		}
	case map[string]any:
		if len(v) == 1 {
			if text, is := v[bytesKey].(string); is {
				return base64.StdEncoding.Strict().DecodeString(text)
			}
			if text, is := v[floatKey].(string); is {
				return strconv.ParseFloat(text, 64)
			}
		}
		for key, item := range v {
			if v[key], err = unwrap(item); err != nil {
				return nil, err
			}
		}
	}
	return tree, nil
}

// AppendText appends a tree of the model as value text. The entries of a Go map, which has no order, are sorted, so
// that the same value always makes the same text.
func AppendText(text []byte, tree any) []byte {
	switch v := tree.(type) {
	case nil:
		return append(text, "null"...)
	case bool:
		return strconv.AppendBool(text, v)
	case int64:
		return strconv.AppendInt(text, v, 10)
	case uint64:
		return strconv.AppendUint(text, v, 10)
	case float64:
		return appendFloat(text, v)
	case string:
		return appendString(text, v)
	case []byte:
		return appendWrapped(text, bytesKey, base64.StdEncoding.EncodeToString(v))
	case []any:
		text = append(text, '[')
		for index, item := range v {
			if index > 0 {
				text = append(text, ',')
			}
			text = AppendText(text, item)
		}
		return append(text, ']')
	case map[string]any:
		entries := make(Entries, 0, len(v))
		for _, key := range slices.Sorted(maps.Keys(v)) {
			entries = append(entries, Entry{key, v[key]})
		}
		return AppendText(text, entries)
	case Entries:
		text = append(text, '{')
		for index, entry := range v {
			if index > 0 {
				text = append(text, ',')
			}
			text = append(appendString(text, entry.Key), ':')
			text = AppendText(text, entry.Value)
		}
		return append(text, '}')
	}
	panic(fmt.Sprintf("%T is no tree of the value model", tree))
}

func appendFloat(text []byte, v float64) []byte {
	switch {
	case math.IsNaN(v):
		return appendWrapped(text, floatKey, "nan")
	case math.IsInf(v, 1):
		return appendWrapped(text, floatKey, "inf")
	case math.IsInf(v, -1):
		return appendWrapped(text, floatKey, "-inf")
	}
	start := len(text)
	text = strconv.AppendFloat(text, v, 'g', -1, 64)
	if !bytes.ContainsAny(text[start:], ".e") {
		text = append(text, ".0"...)
	}
	return text
}

func appendString(text []byte, v string) []byte {
	quoted, err := json.Marshal(v)
	if err != nil { // there is no string that it refuses
		panic(err)
	}
	return append(text, quoted...)
}

func appendWrapped(text []byte, key, content string) []byte {
	text = append(appendString(append(text, '{'), key), ':')
	return append(appendString(text, content), '}')
}
