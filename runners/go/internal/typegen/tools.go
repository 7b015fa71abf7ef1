package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// A tool generates code for the types, which libraries call in place of reflection.
type tool struct {
	name  string
	files []string // that it makes in the package's folder
	make  func(p *pack) error
	has   func() error // says why the tool is not to be had on this machine; nil for those of go.mod
	// unnameable says why a field's key cannot be given to the tool, or is empty if it can; nil for those that are given
	// names only. A tool is not run on types with such a key.
	unnameable func(key string) string
}

// tools are those of go.mod, and flatc. They make methods of the types, in addition to what encoding/json and its like look for.
var tools = []tool{
	// It compiles the types, so that it comes before those that add to them.
	{"easyjson", []string{"easyjson.go"}, program(
		"easyjson", "-all", "-no_std_marshalers", "-output_filename", "easyjson.go", "types.go"), nil, unsafeInCode},
	{"msgp", []string{"msgp.go"}, program(
		"msgp", "-file", "types.go", "-o", "msgp.go", "-io=false", "-tests=false"), nil, unreadableInTag},
	{"protobuf", []string{"protobuf.go", "pb"}, makeMessages, nil, nil},
	{"vtprotobuf", []string{"pb/vt.go"}, makeFastMessages, nil, nil},
	{"flatbuffers", []string{"flatbuffers.go", "fb"}, makeFlatBuffers, hasFlatc, nil},
}

// lacking returns why tools are not to be had on this machine, by their names.
func lacking() map[string]string {
	reasons := map[string]string{}
	for _, one := range tools {
		if one.has != nil {
			if err := one.has(); err != nil {
				fmt.Println(err)
				reasons[one.name] = err.Error()
			}
		}
	}
	return reasons
}

// toolFolder holds those of go.mod, built, and this one.
const toolFolder = "build/tools"

// runTools lets every tool generate its code for a package. A tool that fails is a matter of its codecs alone.
func runTools(p *pack) error {
	for _, one := range tools {
		if p.schema.Root.Nullable {
			p.unbuilt[one.name] = one.name + ": a root that may be null is a pointer, to which Go allows no methods"
			continue
		}
		if err := one.run(p); err != nil {
			if err := one.fail(p, err); err != nil {
				return err
			}
		}
	}
	return nil
}

// A refusal is why a tool cannot do anything for a schema, by its nature.
type refusal string

func (reason refusal) Error() string { return string(reason) }

// run lets the tool generate its code, unless that would be of keys that it is not to be given.
func (t tool) run(p *pack) error {
	if t.unnameable != nil {
		for _, record := range p.schema.Records {
			for _, field := range record.Fields {
				if reason := t.unnameable(field.Key); reason != "" {
					return refusal(fmt.Sprintf("this library's code generator cannot take the key %.60q: %s", field.Key, reason))
				}
			}
		}
	}
	return t.make(p)
}

// unsafeInCode is for a tool that writes keys into code as they are, be it in a single place. What is left is inert in every
// literal, format and comment.
func unsafeInCode(key string) string {
	switch {
	case !safe.MatchString(key):
		return "it takes ASCII letters, digits, spaces and _.:@$- only"
	case key == "-":
		return "a tag with this name leaves the field out"
	}
	return ""
}

var safe = regexp.MustCompile(`^[A-Za-z0-9_.:@$ -]+$`)

// unreadableInTag is for a tool that escapes what it writes, and reads tags by its own means.
func unreadableInTag(key string) string {
	switch {
	case key == "":
		return "a tag without a name means the field's own"
	case key == "-":
		return "a tag with this name leaves the field out"
	case strings.Contains(key, ","):
		return "a comma ends the name in a tag"
	case strings.Contains(key, "`"):
		return "it reads no tag in double quotes"
	}
	return ""
}

// doubtTools lets the tools generate their code once more, one by one, with a look at it by the compiler: so it is known
// whose does not compile, which is a matter of its codecs alone as well.
func doubtTools(p *pack) error {
	if compile(p) == nil {
		return nil
	}
	for _, one := range tools {
		if err := one.remove(p); err != nil {
			return err
		}
	}
	if err := compile(p); err != nil {
		return fmt.Errorf("the types do not compile: %w", err)
	}
	for _, one := range tools {
		if p.unbuilt[one.name] != "" || p.refused[one.name] != "" {
			continue
		}
		err := one.run(p)
		if err == nil {
			err = compile(p)
		}
		if err != nil {
			if err := one.fail(p, err); err != nil {
				return err
			}
		}
	}
	return nil
}

func compile(p *pack) error { return run(p.folder, "go", "build", ".") }

// fail notes why there is no code of a tool's.
func (t tool) fail(p *pack, reason error) error {
	fmt.Printf("%s: %s\n", t.name, reason)
	if refused := refusal(""); errors.As(reason, &refused) {
		p.refused[t.name] = string(refused)
	} else {
		p.unbuilt[t.name] = fmt.Sprintf("%s: %s", t.name, reason)
	}
	return t.remove(p)
}

func (t tool) remove(p *pack) error {
	for _, file := range t.files {
		if err := os.RemoveAll(filepath.Join(p.folder, file)); err != nil {
			return err
		}
	}
	return nil
}

// program returns what runs a tool in a package's folder.
func program(name string, arguments ...string) func(p *pack) error {
	return func(p *pack) error {
		path, err := filepath.Abs(filepath.Join(toolFolder, name))
		if err != nil {
			return err
		}
		return run(p.folder, path, arguments...)
	}
}

// run runs a program in a folder; its last words are the error where it fails.
func run(folder, name string, arguments ...string) error {
	command := exec.Command(name, arguments...)
	command.Dir = folder
	said, err := command.CombinedOutput()
	if err == nil {
		return nil
	}
	lines := strings.Split(string(bytes.TrimSpace(said)), "\n")
	if words := strings.Join(lines[max(0, len(lines)-lastLines):], "\n"); words != "" {
		return errors.New(words)
	}
	return err
}

// lastLines are kept of what a failing program says.
const lastLines = 5
