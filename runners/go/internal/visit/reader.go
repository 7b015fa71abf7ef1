package visit

// A Reader reads every value in the timed loop: it adds up integers, lengths and first bytes, and one for anything else.
type Reader struct{ Total uint64 }

func (r *Reader) Null() { r.Total++ }

func (r *Reader) Bool(v bool) {
	if v {
		r.Total++
	}
}

func (r *Reader) Int(v int64)     { r.Total += uint64(v) }
func (r *Reader) Uint(v uint64)   { r.Total += v }
func (r *Reader) Float(v float64) { r.Total += uint64(int64(v)) }

func (r *Reader) String(v string) {
	r.Total += uint64(len(v))
	if v != "" {
		r.Total += uint64(v[0])
	}
}

func (r *Reader) Bytes(v []byte) {
	r.Total += uint64(len(v))
	if len(v) > 0 {
		r.Total += uint64(v[0])
	}
}

func (r *Reader) Key(v string) { r.String(v) }
func (r *Reader) BeginMap()    { r.Total++ }
func (r *Reader) EndMap()      { r.Total++ }
func (r *Reader) BeginArray()  { r.Total++ }
func (r *Reader) EndArray()    { r.Total++ }
