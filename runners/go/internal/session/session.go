// Package session speaks the runner protocol, docs/protocol.md.
package session

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"weighbridge/internal/codec"
	"weighbridge/internal/value"
	"weighbridge/internal/visit"
)

// A Session holds what is loaded, and answers requests.
type Session struct {
	codecs   map[string]*codec.Codec
	formats  map[string]bool
	payloads map[string]*payload
	quitting bool
}

type answer map[string]any

// New makes a runner of all codecs.
func New() *Session {
	s := &Session{map[string]*codec.Codec{}, map[string]bool{}, map[string]*payload{}, false}
	for _, c := range codec.All() {
		if c.Missing == "" {
			s.codecs[c.Selector()] = c
			s.formats[c.Format] = true
		}
	}
	return s
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
	case errors.As(err, &unsupported{}):
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

var operations = []string{"encode", "decode", "scan"}

// A subject is what a check or a time is about: a codec or a tare, an operation and a payload.
type subject struct {
	codec     *codec.Codec // nil for a tare
	tare      string
	operation string
	payload   *payload
}

func (s *Session) subject(request object) (subject, error) {
	names, err := members(request, "codec", "operation", "payload")
	if err != nil {
		return subject{}, err
	}
	about := subject{codec: s.codecs[names[0]], operation: names[1], payload: s.payloads[names[2]]}
	about.tare, _ = strings.CutPrefix(names[0], "tare:")
	if about.codec == nil && names[0] != "tare:call" && names[0] != "tare:visit" {
		return subject{}, bad("no codec %q", names[0])
	}
	if !slices.Contains(operations, about.operation) {
		return subject{}, bad("no operation %q", about.operation)
	}
	if about.payload == nil {
		return subject{}, bad("no payload %q", names[2])
	}
	return about, nil
}

// documents returns the payload's bytes in the codec's format.
func (s subject) documents() ([][]byte, error) {
	documents, found := s.payload.encoded[s.codec.Format]
	if !found {
		return nil, unsupported{fmt.Errorf("the payload came without %s", s.codec.Format)}
	}
	return documents, nil
}

// guard runs a call into a library. A panic is an error; and an error is "unsupported" if the format cannot hold the
// payload, which is when the core leaves its bytes out.
func (s subject) guard(call func() error) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("panic: %v", reason)
		}
		if err != nil && s.codec != nil && s.payload.encoded[s.codec.Format] == nil {
			err = unsupported{err}
		}
	}()
	return call()
}

func (s subject) lacks() error {
	return unsupported{fmt.Errorf("%s has no %s", s.codec.Selector(), s.operation)}
}

// loop returns the operation as it is timed.
func (s subject) loop() (loop, error) {
	switch {
	case s.codec == nil && s.tare == "call":
		return calling(s.payload.trees), nil
	case s.codec == nil:
		return visiting(s.payload.sorted()), nil
	case s.operation == "encode" && s.codec.Encode != nil:
		var sources []any
		err := s.guard(func() (err error) {
			sources, err = s.payload.sources(s.codec)
			return err
		})
		return encoding(s.codec.Encode, sources), err
	case s.operation == "decode" && s.codec.Decode != nil:
		documents, err := s.documents()
		return decoding(s.codec.Decode, documents), err
	case s.operation == "scan" && s.codec.Scan != nil:
		documents, err := s.documents()
		return scanning(s.codec.Scan, documents), err
	}
	return nil, s.lacks()
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
	if about.codec != nil && about.operation == "encode" {
		return about.encoded()
	}
	wanted := false
	if _, given := request["values"]; given {
		if wanted, err = member[bool](request, "values"); err != nil {
			return nil, err
		}
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

// encoded runs the operation once on every document and returns the bytes.
func (s subject) encoded() (answer, error) {
	if s.codec.Encode == nil {
		return nil, s.lacks()
	}
	texts := []string{}
	err := s.guard(func() error {
		sources, err := s.payload.sources(s.codec)
		if err != nil {
			return err
		}
		for _, source := range sources {
			data, err := s.codec.Encode(source)
			if err != nil {
				return err
			}
			texts = append(texts, base64.StdEncoding.EncodeToString(data))
		}
		return nil
	})
	return answer{"bytes": texts}, err
}

// decoded runs the operation once on every document and returns trees of the model.
func (s subject) decoded() ([]any, error) {
	if s.codec == nil {
		return s.handed()
	}
	documents, err := s.documents()
	if err != nil {
		return nil, err
	}
	trees := make([]any, len(documents))
	for index, document := range documents {
		err := s.guard(func() (err error) {
			trees[index], err = s.decode(document)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return trees, nil
}

func (s subject) decode(document []byte) (any, error) {
	switch {
	case s.operation == "decode" && s.codec.Decode != nil:
		decoded, err := s.codec.Decode(document)
		if err != nil {
			return nil, err
		}
		if s.codec.Natural != nil {
			if decoded, err = s.codec.Natural(decoded); err != nil {
				return nil, err
			}
		}
		return value.Of(decoded)
	case s.operation == "scan" && s.codec.Scan != nil:
		builder := &visit.Builder{}
		if err := s.codec.Scan(document, builder); err != nil {
			return nil, err
		}
		tree, err := builder.Tree()
		if err != nil {
			return nil, err
		}
		return value.Of(tree)
	}
	return nil, s.lacks()
}

// handed returns what a tare hands over.
func (s subject) handed() ([]any, error) {
	if s.tare == "call" {
		return s.payload.trees, nil
	}
	trees := make([]any, len(s.payload.trees))
	for index, tree := range s.payload.trees {
		builder := &visit.Builder{}
		visit.Tree(tree, builder)
		var err error
		if trees[index], err = builder.Tree(); err != nil {
			return nil, err
		}
	}
	return trees, nil
}
