// Typegen makes the Go runner for the schemas of a run: for each schema in a folder the types that an application would
// have for its documents, in a package of its own, and a program with all of them.
//
//	./with-cache build/cache go build -o build/tools/ ./internal/typegen tool && ./lend-cache
//	./with-cache build/types/cache build/tools/typegen build/types/KEY
package main

import (
	"errors"
	"fmt"
	"os"
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
	packs := make([]*pack, len(files))
	for index, file := range files {
		if packs[index], err = newPack(folder, file); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	if err := each(packs, (*pack).write); err != nil {
		return err
	}
	source := filepath.Join(folder, "program")
	if err := writeFile(source, "main.go", programSource(packs, lacking())); err != nil {
		return err
	}
	link := []string{"build", "-o", filepath.Join(folder, "weighbridge-go"), "./" + filepath.ToSlash(source)}
	fmt.Printf("the program with %d packages of types\n", len(packs))
	if run(".", "go", link...) == nil {
		return nil
	}
	if err := each(packs, (*pack).doubt); err != nil {
		return err
	}
	return run(".", "go", link...)
}

// each does something with every package, as many at once as there are processors.
func each(packs []*pack, do func(p *pack) error) error {
	failures := make([]error, len(packs))
	free := make(chan struct{}, runtime.NumCPU())
	var all sync.WaitGroup
	for index, p := range packs {
		free <- struct{}{}
		all.Go(func() {
			if err := do(p); err != nil {
				failures[index] = fmt.Errorf("%s: %w", p.name, err)
			}
			<-free
		})
	}
	all.Wait()
	return errors.Join(failures...)
}

// A pack is the package of a schema.
type pack struct {
	name    string
	folder  string
	path    string // by which it is imported
	source  string // the schema's file without its ending: the same in other languages stands beside it
	schema  *schema.Schema
	unbuilt map[string]string // by the name of a tool, why there is no code of its
	refused map[string]string // the same, where there cannot be any
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
	return &pack{
		name, own, "weighbridge/" + filepath.ToSlash(own), strings.TrimSuffix(file, ".json"), s, map[string]string{}, map[string]string{},
	}, nil
}

// write writes the package, and nothing else is in its folder.
func (p *pack) write() error {
	fmt.Printf("types of %s\n", p.name)
	if err := os.RemoveAll(p.folder); err != nil {
		return err
	}
	if err := writeFile(p.folder, "types.go", typesSource(p.name, p.schema)); err != nil {
		return err
	}
	if err := writeFile(p.folder, "picks.go", picksSource(p.name, p.schema)); err != nil {
		return err
	}
	if err := runTools(p); err != nil {
		return err
	}
	return p.register()
}

// doubt finds whose code does not compile, and does without it.
func (p *pack) doubt() error {
	if err := doubtTools(p); err != nil {
		return err
	}
	return p.register()
}

func (p *pack) register() error {
	source, err := registerSource(p)
	if err != nil {
		return err
	}
	return writeFile(p.folder, "register.go", source)
}

func writeFile(folder, name string, source []byte) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, name), source, 0o666)
}
