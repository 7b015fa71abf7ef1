package session

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"

	"weighbridge/internal/visit"
)

// An own is one of the harness's own: a tare or a floor.
type own struct {
	name   string
	format string // whose bytes it copies
}

var formOfCopy = regexp.MustCompile(`^floor:memcpy\[([a-z0-9._-]+)\]$`)

func (s *Session) tares() []string { return []string{"call", "visit"} }

// floors lists the floors: of encoders that start from types, none walks a tree.
func (s *Session) floors() []string {
	if s.typed {
		return []string{"memcpy"}
	}
	return []string{"memcpy", "walk"}
}

// own returns the one that a request names, nil if there is none.
func (s *Session) own(name string) *own {
	if found := formOfCopy.FindStringSubmatch(name); found != nil {
		return &own{"floor:memcpy", found[1]}
	}
	if name == "tare:call" || name == "tare:visit" || name == "floor:walk" && slices.Contains(s.floors(), "walk") {
		return &own{name, ""}
	}
	return nil
}

// able says why it cannot be done, nil if it can.
func (o *own) able(operation string, on *payload) error {
	if o.name == "floor:walk" && operation != "encode" {
		return unsupported{fmt.Errorf("a walk is a floor of encode, not of %s", operation)}
	}
	if o.format != "" && on.encoded[o.format] == nil {
		return unsupported{fmt.Errorf("the payload came without %s", o.format)}
	}
	return nil
}

// loop returns what is timed.
func (o *own) loop(on *payload) (loop, error) {
	switch o.name {
	case "tare:call":
		return calling(on.handed()), nil
	case "tare:visit":
		events, err := on.sorted()
		return visiting(events), err
	case "floor:walk":
		return walking(on.trees), nil
	}
	documents := on.encoded[o.format]
	return copying(documents, room(documents)), nil
}

// handed returns trees of what it hands over, or of the documents that it copied.
func (o *own) handed(on *payload) ([]any, error) {
	trees, err := on.values()
	if err != nil {
		return nil, err
	}
	switch o.name {
	case "tare:visit", "floor:walk":
		visited := make([]any, len(trees))
		for index, tree := range trees {
			visited[index], err = built(func(visitor visit.Visitor) error {
				visit.Tree(tree, visitor)
				return nil
			})
			if err != nil {
				return nil, err
			}
		}
		return visited, nil
	case "floor:memcpy":
		documents := on.encoded[o.format]
		copies := room(documents)
		if err := copying(documents, copies)(1); err != nil {
			return nil, err
		}
		if !slices.EqualFunc(copies, documents, bytes.Equal) {
			return nil, fmt.Errorf("a document was not copied as it is")
		}
	}
	return trees, nil
}

// room returns memory for copies, which has been written to.
func room(documents [][]byte) [][]byte {
	copies := make([][]byte, len(documents))
	for index, document := range documents {
		copies[index] = make([]byte, len(document))
		for at := range copies[index] {
			copies[index][at] = 0xFF
		}
	}
	return copies
}
