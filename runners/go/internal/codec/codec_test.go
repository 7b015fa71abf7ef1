package codec

import "testing"

func TestWhatAnEncoderStartsFromDecidesItsTare(t *testing.T) {
	encode := func(any) ([]byte, error) { return nil, nil }
	prepare := func(document any) (any, error) { return document, nil }
	registered = nil
	Register(
		Codec{Name: "decoder"},
		Codec{Name: "whole", Encode: encode},
		Codec{Name: "prebuilt", Encode: encode, Prepare: prepare},
		Codec{Name: "driven", Encode: encode, StartsFrom: "events"},
	)
	wanted := map[string][2]string{
		"decoder":  {"", "call"},
		"whole":    {"native", "call"},
		"prebuilt": {"library", "call"},
		"driven":   {"events", "visit"},
	}
	for _, c := range All() {
		if found := [2]string{c.StartsFrom, c.Tare("encode")}; found != wanted[c.Name] {
			t.Errorf("%s: %v, not %v", c.Name, found, wanted[c.Name])
		}
		if c.Tare("decode") != "call" || c.Tare("scan") != "visit" {
			t.Errorf("%s: another tare for decode or scan", c.Name)
		}
	}
}
