package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A tool generates code for the types, which libraries call in place of reflection.
type tool struct {
	name  string
	files []string // that it makes in the package's folder
	make  func(p *pack) error
	has   func() error // says why the tool is not to be had on this machine; nil for those of go.mod
}

// tools are those of go.mod, and flatc. They make methods of the types, in addition to what encoding/json and its like look for.
var tools = []tool{
	// It compiles the types, so that it comes before those that add to them.
	{"easyjson", []string{"easyjson.go"}, program(
		"easyjson", "-all", "-no_std_marshalers", "-output_filename", "easyjson.go", "types.go"), nil},
	{"msgp", []string{"msgp.go"}, program("msgp", "-file", "types.go", "-o", "msgp.go", "-io=false", "-tests=false"), nil},
	{"protobuf", []string{"protobuf.go", "pb"}, makeMessages, nil},
	{"vtprotobuf", []string{"pb/vt.go"}, makeFastMessages, nil},
	{"flatbuffers", []string{"flatbuffers.go", "fb"}, makeFlatBuffers, hasFlatc},
}

// buildTools builds the tools into a folder.
func buildTools() error {
	return run(".", "go", "build", "-trimpath", "-buildvcs=false", "-o", toolFolder+"/", "tool")
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

const toolFolder = "build/tools"

// runTools lets every tool generate its code for a package. A tool that fails is a matter of its codecs alone.
func runTools(p *pack) error {
	for _, one := range tools {
		if p.schema.Root.Nullable {
			p.unbuilt[one.name] = one.name + ": a root that may be null is a pointer, to which Go allows no methods"
			continue
		}
		if err := one.make(p); err != nil {
			if err := one.fail(p, err); err != nil {
				return err
			}
		}
	}
	return nil
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
		if p.unbuilt[one.name] != "" {
			continue
		}
		err := one.make(p)
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

func compile(p *pack) error { return run(p.folder, "go", "build", "-trimpath", "-buildvcs=false", ".") }

// fail notes why there is no code of a tool's.
func (t tool) fail(p *pack, reason error) error {
	p.unbuilt[t.name] = fmt.Sprintf("%s: %s", t.name, reason)
	fmt.Println(p.unbuilt[t.name])
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
