package session

import (
	"runtime"

	"weighbridge/internal/pick"
	"weighbridge/internal/visit"
)

// A loop runs one operation on every document of a payload, so many times.
//
// Every loop calls through a function value, which costs the same for each codec and is in the tare too. KeepAlive
// counts as a use of the result and costs nothing; a variable that outlives the loop would keep one tree more alive than
// an application does.
type loop func(iterations int64) error

func encoding(encode func(any) ([]byte, error), documents []any) loop {
	return func(iterations int64) error {
		for range iterations {
			for _, document := range documents {
				data, err := encode(document)
				if err != nil {
					return err
				}
				runtime.KeepAlive(data)
			}
		}
		return nil
	}
}

func decoding(decode func([]byte) (any, error), documents [][]byte) loop {
	return func(iterations int64) error {
		for range iterations {
			for _, document := range documents {
				tree, err := decode(document)
				if err != nil {
					return err
				}
				runtime.KeepAlive(tree)
			}
		}
		return nil
	}
}

func decodingTyped(empty func() any, decode func([]byte, any) error, documents [][]byte) loop {
	return func(iterations int64) error {
		for range iterations {
			for _, data := range documents {
				document := empty()
				if err := decode(data, document); err != nil {
					return err
				}
				runtime.KeepAlive(document)
			}
		}
		return nil
	}
}

func picking(pickers []pick.Picker, documents [][]byte, places []pick.Value) loop {
	return func(iterations int64) error {
		for range iterations {
			for index, data := range documents {
				if err := pickers[index](data, places); err != nil {
					return err
				}
			}
		}
		runtime.KeepAlive(places)
		return nil
	}
}

func scanning(scan func([]byte, visit.Visitor) error, documents [][]byte) loop {
	reader := &visit.Reader{}
	return func(iterations int64) error {
		for range iterations {
			for _, document := range documents {
				if err := scan(document, reader); err != nil {
					return err
				}
			}
		}
		return nil
	}
}

func nothing(document any) (any, error) { return document, nil }

func calling(documents []any) loop {
	call := callee
	return func(iterations int64) error {
		for range iterations {
			for _, document := range documents {
				same, err := call(document)
				if err != nil {
					return err
				}
				runtime.KeepAlive(same)
			}
		}
		return nil
	}
}

// callee is a variable, and so a call that the compiler cannot see through.
var callee = nothing

func visiting(documents []*visit.Events) loop {
	reader := &visit.Reader{}
	return func(iterations int64) error {
		for range iterations {
			for _, events := range documents {
				events.Replay(reader)
			}
		}
		return nil
	}
}

func copying(documents, copies [][]byte) loop {
	return func(iterations int64) error {
		for range iterations {
			for index, document := range documents {
				copy(copies[index], document)
				runtime.KeepAlive(copies[index])
			}
		}
		return nil
	}
}

func walking(documents []any) loop {
	reader := &visit.Reader{}
	return func(iterations int64) error {
		for range iterations {
			for _, document := range documents {
				visit.Tree(document, reader)
			}
		}
		return nil
	}
}
