package visit

// Tree hands over every value of a natural tree.
func Tree(tree any, visitor Visitor) {
	switch v := tree.(type) {
	case nil:
		visitor.Null()
	case bool:
		visitor.Bool(v)
	case int64:
		visitor.Int(v)
	case uint64:
		visitor.Uint(v)
	case float64:
		visitor.Float(v)
	case string:
		visitor.String(v)
	case []byte:
		visitor.Bytes(v)
	case []any:
		visitor.BeginArray()
		for _, item := range v {
			Tree(item, visitor)
		}
		visitor.EndArray()
	case map[string]any:
		visitor.BeginMap()
		for key, item := range v {
			visitor.Key(key)
			Tree(item, visitor)
		}
		visitor.EndMap()
	}
}

// Events are the events of a document sorted by kind, which is the cheapest way to hand all of them over.
type Events struct {
	nulls   int
	bools   []bool
	ints    []int64
	uints   []uint64
	floats  []float64
	strings []string
	bytes   [][]byte
	keys    []string
	maps    int
	arrays  int
}

// Replay hands over every event. It is kept out of line, so that it calls the visitor as a library would: by its table
// of methods.
//
//go:noinline
func (e *Events) Replay(visitor Visitor) {
	for range e.nulls {
		visitor.Null()
	}
	for _, v := range e.bools {
		visitor.Bool(v)
	}
	for _, v := range e.ints {
		visitor.Int(v)
	}
	for _, v := range e.uints {
		visitor.Uint(v)
	}
	for _, v := range e.floats {
		visitor.Float(v)
	}
	for _, v := range e.strings {
		visitor.String(v)
	}
	for _, v := range e.bytes {
		visitor.Bytes(v)
	}
	for _, v := range e.keys {
		visitor.Key(v)
	}
	for range e.maps {
		visitor.BeginMap()
		visitor.EndMap()
	}
	for range e.arrays {
		visitor.BeginArray()
		visitor.EndArray()
	}
}

// Sorted lists the events of a natural tree.
func Sorted(tree any) *Events {
	events := &Events{}
	Tree(tree, events)
	return events
}

func (e *Events) Null()           { e.nulls++ }
func (e *Events) Bool(v bool)     { e.bools = append(e.bools, v) }
func (e *Events) Int(v int64)     { e.ints = append(e.ints, v) }
func (e *Events) Uint(v uint64)   { e.uints = append(e.uints, v) }
func (e *Events) Float(v float64) { e.floats = append(e.floats, v) }
func (e *Events) String(v string) { e.strings = append(e.strings, v) }
func (e *Events) Bytes(v []byte)  { e.bytes = append(e.bytes, v) }
func (e *Events) Key(v string)    { e.keys = append(e.keys, v) }
func (e *Events) BeginMap()       { e.maps++ }
func (e *Events) EndMap()         {}
func (e *Events) BeginArray()     { e.arrays++ }
func (e *Events) EndArray()       {}
