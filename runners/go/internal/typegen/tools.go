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
}

// tools are those of go.mod. They make methods of the types, in addition to what encoding/json and its like look for.
var tools = []tool{
	{"msgp", []string{"msgp.go"}, goTool("msgp", "-file", "types.go", "-o", "msgp.go", "-io=false", "-tests=false")},
	{"easyjson", []string{"easyjson.go"}, goTool(
		"easyjson", "-all", "-no_std_marshalers", "-output_filename", "easyjson.go", "types.go")},
	{"protobuf", []string{"protobuf.go", "pb"}, makeMessages},
	{"vtprotobuf", []string{"pb/vt.go"}, makeFastMessages},
}

// runTools lets every tool generate its code for a package, and returns why there is none of some: what a tool said that
// failed, or the compiler of what it made. That is a matter of its codecs alone.
func runTools(p *pack) (unbuilt map[string]string, err error) {
	unbuilt = map[string]string{}
	for _, one := range tools {
		if err := one.make(p); err != nil {
			if err := one.fail(p, err, unbuilt); err != nil {
				return nil, err
			}
		}
	}
	if compile(p) == nil {
		return unbuilt, nil
	}
	// Somebody's code is wrong: once more, one by one.
	for _, one := range tools {
		if err := one.remove(p); err != nil {
			return nil, err
		}
	}
	if err := compile(p); err != nil {
		return nil, fmt.Errorf("the types do not compile: %w", err)
	}
	for _, one := range tools {
		if unbuilt[one.name] != "" {
			continue
		}
		err := one.make(p)
		if err == nil {
			err = compile(p)
		}
		if err != nil {
			if err := one.fail(p, err, unbuilt); err != nil {
				return nil, err
			}
		}
	}
	return unbuilt, nil
}

func compile(p *pack) error { return run(p.folder, "go", "build", ".") }

func (t tool) fail(p *pack, reason error, unbuilt map[string]string) error {
	unbuilt[t.name] = fmt.Sprintf("%s: %s", t.name, reason)
	fmt.Println(unbuilt[t.name])
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

// goTool returns what runs a tool of go.mod in a package's folder.
func goTool(arguments ...string) func(p *pack) error {
	return func(p *pack) error { return run(p.folder, "go", append([]string{"tool"}, arguments...)...) }
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
