// Typegen makes the Go runner for the schemas of a run: for each schema in a folder the types that an application would
// have for its documents, in a package of its own, and a program with all of them.
//
//	go run ./internal/typegen build/types/KEY
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"weighbridge/internal/schema"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: typegen FOLDER, which holds schemas, and is in the runner's")
		os.Exit(2)
	}
	if err := build(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// build generates and builds the program of a folder.
func build(folder string) error {
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil {
		return err
	}
	packages := make([]string, len(files))
	failures := make([]error, len(files))
	atOnce := make(chan struct{}, runtime.NumCPU())
	var all sync.WaitGroup
	for index, file := range files {
		atOnce <- struct{}{}
		all.Go(func() {
			packages[index], failures[index] = writePack(folder, file)
			<-atOnce
		})
	}
	all.Wait()
	if err := errors.Join(failures...); err != nil {
		return err
	}
	program := filepath.Join(folder, "program")
	if err := writeFile(program, "main.go", programSource(packages)); err != nil {
		return err
	}
	fmt.Printf("a program with %d packages of types\n", len(packages))
	command := exec.Command("go", "build", "-trimpath", "-buildvcs=false",
		"-o", filepath.Join(folder, "weighbridge-go"), "./"+filepath.ToSlash(program))
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	return command.Run()
}

// writePack writes the package of a schema, and returns the path by which it is imported.
func writePack(folder, file string) (string, error) {
	p, err := newPack(folder, file)
	if err == nil {
		fmt.Printf("types of %s\n", p.name)
		err = p.write()
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", file, err)
	}
	return p.path, nil
}

// A pack is the package of a schema.
type pack struct {
	name   string
	folder string
	path   string // by which it is imported
	source string // the schema's file without its ending: the same in other languages stands beside it
	schema *schema.Schema
}

func newPack(folder, file string) (*pack, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	s, err := schema.Read(text)
	if err != nil {
		return nil, err
	}
	name := "schema_" + s.Fingerprint[:16]
	own := filepath.Join(folder, name)
	return &pack{name, own, "weighbridge/" + filepath.ToSlash(own), strings.TrimSuffix(file, ".json"), s}, nil
}

// write writes the package, and nothing else is in its folder.
func (p *pack) write() error {
	if err := os.RemoveAll(p.folder); err != nil {
		return err
	}
	if err := writeFile(p.folder, "types.go", typesSource(p.name, p.schema)); err != nil {
		return err
	}
	unbuilt, err := runTools(p)
	if err != nil {
		return err
	}
	return writeFile(p.folder, "register.go", registerSource(p.name, p.schema, unbuilt))
}

func writeFile(folder, name string, source []byte) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, name), source, 0o666)
}
