package main

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"weighbridge/internal/clock"
	"weighbridge/internal/codec"
	"weighbridge/internal/value"
)

// BenchmarkCodecs times two codecs on a JSON document by Go's own harness; bench-harness names the document.
func BenchmarkCodecs(b *testing.B) {
	file := os.Getenv("WEIGHBRIDGE_DOCUMENT")
	if file == "" {
		b.Skip("WEIGHBRIDGE_DOCUMENT names no document")
	}
	text, err := os.ReadFile(file)
	if err != nil {
		b.Fatal(err)
	}
	tree, err := value.Parse(text)
	if err != nil {
		b.Fatal(err)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, text); err != nil {
		b.Fatal(err)
	}
	for _, c := range codec.All() {
		switch c.Selector() {
		case "encoding-json", "goccy-go-json":
			bench(b, c.Selector()+"/encode", func() error {
				_, err := c.Encode(tree)
				return err
			})
			bench(b, c.Selector()+"/decode", func() error {
				_, err := c.Decode(compact.Bytes())
				return err
			})
		}
	}
}

// bench reports CPU time beside what Go's harness measures, which is wall time and so includes what neighbours take.
func bench(b *testing.B, name string, call func() error) {
	b.Run(name, func(b *testing.B) {
		start := clock.Process()
		for b.Loop() {
			if err := call(); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(clock.Process()-start)/float64(b.N), "cpu-ns/op")
	})
}
