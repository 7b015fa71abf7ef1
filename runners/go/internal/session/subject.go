package session

import (
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"

	"weighbridge/internal/codec"
	"weighbridge/internal/value"
	"weighbridge/internal/visit"
)

var operations = []string{
	"encode", "decode", "scan", "pick", "encode-typed", "decode-typed", "read-typed", "pick-typed",
}

// A subject is what a check or a time is about: a codec, or one of the harness's own, an operation and a payload.
type subject struct {
	codec     *codec.Codec // nil for one of the harness's own
	own       *own
	operation string
	payload   *payload
}

func (s *Session) subject(request object) (subject, error) {
	names, err := members(request, "codec", "operation", "payload")
	if err != nil {
		return subject{}, err
	}
	about := subject{s.codecs[names[0]], s.own(names[0]), names[1], s.payloads[names[2]]}
	if about.codec == nil && about.own == nil {
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

// able says why what exists cannot be done, nil if it can.
func (s *Session) able(about subject) error {
	c := about.codec
	if c == nil {
		return about.own.able(about.operation, about.payload)
	}
	if !slices.Contains(s.operations(c), about.operation) {
		return unsupported{fmt.Errorf("%s has no %s", c.Selector(), about.operation)}
	}
	if !about.makesBytes() && about.documents() == nil {
		return unsupported{fmt.Errorf("the payload came without %s", c.Format)}
	}
	if about.picks() && about.payload.picks == nil {
		return unsupported{errors.New("the payload came without paths to pick by")}
	}
	if s.typed {
		return about.payload.fits(c)
	}
	return nil
}

// makesBytes tells operations of codecs that make bytes from those that read them.
func (s subject) makesBytes() bool { return s.codec != nil && strings.HasPrefix(s.operation, "encode") }

// picks tells operations that read the values at some paths.
func (s subject) picks() bool { return s.operation == "pick" || s.operation == "pick-typed" }

// documents returns the payload's bytes in the codec's format, nil if it came without.
func (s subject) documents() [][]byte { return s.payload.encoded[s.codec.Format] }

// guard runs a call into a library. A panic is an error; and an error is "unsupported" if the format cannot hold the
// payload, which is when the core leaves its bytes out.
func (s subject) guard(call func() error) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("panic: %v", reason)
		}
		if err != nil && s.codec != nil && s.documents() == nil {
			err = unsupported{err}
		}
	}()
	return call()
}

// loop returns the operation as it is timed.
func (s subject) loop() (loop, error) {
	if s.codec == nil {
		return s.own.loop(s.payload)
	}
	switch s.operation {
	case "encode":
		var sources []any
		err := s.guard(func() (err error) {
			sources, err = s.payload.sources(s.codec)
			return err
		})
		return encoding(s.codec.Encode, sources), err
	case "decode":
		return decoding(s.codec.Decode, s.documents()), nil
	case "scan":
		return scanning(s.codec.Scan, s.documents()), nil
	case "encode-typed":
		calls, err := s.payload.calls(s.codec)
		return encoding(calls.encode, s.payload.typedSources(s.codec)), err
	case "decode-typed":
		empty := s.payload.types.New
		if s.codec.Own != nil {
			document := empty()
			empty = func() any { return s.codec.Own.New(document) }
		}
		calls, err := s.payload.calls(s.codec)
		return decodingTyped(empty, calls.decode, s.documents()), err
	case "read-typed":
		return scanning(s.codec.ReadTyped(s.payload.types.New()), s.documents()), nil
	case "pick", "pick-typed":
		pickers, err := s.pickers()
		return picking(pickers, s.documents(), s.payload.places()), err
	}
	return nil, bad("no loop for %q", s.operation)
}

// encoded runs the operation once on every document and returns the bytes.
func (s subject) encoded() (answer, error) {
	texts := []string{}
	err := s.guard(func() error {
		var sources []any
		var err error
		encode := s.codec.Encode
		if s.operation == "encode-typed" {
			calls, err := s.payload.calls(s.codec)
			if err != nil {
				return err
			}
			sources, encode = s.payload.typedSources(s.codec), calls.encode
		} else if sources, err = s.payload.sources(s.codec); err != nil {
			return err
		}
		for _, source := range sources {
			data, err := encode(source)
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
		return s.own.handed(s.payload)
	}
	documents := s.documents()
	trees := make([]any, len(documents))
	for index, document := range documents {
		err := s.guard(func() (err error) {
			trees[index], err = s.decode(index, document)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return trees, nil
}

func (s subject) decode(index int, data []byte) (any, error) {
	switch s.operation {
	case "decode":
		decoded, err := s.codec.Decode(data)
		if err != nil {
			return nil, err
		}
		if s.codec.Natural != nil {
			if decoded, err = s.codec.Natural(decoded); err != nil {
				return nil, err
			}
		}
		return value.Of(decoded)
	case "decode-typed":
		document := s.payload.types.New()
		into := document
		if s.codec.Own != nil {
			into = s.codec.Own.New(document)
		}
		calls, err := s.payload.calls(s.codec)
		if err != nil {
			return nil, err
		}
		if err := calls.decode(data, into); err != nil {
			return nil, err
		}
		if s.codec.Own != nil {
			s.codec.Own.To(into, document)
		}
		return s.payload.converter.ToTree(document)
	case "pick", "pick-typed":
		pickers, err := s.pickers()
		if err != nil {
			return nil, err
		}
		places := s.payload.places() // where nothing is
		if err := pickers[index](data, places); err != nil {
			return nil, err
		}
		return found(s.payload.picks[index], places)
	}
	scan := s.codec.Scan
	if s.operation == "read-typed" {
		scan = s.codec.ReadTyped(s.payload.types.New())
	}
	return built(func(visitor visit.Visitor) error { return scan(data, visitor) })
}

// built returns the tree that a visitor is told of.
func built(tell func(visitor visit.Visitor) error) (any, error) {
	builder := &visit.Builder{}
	if err := tell(builder); err != nil {
		return nil, err
	}
	tree, err := builder.Tree()
	if err != nil {
		return nil, err
	}
	return value.Of(tree)
}
