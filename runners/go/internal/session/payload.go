package session

import (
	"encoding/base64"

	"weighbridge/internal/codec"
	"weighbridge/internal/value"
	"weighbridge/internal/visit"
)

// A payload is what was loaded: its documents as natural trees, and as bytes in each format that came with all of them.
type payload struct {
	trees    []any
	encoded  map[string][][]byte
	events   []*visit.Events        // what the tare hands over, made when it is first wanted
	prepared map[*codec.Codec][]any // libraries' own trees, made when they are first wanted
}

func newPayload(documents []object, formats map[string]bool) (*payload, error) {
	p := &payload{encoded: map[string][][]byte{}, prepared: map[*codec.Codec][]any{}}
	for _, document := range documents {
		text, err := member[string](document, "value")
		if err != nil {
			return nil, err
		}
		tree, err := value.Parse([]byte(text))
		if err != nil {
			return nil, badRequest{err}
		}
		p.trees = append(p.trees, tree)
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
	return p, nil
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

func (p *payload) sorted() []*visit.Events {
	if p.events == nil {
		for _, tree := range p.trees {
			p.events = append(p.events, visit.Sorted(tree))
		}
	}
	return p.events
}
