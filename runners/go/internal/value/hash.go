package value

import (
	"encoding/binary"
	"fmt"
	"math"
)

// Hash returns the canonical hash of a tree of the model.
func Hash(tree any) uint64 {
	switch v := tree.(type) {
	case nil:
		return absorb('n', 0)
	case bool:
		if v {
			return absorb('b', 1)
		}
		return absorb('b', 0)
	case int64:
		return absorb('i', uint64(v))
	case uint64:
		return absorb('u', v)
	case float64:
		if math.IsNaN(v) {
			return absorb('f', 0x7FF8000000000000)
		}
		return absorb('f', math.Float64bits(v))
	case string:
		return hashBytes('s', []byte(v))
	case []byte:
		return hashBytes('y', v)
	case []any:
		state := uint64('a')
		for _, item := range v {
			state = absorb(state, Hash(item))
		}
		return absorb(state, uint64(len(v)))
	case map[string]any:
		sum := uint64(0)
		for key, item := range v {
			sum += hashEntry(key, item)
		}
		return absorb(absorb('m', sum), uint64(len(v)))
	case Entries:
		sum := uint64(0)
		for _, entry := range v {
			sum += hashEntry(entry.Key, entry.Value)
		}
		return absorb(absorb('m', sum), uint64(len(v)))
	}
	panic(fmt.Sprintf("%T is no tree of the value model", tree))
}

func absorb(state, word uint64) uint64 {
	mixed := (state ^ word) * 0x9E3779B97F4A7C15
	return mixed ^ mixed>>32
}

func hashEntry(key string, item any) uint64 {
	return absorb(absorb('e', Hash(key)), Hash(item))
}

func hashBytes(tag uint64, data []byte) uint64 {
	state := absorb(tag, uint64(len(data)))
	for len(data) >= 8 {
		state = absorb(state, binary.LittleEndian.Uint64(data))
		data = data[8:]
	}
	if len(data) > 0 {
		var last [8]byte
		copy(last[:], data)
		state = absorb(state, binary.LittleEndian.Uint64(last[:]))
	}
	return state
}
