// The Go runner of Weighbridge: speaks docs/protocol.md over standard input and output.
package main

import (
	_ "weighbridge/codecs"
	"weighbridge/internal/session"
)

func main() { session.Main() }
