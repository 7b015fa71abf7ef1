package session

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"

	"weighbridge/internal/codec"
	"weighbridge/internal/pick"
	"weighbridge/internal/schema"
	"weighbridge/internal/typed"
	"weighbridge/internal/value"
	"weighbridge/internal/visit"
)

// A payload is what was loaded: its documents as natural trees or as the application's own types, and as bytes in each
// format that came with all of them.
type payload struct {
	trees    []any // of no use to types, whose collections would have to mark them
	encoded  map[string][][]byte
	events   []*visit.Events        // what the tare hands over, made when it is first wanted
	prepared map[*codec.Codec][]any // libraries' own trees, made when they are first wanted
	picks    [][]wanted             // of each document; nil if they came without
	pickers  map[*codec.Codec][]pick.Picker

	texts       []string // in place of the trees
	schema      *schema.Schema
	types       *typed.Types
	converter   *typed.Converter
	application []any // pointers to the application's own types
	made        map[*codec.Codec]typedCalls
}

func newPayload(documents []object, formats map[string]bool) (*payload, error) {
	p := &payload{
		encoded:  map[string][][]byte{},
		prepared: map[*codec.Codec][]any{},
		pickers:  map[*codec.Codec][]pick.Picker{},
		made:     map[*codec.Codec]typedCalls{},
	}
	for _, document := range documents {
		text, err := member[string](document, "value")
		if err != nil {
			return nil, err
		}
		tree, err := value.Parse([]byte(text))
		if err != nil {
			return nil, badRequest{err}
		}
		p.trees, p.texts = append(p.trees, tree), append(p.texts, text)
		encoded, err := member[object](document, "encoded")
		if err != nil {
			return nil, err
		}
		for format := range encoded {
			if !formats[format] {
				continue
			}
			text, err := member[string](encoded, format)
			if err != nil {
				return nil, err
			}
			data, err := base64.StdEncoding.Strict().DecodeString(text)
			if err != nil {
				return nil, bad("format %q: %w", format, err)
			}
			p.encoded[format] = append(p.encoded[format], data)
		}
	}
	for format, forms := range p.encoded {
		if len(forms) < len(documents) {
			delete(p.encoded, format)
		}
	}
	var err error
	p.picks, err = readPicks(documents)
	return p, err
}

// sources returns what the codec's encoder starts from.
func (p *payload) sources(c *codec.Codec) ([]any, error) {
	if c.Prepare == nil {
		return p.trees, nil
	}
	if _, found := p.prepared[c]; !found {
		sources := make([]any, len(p.trees))
		for index, tree := range p.trees {
			var err error
			if sources[index], err = c.Prepare(tree); err != nil {
				return nil, err
			}
		}
		p.prepared[c] = sources
	}
	return p.prepared[c], nil
}

// convert makes documents of the application's types, which take the place of the trees.
func (p *payload) convert(raw json.RawMessage) error {
	read, err := schema.Read(raw)
	if err != nil {
		return badRequest{err}
	}
	if p.types = typed.Find(read.Fingerprint); p.types == nil {
		return bad("this runner was not built for the schema %q", read.Fingerprint)
	}
	p.schema, p.converter = read, typed.NewConverter(read, p.types)
	for _, tree := range p.trees {
		document, err := p.converter.FromTree(tree)
		if err != nil {
			return badRequest{err}
		}
		p.application = append(p.application, document)
	}
	p.trees = nil
	return nil
}

// fits says why a codec has no typed operations on this payload, nil if it has.
func (p *payload) fits(c *codec.Codec) error {
	if p.types == nil {
		return unsupported{errors.New("the payload came without a schema")}
	}
	if reason := p.types.Refused[c.Generated]; reason != "" {
		return unsupported{errors.New(reason)}
	}
	if reason := p.types.Unbuilt[c.Generated]; reason != "" {
		return errors.New(reason)
	}
	if c.Unnameable == nil {
		return nil
	}
	for _, record := range p.schema.Records {
		for _, field := range record.Fields {
			if reason := c.Unnameable(field.Key); reason != "" {
				return unsupported{fmt.Errorf("the key %q of %s: %s", field.Key, record.Name, reason)}
			}
		}
	}
	return nil
}

// typedCalls are a codec's typed operations on a payload.
type typedCalls struct {
	encode func(document any) ([]byte, error)
	decode func(data []byte, document any) error
}

// calls returns a codec's typed operations, made for the schema where they have to be.
func (p *payload) calls(c *codec.Codec) (typedCalls, error) {
	if c.TypedFor == nil {
		return typedCalls{c.EncodeTyped, c.DecodeTyped}, nil
	}
	if _, found := p.made[c]; !found {
		encode, decode, err := c.TypedFor(p.types.Texts[c.Language])
		if err != nil {
			return typedCalls{}, err
		}
		p.made[c] = typedCalls{encode, decode}
	}
	return p.made[c], nil
}

// typedSources returns what the codec's typed encoder starts from: the application's types, or the library's own.
func (p *payload) typedSources(c *codec.Codec) []any {
	if c.Own == nil {
		return p.application
	}
	if _, found := p.prepared[c]; !found {
		for _, document := range p.application {
			p.prepared[c] = append(p.prepared[c], c.Own.From(document))
		}
	}
	return p.prepared[c]
}

// handed returns the documents as an encoder is given them.
func (p *payload) handed() []any {
	if p.types != nil {
		return p.application
	}
	return p.trees
}

// values returns the documents as trees.
func (p *payload) values() ([]any, error) {
	if p.trees != nil {
		return p.trees, nil
	}
	trees := make([]any, len(p.texts))
	for index, text := range p.texts {
		var err error
		if trees[index], err = value.Parse([]byte(text)); err != nil {
			return nil, err
		}
	}
	return trees, nil
}

func (p *payload) sorted() ([]*visit.Events, error) {
	if p.events == nil {
		trees, err := p.values()
		if err != nil {
			return nil, err
		}
		for _, tree := range trees {
			p.events = append(p.events, visit.Sorted(tree))
		}
	}
	return p.events, nil
}
