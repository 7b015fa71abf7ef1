package codecs

import (
	"bytes"
	"fmt"
	"reflect"
	"testing"
	"unicode/utf8"

	"weighbridge/internal/codec"
	"weighbridge/internal/schema"
	"weighbridge/internal/typed"
)

// A key that is said to be unnameable is not what a library writes for a field, and any other is.
func TestKeysAreUnnameableAsSaid(t *testing.T) {
	keys := []string{"plain", "Plain", "", "-", "_", "a b", " ", " a", "a ", "a(b)", "(", ")", "[a]", "a|b", "a=b", "*", "?", "!", "^", "~", "a,b", `a"b`, `a\b`, "a`b", "a'b", "'ab'", "é", "日本", "a.b", "$ref", "@x",
		"a/b", "<a>", "&", "new\nline", "nul\x00", "\x7f", "\u2028", "🌉", "a:b", "omitempty", "string", "inline", "1", "-1", "a;b", "{}", "#", "%", "√"}
	each(t, func(t *testing.T, c *codec.Codec) {
		if c.EncodeTyped == nil || c.DecodeTyped == nil || c.Decode == nil || c.Unnameable == nil || c.Generated != "" {
			t.Skip("nothing to try")
		}
		for _, key := range keys {
			kind := reflect.StructOf([]reflect.StructField{{
				Name: "Field",
				Type: reflect.TypeFor[string](),
				Tag:  reflect.StructTag(typed.Tag(schema.Field{Key: key})),
			}})
			document := reflect.New(kind)
			document.Elem().Field(0).SetString("here")
			found, err := roundTrip(c, document.Interface())
			right := err == nil && reflect.DeepEqual(found, map[string]any{key: "here"})
			if reason := c.Unnameable(key); right != (reason == "") {
				t.Errorf("%q becomes %v (%v); said of it: %q", key, found, err, reason)
			}
		}
	})
}

func roundTrip(c *codec.Codec, document any) (tree any, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("panic: %v", reason)
		}
	}()
	data, err := c.EncodeTyped(document)
	if err != nil {
		return nil, err
	}
	again := reflect.New(reflect.TypeOf(document).Elem())
	if err := c.DecodeTyped(data, again.Interface()); err != nil {
		return nil, err
	}
	if !reflect.DeepEqual(again.Interface(), document) {
		return nil, fmt.Errorf("read back as %v", again.Elem())
	}
	return c.Decode(data)
}

// Text that is not UTF-8 is treated in a struct as the codec says of all its operations.
func TestUTF8IsCheckedInStructs(t *testing.T) {
	type document struct {
		Text string `json:"text" cbor:"text" msgpack:"text"`
	}
	each(t, func(t *testing.T, c *codec.Codec) {
		if c.EncodeTyped == nil || c.DecodeTyped == nil || c.Generated != "" {
			t.Skip("nothing to try")
		}
		data, err := c.EncodeTyped(&document{"plain ascii, and long enough to be worth a view of the input"})
		if err != nil {
			t.Fatal(err)
		}
		var found document
		err = c.DecodeTyped(bytes.Replace(data, []byte("ascii"), []byte("asc\xffi"), 1), &found)
		if checked := err != nil || utf8.ValidString(found.Text); checked != (c.Policies.UTF8 == "checked") {
			t.Errorf("UTF-8 is said to be %s", c.Policies.UTF8)
		}
	})
}
