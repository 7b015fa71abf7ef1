package pick

// A Reader reads a value of the application's types that a path leads to.
type Reader[T any] func(from *T, to *Value)

// A Finder returns what reads the value at a path, nil if the types know of none there.
//
// Code that is generated for a schema has one for each record, which finds a field by its key; those of lists, maps and
// scalars are here. What they find is a chain of calls, a step each, as near as can be to the `document.Items[3].Price`
// that an application would have compiled.
type Finder[T any] func(path Path) Reader[T]

// Known returns what reads the values at those of the paths that are known.
func Known[T any](find Finder[T], paths []Path) func(from *T, to []Value) {
	type known struct {
		at   int
		read Reader[T]
	}
	var all []known
	for at, path := range paths {
		if read := find(path); read != nil {
			all = append(all, known{at, read})
		}
	}
	return func(from *T, to []Value) {
		for _, one := range all {
			one.read(from, &to[one.at])
		}
	}
}

// OutOfDocuments returns what makes readers of documents whose type is T, each given as a pointer to one.
func OutOfDocuments[T any](find Finder[T]) func(paths []Path) func(document any, to []Value) {
	return func(paths []Path) func(document any, to []Value) {
		read := Known(find, paths)
		return func(document any, to []Value) { read(document.(*T), to) }
	}
}

func scalar[T any](read Reader[T]) Finder[T] {
	return func(path Path) Reader[T] {
		if len(path) > 0 {
			return nil
		}
		return read
	}
}

// The finders of scalars that are never none.
var (
	Bool    = scalar(func(from *bool, to *Value) { to.Bool(*from) })
	Int64   = scalar(func(from *int64, to *Value) { to.Int(*from) })
	Uint64  = scalar(func(from *uint64, to *Value) { to.Uint(*from) })
	Float64 = scalar(func(from *float64, to *Value) { to.Float(*from) })
	String  = scalar(func(from *string, to *Value) { to.String(*from) })
	Bytes   = scalar(func(from *[]byte, to *Value) { to.Bytes(*from) })
)

// MaybeBytes finds bytes that may be none, which is null or no value.
func MaybeBytes(null bool) Finder[[]byte] {
	return scalar(func(from *[]byte, to *Value) {
		if *from != nil {
			to.Bytes(*from)
		} else if null {
			to.Null()
		}
	})
}

// Pointer finds what may be none, which is null or no value.
func Pointer[T any](of Finder[T], null bool) Finder[*T] {
	return func(path Path) Reader[*T] {
		read := of(path)
		null := null && len(path) == 0
		if read == nil && !null {
			return nil
		}
		return func(from **T, to *Value) {
			if *from != nil {
				if read != nil {
					read(*from, to)
				}
			} else if null {
				to.Null()
			}
		}
	}
}

// List finds an element, or the null that the list may be.
func List[T any](of Finder[T], null bool) Finder[[]T] {
	return func(path Path) Reader[[]T] {
		if len(path) == 0 {
			return orNull(null, func(from *[]T) bool { return *from == nil })
		}
		index, read := path[0].Index, of(path[1:])
		if !path[0].IsIndex || read == nil {
			return nil
		}
		return func(from *[]T, to *Value) {
			if items := *from; index < len(items) {
				read(&items[index], to)
			}
		}
	}
}

// Map finds the value of a key, or the null that the map may be.
func Map[T any](of Finder[T], null bool) Finder[map[string]T] {
	return func(path Path) Reader[map[string]T] {
		if len(path) == 0 {
			return orNull(null, func(from *map[string]T) bool { return *from == nil })
		}
		key, read := path[0].Key, of(path[1:])
		if read == nil {
			return nil
		}
		var item T // made here, so that a read allocates nothing
		return func(from *map[string]T, to *Value) {
			var found bool
			if item, found = (*from)[key]; found {
				read(&item, to)
			}
		}
	}
}

func orNull[T any](null bool, isNone func(from *T) bool) Reader[T] {
	if !null {
		return nil
	}
	return func(from *T, to *Value) {
		if isNone(from) {
			to.Null()
		}
	}
}
