package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A tool generates code for the types, which libraries call in place of reflection.
type tool struct {
	name      string // also of the file that it makes
	arguments []string
}

// tools are those of go.mod. They make methods of the types, in addition to what encoding/json and its like look for.
var tools = []tool{
	{"msgp", []string{"msgp", "-file", "types.go", "-o", "msgp.go", "-io=false", "-tests=false"}},
	{"easyjson", []string{"easyjson", "-all", "-no_std_marshalers", "-output_filename", "easyjson.go", "types.go"}},
}

// runTools lets every tool generate its code for the types in a folder, and returns why there is none of some: what a
// tool said that failed, or the compiler of what it made. That is a matter of its codecs alone.
func runTools(folder string) (unbuilt map[string]string, err error) {
	unbuilt = map[string]string{}
	if words, err := output(folder, "go", "build", "."); err != nil {
		return nil, fmt.Errorf("the types do not compile: %s", words)
	}
	for _, one := range tools {
		words, err := output(folder, "go", append([]string{"tool"}, one.arguments...)...)
		if err == nil {
			words, err = output(folder, "go", "build", ".")
		}
		if err != nil {
			fmt.Printf("%s: %s\n", one.name, words)
			unbuilt[one.name] = fmt.Sprintf("%s: %s", one.name, words)
			if err := os.RemoveAll(filepath.Join(folder, one.name+".go")); err != nil {
				return nil, err
			}
		}
	}
	return unbuilt, nil
}

// output runs a program in a folder, and returns the last that it says where it fails.
func output(folder, name string, arguments ...string) (words string, err error) {
	command := exec.Command(name, arguments...)
	command.Dir = folder
	said, err := command.CombinedOutput()
	if err == nil {
		return "", nil
	}
	lines := strings.Split(string(bytes.TrimSpace(said)), "\n")
	return strings.Join(lines[max(0, len(lines)-lastLines):], "\n"), err
}

// lastLines are kept of what a failing program says.
const lastLines = 5
