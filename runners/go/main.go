// The Go runner of Weighbridge: speaks docs/protocol.md over standard input and output.
package main

import (
	"fmt"
	"os"

	_ "weighbridge/codecs"
	"weighbridge/internal/session"
)

func main() {
	answers := os.Stdout
	os.Stdout = os.Stderr // what a library prints is no answer
	if err := session.New().Serve(os.Stdin, answers); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
