// Package session speaks the runner protocol, docs/protocol.md.
package session

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"

	"weighbridge/internal/codec"
	"weighbridge/internal/typed"
	"weighbridge/internal/value"
)

// A Session holds what is loaded, and answers requests.
type Session struct {
	typed    bool // whether it weighs the application's types, of the schemas that it was built for, and no trees
	codecs   map[string]*codec.Codec
	formats  map[string]bool
	payloads map[string]*payload
	quitting bool
}

type answer map[string]any

// Main is the program: it answers what comes in until it is told to quit, or the input ends.
func Main() {
	answers := os.Stdout
	os.Stdout = os.Stderr // what a library prints is no answer
	if err := New().Serve(os.Stdin, answers); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// New makes a runner of all codecs: for types where the program was built for some, else for trees.
func New() *Session {
	s := &Session{typed.Any(), map[string]*codec.Codec{}, map[string]bool{}, map[string]*payload{}, false}
	for _, c := range codec.All() {
		if missing(c) == "" && len(s.operations(c)) > 0 {
			s.codecs[c.Selector()] = c
			s.formats[c.Format] = true
		}
	}
	return s
}

// missing says why a codec cannot be used here, and what would help; empty if it can.
func missing(c *codec.Codec) string { return cmp.Or(c.Missing, typed.Lacking[c.Generated]) }

func (s *Session) operations(c *codec.Codec) []string {
	if s.typed {
		return c.TypedOperations()
	}
	return c.TreeOperations()
}

// Serve answers every line until it is told to quit, or the input ends.
func (s *Session) Serve(requests io.Reader, answers io.Writer) error {
	lines := bufio.NewReader(requests)
	for !s.quitting {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil // what follows the last line feed is no request
		}
		if err != nil {
			return err
		}
		text, err := json.Marshal(s.answer(line))
		if err != nil {
			return err
		}
		if _, err := answers.Write(append(text, '\n')); err != nil {
			return err
		}
	}
	return nil
}

// answer answers one line, whatever it holds.
func (s *Session) answer(line []byte) answer {
	found, err := s.respond(line)
	if err == nil {
		found["answer"] = "ok"
		return found
	}
	kind := "failed"
	switch {
	case errors.As(err, &badRequest{}):
		kind = "bad-request"
	case errors.As(err, &unsupported{}), errors.As(err, new(codec.Unsupported)):
		kind = "unsupported"
	}
	return answer{"answer": kind, "message": shorten(err.Error())}
}

// shorten leaves the middle of a long message out: some libraries add a clause for each level of nesting.
func shorten(message string) string {
	const end = 200
	if len(message) > 2*end {
		message = message[:end] + " … " + message[len(message)-end:]
	}
	return strings.ToValidUTF8(message, "\uFFFD")
}

func (s *Session) respond(line []byte) (answer, error) {
	request, err := parse(line)
	if err != nil {
		return nil, err
	}
	name, err := member[string](request, "request")
	if err != nil {
		return nil, err
	}
	switch name {
	case "describe":
		return s.describe(), nil
	case "load":
		return s.load(request)
	case "check":
		return s.check(request)
	case "time":
		return s.time(request)
	case "drop":
		return s.drop(request)
	case "quit":
		s.quitting = true
		return answer{}, nil
	}
	return nil, bad("no request %q", name)
}

func (s *Session) load(request object) (answer, error) {
	name, err := member[string](request, "payload")
	if err != nil {
		return nil, err
	}
	documents, err := member[[]object](request, "documents")
	if err != nil {
		return nil, err
	}
	if len(documents) == 0 {
		return nil, bad("no documents")
	}
	loaded, err := newPayload(documents, s.formats)
	if err != nil {
		return nil, err
	}
	if raw, given := request["schema"]; given && s.typed {
		if err := loaded.convert(raw); err != nil {
			return nil, err
		}
	} else {
		loaded.texts = nil
	}
	s.payloads[name] = loaded
	// Collect what the line and its parsing left, or the heap would be as large as that for the next batches.
	defer runtime.GC()
	return answer{}, nil
}

func (s *Session) drop(request object) (answer, error) {
	name, err := member[string](request, "payload")
	if err != nil {
		return nil, err
	}
	if s.payloads[name] == nil {
		return nil, bad("no payload %q", name)
	}
	delete(s.payloads, name)
	defer runtime.GC()
	return answer{}, nil
}

func (s *Session) time(request object) (answer, error) {
	about, err := s.subject(request)
	if err != nil {
		return nil, err
	}
	iterations, err := member[int64](request, "iterations")
	if err != nil {
		return nil, err
	}
	untimed := int64(0)
	if _, given := request["untimed"]; given {
		if untimed, err = member[int64](request, "untimed"); err != nil {
			return nil, err
		}
	}
	if iterations < 1 || untimed < 0 {
		return nil, bad("member \"iterations\" or \"untimed\" is out of range")
	}
	if err := s.able(about); err != nil {
		return nil, err
	}
	run, err := about.loop()
	if err != nil {
		return nil, err
	}
	var spent measurement
	err = about.guard(func() (err error) {
		spent, err = measure(run, untimed, iterations)
		return err
	})
	return answer{
		"wall_ns":           spent.wall,
		"cpu_ns":            spent.cpu,
		"allocated_bytes":   spent.bytes,
		"allocated_objects": spent.objects,
	}, err
}

func (s *Session) check(request object) (answer, error) {
	about, err := s.subject(request)
	if err != nil {
		return nil, err
	}
	wanted := false
	if _, given := request["values"]; given {
		if wanted, err = member[bool](request, "values"); err != nil {
			return nil, err
		}
	}
	if err := s.able(about); err != nil {
		return nil, err
	}
	if about.makesBytes() {
		return about.encoded()
	}
	trees, err := about.decoded()
	if err != nil {
		return nil, err
	}
	hashes, values := []string{}, []string{}
	for _, tree := range trees {
		hashes = append(hashes, fmt.Sprintf("%016x", value.Hash(tree)))
		if wanted {
			values = append(values, string(value.AppendText(nil, tree)))
		}
	}
	if wanted {
		return answer{"hashes": hashes, "values": values}, nil
	}
	return answer{"hashes": hashes}, nil
}
