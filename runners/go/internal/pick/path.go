// Package pick reads the values at some paths out of documents.
package pick

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
)

// A Path leads to a scalar, or to nothing.
type Path []Step

// A Step is a key, or an index, which is the key of its digits where there is a map.
type Step struct {
	Key     string
	Index   int
	IsIndex bool
	boxed   any // the key, for maps whose keys are of any type
}

// Key makes a step that is a key.
func Key(key string) Step { return Step{Key: key, boxed: key} }

// Index makes a step that is an index.
func Index(index int) Step {
	digits := strconv.Itoa(index)
	return Step{digits, index, true, digits}
}

// UnmarshalJSON reads a step as the protocol writes it.
func (s *Step) UnmarshalJSON(text []byte) error {
	var step any
	if err := json.Unmarshal(text, &step); err != nil {
		return err
	}
	switch step := step.(type) {
	case string:
		*s = Key(step)
		return nil
	case float64:
		if index := int(step); step >= 0 && float64(index) == step {
			*s = Index(index)
			return nil
		}
	}
	return errors.New("a step is neither a key nor an index")
}

// Each makes a value of every step, as a library wants to have them.
func Each[T any](path Path, of func(step Step) T) []T {
	made := make([]T, len(path))
	for number, step := range path {
		made[number] = of(step)
	}
	return made
}

// Keys returns all steps as text, an index as its digits.
func (p Path) Keys() []string { return Each(p, func(step Step) string { return step.Key }) }

// Mixed returns all steps, keys as strings and indices as integers.
func (p Path) Mixed() []any {
	return Each(p, func(step Step) any {
		if step.IsIndex {
			return step.Index
		}
		return step.Key
	})
}

func (p Path) String() string { return fmt.Sprint(p.Mixed()) }
