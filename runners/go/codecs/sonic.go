package codecs

import (
	"encoding/json"

	"github.com/bytedance/sonic"
	"github.com/bytedance/sonic/ast"

	"weighbridge/internal/codec"
	"weighbridge/internal/pick"
	"weighbridge/internal/visit"
)

func init() {
	missing := ""
	if sonic.APIKind != sonic.UseSonicJSON {
		missing = "on this processor or with this version of Go, sonic falls back to encoding/json; " +
			"build with a version of Go that it knows, for amd64 or arm64"
	}
	rows := func(variant, api string, config sonic.API) codec.Codec {
		return codec.Codec{
			Name:          "sonic",
			Variant:       variant,
			Format:        "json",
			Module:        "github.com/bytedance/sonic",
			API:           api,
			Homepage:      "https://github.com/bytedance/sonic",
			Documentation: "https://pkg.go.dev/github.com/bytedance/sonic#Config",
			Licence:       "Apache-2.0",
			Missing:       missing,
			Encode:        config.Marshal,
			Decode: func(data []byte) (tree any, err error) {
				err = config.Unmarshal(data, &tree)
				return tree, err
			},
			EncodeTyped: config.Marshal,
			DecodeTyped: config.Unmarshal,
			Unnameable:  unnameableInJSON,
		}
	}

	plain := rows("", "ConfigDefault, ast.Preorder, Get", sonic.ConfigDefault)
	plain.Policies.UTF8 = "unchecked"
	plain.Scan = func(data []byte, visitor visit.Visitor) error {
		return ast.Preorder(string(data), preorder{visitor}, nil)
	}

	plain.PickFor = func(paths []pick.Path) (pick.Picker, error) {
		steps := mixed(paths)
		return func(data []byte, to []pick.Value) error {
			for number := range steps {
				node, err := sonic.Get(data, steps[number]...)
				if err != nil { // a path that goes on beyond a scalar is told as if the document were malformed
					continue
				}
				if err := pickNode(&node, &to[number]); err != nil {
					return err
				}
			}
			return nil
		}, nil
	}

	// One node for the whole document, which keeps what it has parsed on its way to a value.
	node := rows("node", "Get, Node.GetByPath", sonic.ConfigDefault)
	node.Documentation = "https://pkg.go.dev/github.com/bytedance/sonic/ast#Node.GetByPath"
	node.Policies = codec.Policies{UTF8: "unchecked", Access: "lazy"}
	node.Encode, node.Decode, node.EncodeTyped, node.DecodeTyped = nil, nil, nil, nil
	node.PickFor = func(paths []pick.Path) (pick.Picker, error) {
		steps := mixed(paths)
		return func(data []byte, to []pick.Value) error {
			root, err := sonic.Get(data)
			if err != nil {
				return err
			}
			for number := range steps {
				found := root.GetByPath(steps[number]...)
				if !found.Exists() {
					continue
				}
				if err := pickNode(found, &to[number]); err != nil {
					return err
				}
			}
			return nil
		}, nil
	}

	standard := rows("std", "ConfigStd", sonic.ConfigStd)

	integers := rows("int64", "Config.UseInt64", sonic.Config{UseInt64: true}.Froze())
	integers.Policies.UTF8 = "unchecked"
	integers.Encode, integers.EncodeTyped, integers.DecodeTyped = nil, nil, nil // a field says what its number is

	codec.Register(plain, node, standard, integers)
}

func mixed(paths []pick.Path) [][]any {
	steps := make([][]any, len(paths))
	for number, path := range paths {
		steps[number] = path.Mixed()
	}
	return steps
}

func pickNode(node *ast.Node, to *pick.Value) error {
	switch node.TypeSafe() {
	case ast.V_NULL:
		to.Null()
	case ast.V_TRUE:
		to.Bool(true)
	case ast.V_FALSE:
		to.Bool(false)
	case ast.V_NUMBER:
		v, err := node.Float64()
		to.Float(v)
		return err
	case ast.V_STRING:
		v, err := node.String()
		to.String(v)
		return err
	}
	return nil
}

// preorder hands over what ast.Preorder finds.
type preorder struct{ visitor visit.Visitor }

func (p preorder) OnNull() error           { p.visitor.Null(); return nil }
func (p preorder) OnBool(v bool) error     { p.visitor.Bool(v); return nil }
func (p preorder) OnString(v string) error { p.visitor.String(v); return nil }

func (p preorder) OnInt64(v int64, _ json.Number) error     { p.visitor.Int(v); return nil }
func (p preorder) OnFloat64(v float64, _ json.Number) error { p.visitor.Float(v); return nil }

func (p preorder) OnObjectBegin(int) error    { p.visitor.BeginMap(); return nil }
func (p preorder) OnObjectKey(v string) error { p.visitor.Key(v); return nil }
func (p preorder) OnObjectEnd() error         { p.visitor.EndMap(); return nil }
func (p preorder) OnArrayBegin(int) error     { p.visitor.BeginArray(); return nil }
func (p preorder) OnArrayEnd() error          { p.visitor.EndArray(); return nil }
