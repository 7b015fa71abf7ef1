package pick

// OutOfTrees returns what decodes a document and then reads the values at paths, as a program that has its trees in
// maps and slices would.
func OutOfTrees(decode func(data []byte) (any, error), paths []Path) Picker {
	return func(data []byte, to []Value) error {
		tree, err := decode(data)
		if err != nil {
			return err
		}
		for number, path := range paths {
			if scalar, found := path.in(tree); found {
				to[number].Item(scalar)
			}
		}
		return nil
	}
}

func (p Path) in(tree any) (any, bool) {
	for number := range p {
		step, found := &p[number], false
		switch v := tree.(type) {
		case map[string]any:
			tree, found = v[step.Key]
		case []any:
			if found = step.IsIndex && step.Index < len(v); found {
				tree = v[step.Index]
			}
		case map[any]any:
			tree, found = v[step.boxed]
		}
		if !found {
			return nil, false
		}
	}
	return tree, true
}
