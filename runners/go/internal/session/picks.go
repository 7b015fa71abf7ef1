package session

import (
	"runtime"
	"strings"

	"weighbridge/internal/pick"
	"weighbridge/internal/value"
)

// A wanted value is one that is to be picked out of a document.
type wanted struct {
	at   string // by which the answer has it
	path pick.Path
}

// readPicks reads what is to be picked out of each document, nil if they came without.
func readPicks(documents []object) ([][]wanted, error) {
	picks := make([][]wanted, len(documents))
	without := false
	for index, document := range documents {
		if _, given := document["pick"]; !given {
			without = true
			continue
		}
		members, err := member[[]object](document, "pick")
		if err != nil {
			return nil, err
		}
		picks[index] = []wanted{}
		for _, one := range members {
			at, err := member[string](one, "at")
			if err != nil {
				return nil, err
			}
			path, err := member[pick.Path](one, "steps")
			if err != nil {
				return nil, err
			}
			picks[index] = append(picks[index], wanted{at, path})
		}
	}
	if without {
		return nil, nil
	}
	return picks, nil
}

// places returns as many places as are wanted of any document.
func (p *payload) places() []pick.Value {
	most := 0
	for _, paths := range p.picks {
		most = max(most, len(paths))
	}
	return make([]pick.Value, most)
}

// pickers returns what reads the values that are wanted of each document. Documents of the same paths share one.
func (s subject) pickers() ([]pick.Picker, error) {
	p := s.payload
	if _, found := p.pickers[s.codec]; !found {
		byPaths := map[string]pick.Picker{}
		pickers := make([]pick.Picker, len(p.picks))
		for index, all := range p.picks {
			var name strings.Builder
			paths := make([]pick.Path, len(all))
			for number, one := range all {
				name.WriteString(one.at + "\x00")
				paths[number] = one.path
			}
			if byPaths[name.String()] == nil {
				made, err := s.pickerFor(paths)
				if err != nil {
					return nil, err
				}
				byPaths[name.String()] = made
			}
			pickers[index] = byPaths[name.String()]
		}
		p.pickers[s.codec] = pickers
		runtime.GC() // what was left behind is not to be collected between the clocks
	}
	return p.pickers[s.codec], nil
}

func (s subject) pickerFor(paths []pick.Path) (pick.Picker, error) {
	if s.operation == "pick" {
		if s.codec.PickFor != nil {
			return s.codec.PickFor(paths)
		}
		return pick.OutOfTrees(s.codec.Decode, paths), nil
	}
	if s.codec.PickTyped != nil {
		return s.codec.PickTyped(s.payload.types.New(), paths), nil
	}
	calls, err := s.payload.calls(s.codec)
	if err != nil {
		return nil, err
	}
	empty, decode, read := s.payload.types.New, calls.decode, s.payload.types.Pick(paths)
	return func(data []byte, to []pick.Value) error {
		document := empty()
		if err := decode(data, document); err != nil {
			return err
		}
		read(document, to)
		return nil
	}, nil
}

// found returns what there is at the paths, by their names.
func found(all []wanted, places []pick.Value) (any, error) {
	entries := value.Entries{}
	for number, one := range all {
		if scalar, there := places[number].Tree(); there {
			entries = append(entries, value.Entry{Key: one.at, Value: scalar})
		}
	}
	return value.Of(entries)
}
