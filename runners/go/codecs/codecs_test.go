package codecs

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"weighbridge/internal/codec"
	"weighbridge/internal/pick"
	"weighbridge/internal/value"
	"weighbridge/internal/visit"
)

// document is what every format can hold.
func document() any {
	return map[string]any{
		"text":  "plain ascii, and long enough to be worth a view of the input",
		"items": []any{true, nil, 2.5, "x", map[string]any{}},
	}
}

func encode(t *testing.T, c *codec.Codec, tree any) []byte {
	t.Helper()
	if c.Prepare != nil {
		var err error
		if tree, err = c.Prepare(tree); err != nil {
			t.Fatal(err)
		}
	}
	data, err := c.Encode(tree)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// forms holds the document in each format, as the first codec of the format writes it.
func forms(t *testing.T) map[string][]byte {
	found := map[string][]byte{}
	for _, c := range codec.All() {
		if c.Encode != nil && found[c.Format] == nil {
			found[c.Format] = slices.Clone(encode(t, c, document()))
		}
	}
	return found
}

// readers returns what the codec can read by: its decoder and its scanner, each followed by what a check does.
func readers(c *codec.Codec) map[string]func([]byte) (any, error) {
	found := map[string]func([]byte) (any, error){}
	if c.Decode != nil {
		found["decode"] = func(data []byte) (any, error) {
			tree, err := c.Decode(data)
			if err == nil && c.Natural != nil {
				tree, err = c.Natural(tree)
			}
			return tree, err
		}
	}
	if c.Scan != nil {
		found["scan"] = func(data []byte) (any, error) {
			builder := &visit.Builder{}
			if err := c.Scan(data, builder); err != nil {
				return nil, err
			}
			return builder.Tree()
		}
	}
	return found
}

func hash(t *testing.T, tree any, err error) uint64 {
	t.Helper()
	if err == nil {
		tree, err = value.Of(tree)
	}
	if err != nil {
		t.Fatal(err)
	}
	return value.Hash(tree)
}

func each(t *testing.T, test func(t *testing.T, c *codec.Codec)) {
	for _, c := range codec.All() {
		t.Run(c.Selector(), func(t *testing.T) {
			if c.Missing != "" {
				t.Skip(c.Missing)
			}
			test(t, c)
		})
	}
}

// A keeper keeps the strings that it is handed, as an application might, and copies of them.
type keeper struct {
	visit.Builder
	kept, copies []string
}

func (k *keeper) String(v string) {
	k.kept = append(k.kept, v)
	k.copies = append(k.copies, strings.Clone(v))
	k.Builder.String(v)
}

// Owned strings stay what they are when the document is overwritten and another one is read.
func TestStringsAreOwned(t *testing.T) {
	all := forms(t)
	each(t, func(t *testing.T, c *codec.Codec) {
		data := slices.Clone(all[c.Format])
		other := bytes.ReplaceAll(data, []byte("ascii"), []byte("other"))
		check := func(name string, read func(data []byte) error, unchanged func() bool) {
			if err := read(data); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if !unchanged() {
				t.Fatalf("%s gives something else", name)
			}
			for index := range data {
				data[index] = '?'
			}
			_ = read(other)
			if owned := unchanged(); owned != (c.Policies.Strings == "owned") {
				t.Errorf("%s: strings are said to be %s", name, c.Policies.Strings)
			}
			copy(data, all[c.Format])
		}
		if c.Decode != nil {
			var first any
			check("decode", func(data []byte) error {
				tree, err := readers(c)["decode"](data)
				if first == nil {
					first = tree
				}
				return err
			}, func() bool { return hash(t, first, nil) == value.Hash(document()) })
		}
		if c.Scan != nil {
			var first *keeper
			check("scan", func(data []byte) error {
				visitor := &keeper{}
				if first == nil {
					first = visitor
				}
				return c.Scan(data, visitor)
			}, func() bool { return len(first.kept) == 2 && slices.Equal(first.kept, first.copies) })
		}
	})
}

func TestResultsOutliveTheNextCall(t *testing.T) {
	all := forms(t)
	each(t, func(t *testing.T, c *codec.Codec) {
		if c.Encode != nil && c.Policies.Buffers == "fresh" {
			first := encode(t, c, document())
			kept := slices.Clone(first)
			encode(t, c, map[string]any{"other": strings.Repeat("y", len(first))})
			if !bytes.Equal(first, kept) {
				t.Error("the next call overwrites the bytes of the last")
			}
		}
		for name, read := range readers(c) {
			tree, err := read(all[c.Format])
			before := hash(t, tree, err)
			if _, err := read(all[c.Format]); err != nil {
				t.Fatal(err)
			}
			if hash(t, tree, nil) != before {
				t.Errorf("%s: the next call overwrites the tree of the last", name)
			}
		}
	})
}

func TestUTF8IsCheckedAsSaid(t *testing.T) {
	all := forms(t)
	each(t, func(t *testing.T, c *codec.Codec) {
		broken := bytes.Replace(all[c.Format], []byte("ascii"), []byte("asc\xffi"), 1)
		for name, read := range readers(c) {
			tree, err := read(broken)
			if err == nil {
				_, err = value.Of(tree) // refuses what the library let pass
				if checked := err == nil; checked != (c.Policies.UTF8 == "checked") {
					t.Errorf("%s: UTF-8 is said to be %s", name, c.Policies.UTF8)
				}
			} else if c.Policies.UTF8 != "checked" {
				t.Errorf("%s: UTF-8 is said to be unchecked: %v", name, err)
			}
		}
	})
}

// A library may refuse what nests deep. It may not overflow the stack, which ends a Go program, or give another tree.
func TestDeepNesting(t *testing.T) {
	for _, depth := range []int{500, 5_000} {
		var tree any = map[string]any{}
		for range depth {
			tree = map[string]any{"down": tree}
		}
		each(t, func(t *testing.T, c *codec.Codec) {
			var data []byte
			for _, encoder := range codec.All() {
				if encoder.Format == c.Format && encoder.Encode != nil && data == nil {
					source := tree
					if encoder.Prepare != nil {
						source, _ = encoder.Prepare(tree)
					}
					data, _ = encoder.Encode(source)
				}
			}
			for name, read := range readers(c) {
				found, err := read(data)
				if err == nil && hash(t, found, nil) != value.Hash(tree) {
					t.Errorf("%s of %d levels gives another tree", name, depth)
				}
			}
		})
	}
}

// What is picked is what is found in the tree at those paths, and its strings are owned.
func TestPickedIsWhatTheTreeHas(t *testing.T) {
	all := forms(t)
	items := func(steps ...pick.Step) pick.Path { return append(pick.Path{pick.Key("items")}, steps...) }
	paths := []pick.Path{
		{pick.Key("text")}, items(pick.Index(0)), items(pick.Index(1)), items(pick.Index(2)), items(pick.Index(3)),
		{pick.Key("absent")}, {pick.Key("text"), pick.Key("x")}, items(pick.Index(5)), items(pick.Index(4), pick.Key("y")),
	}
	text := document().(map[string]any)["text"]
	wanted := []any{text, true, nil, 2.5, "x", "no", "no", "no", "no"}
	each(t, func(t *testing.T, c *codec.Codec) {
		if c.Decode == nil && c.PickFor == nil {
			t.Skip("nothing to try")
		}
		for _, some := range [][2]int{{0, len(paths)}, {0, 1}, {5, 6}, {0, 0}} {
			paths, wanted := paths[some[0]:some[1]], wanted[some[0]:some[1]]
			read := pick.OutOfTrees(c.Decode, paths)
			if c.PickFor != nil {
				var err error
				if read, err = c.PickFor(paths); err != nil {
					t.Fatal(err)
				}
			}
			data := slices.Clone(all[c.Format])
			found := make([]pick.Value, len(paths))
			if err := read(data, found); err != nil {
				t.Fatal(err)
			}
			for index := range data {
				data[index] = '?'
			}
			for number, value := range found {
				scalar, there := value.Tree()
				if !there {
					scalar = "no"
				}
				if scalar != wanted[number] && scalar != json.Number("2.5") {
					t.Errorf("%v is %v, not %v", paths[number], scalar, wanted[number])
				}
			}
		}
	})
}
