// Typegen makes the Go runner for the schemas of a run: for each schema in a folder the types that an application would
// have for its documents, in a package of its own, and a program with all of them.
//
//	go run ./internal/typegen build/types/KEY
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

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
	var packages []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		s, err := schema.Read(text)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		name := "schema_" + s.Fingerprint[:16]
		fmt.Printf("types of %s\n", s.Fingerprint[:16])
		if err := writePackage(filepath.Join(folder, name), name, s); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		packages = append(packages, filepath.ToSlash(filepath.Join("weighbridge", folder, name)))
	}
	program := filepath.Join(folder, "program")
	if err := writeFile(program, "main.go", programSource(packages)); err != nil {
		return err
	}
	fmt.Printf("program with %d schemas\n", len(packages))
	command := exec.Command("go", "build", "-trimpath", "-buildvcs=false",
		"-o", filepath.Join(folder, "weighbridge-go"), "./"+filepath.ToSlash(program))
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	return command.Run()
}

// writePackage writes the package of a schema, and nothing else is in its folder.
func writePackage(folder, name string, s *schema.Schema) error {
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	if err := writeFile(folder, "types.go", typesSource(name, s)); err != nil {
		return err
	}
	unbuilt, err := runTools(folder)
	if err != nil {
		return err
	}
	return writeFile(folder, "register.go", registerSource(name, s, unbuilt))
}

func writeFile(folder, name string, source []byte) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, name), source, 0o666)
}
