package typed

import (
	"fmt"
	"reflect"

	"weighbridge/internal/schema"
	"weighbridge/internal/value"
)

// A Converter converts documents of a schema to the application's types and back.
//
// A type has one state for "none", which is nil: it stands for null where the field is nullable, and else for no entry.
// A slice or map that is nil where neither can be is empty, as it is for every Go program.
type Converter struct {
	types   *Types
	root    schema.Slot
	records map[string]*schema.Record
}

// NewConverter returns a converter for the documents of a schema and its types.
func NewConverter(s *schema.Schema, types *Types) *Converter {
	return &Converter{types, s.Root, s.ByName()}
}

// FromTree makes a document of the application's types from a natural tree.
func (c *Converter) FromTree(tree any) (any, error) {
	document := c.types.New()
	if err := c.set(reflect.ValueOf(document).Elem(), tree, c.root.Type); err != nil {
		return nil, err
	}
	return document, nil
}

// ToTree makes a tree of the value model from a document of the application's types. Maps of known keys keep the order
// of the schema.
func (c *Converter) ToTree(document any) (any, error) {
	tree, _ := c.get(reflect.ValueOf(document).Elem(), c.root.Type, c.root.Nullable, false)
	return value.Of(tree)
}

func (c *Converter) set(to reflect.Value, tree any, kind schema.Type) error {
	if tree == nil {
		return nil // as it was made
	}
	if to.Kind() == reflect.Pointer {
		to.Set(reflect.New(to.Type().Elem()))
		to = to.Elem()
	}
	switch v := tree.(type) {
	case bool:
		if kind.Kind == schema.Bool {
			to.SetBool(v)
			return nil
		}
	case int64:
		switch kind.Kind {
		case schema.Int64:
			to.SetInt(v)
			return nil
		case schema.Uint64:
			to.SetUint(uint64(v))
			return nil
		case schema.Float64:
			to.SetFloat(float64(v))
			return nil
		}
	case uint64:
		switch kind.Kind {
		case schema.Uint64:
			to.SetUint(v)
			return nil
		case schema.Float64:
			to.SetFloat(float64(v))
			return nil
		}
	case float64:
		if kind.Kind == schema.Float64 {
			to.SetFloat(v)
			return nil
		}
	case string:
		if kind.Kind == schema.String || kind.Kind == schema.JSON {
			to.SetString(v)
			return nil
		}
	case []byte:
		if kind.Kind == schema.Bytes {
			to.SetBytes(v)
			return nil
		}
	case []any:
		if kind.Kind == schema.List {
			return c.setList(to, v, kind.Element.Type)
		}
	case map[string]any:
		switch kind.Kind {
		case schema.Map:
			return c.setMap(to, v, kind.Value.Type)
		case schema.Rec:
			return c.setRecord(to, v, c.records[kind.Record])
		}
	}
	return fmt.Errorf("a %T where the schema has a %s", tree, kind.Kind)
}

func (c *Converter) setList(to reflect.Value, items []any, kind schema.Type) error {
	to.Set(reflect.MakeSlice(to.Type(), len(items), len(items)))
	for index, item := range items {
		if err := c.set(to.Index(index), item, kind); err != nil {
			return fmt.Errorf("%d: %w", index, err)
		}
	}
	return nil
}

func (c *Converter) setMap(to reflect.Value, entries map[string]any, kind schema.Type) error {
	to.Set(reflect.MakeMapWithSize(to.Type(), len(entries)))
	for key, item := range entries {
		entry := reflect.New(to.Type().Elem()).Elem()
		if err := c.set(entry, item, kind); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		to.SetMapIndex(reflect.ValueOf(key), entry)
	}
	return nil
}

// setRecord sets the fields of a struct, which are those of the record in their order.
func (c *Converter) setRecord(to reflect.Value, entries map[string]any, record *schema.Record) error {
	known := 0
	for index, field := range record.Fields {
		item, found := entries[field.Key]
		if !found {
			continue
		}
		known++
		if err := c.set(to.Field(index), item, field.Type); err != nil {
			return fmt.Errorf("%s: %w", field.Key, err)
		}
	}
	if known < len(entries) {
		return fmt.Errorf("an object has %d members that the record %s has not", len(entries)-known, record.Name)
	}
	return nil
}

// get returns what a value stands for, and whether it is there.
func (c *Converter) get(from reflect.Value, kind schema.Type, nullable, optional bool) (tree any, found bool) {
	switch from.Kind() {
	case reflect.Pointer:
		if from.IsNil() {
			return nil, !optional || nullable
		}
		from = from.Elem()
	case reflect.Slice, reflect.Map:
		if from.IsNil() && nullable {
			return nil, true
		}
		if from.IsNil() && optional {
			return nil, false
		}
	}
	switch kind.Kind {
	case schema.List:
		items := make([]any, from.Len())
		for index := range items {
			items[index], _ = c.get(from.Index(index), kind.Element.Type, kind.Element.Nullable, false)
		}
		return items, true
	case schema.Map:
		entries := make(map[string]any, from.Len())
		for at := from.MapRange(); at.Next(); {
			entries[at.Key().String()], _ = c.get(at.Value(), kind.Value.Type, kind.Value.Nullable, false)
		}
		return entries, true
	case schema.Rec:
		record := c.records[kind.Record]
		entries := make(value.Entries, 0, len(record.Fields))
		for index, field := range record.Fields {
			if item, found := c.get(from.Field(index), field.Type, field.Nullable, field.Optional); found {
				entries = append(entries, value.Entry{Key: field.Key, Value: item})
			}
		}
		return entries, true
	case schema.Bytes:
		if from.IsNil() {
			return []byte{}, true
		}
		return from.Bytes(), true
	case schema.Bool:
		return from.Bool(), true
	case schema.Int64:
		return from.Int(), true
	case schema.Uint64:
		return from.Uint(), true
	case schema.Float64:
		return from.Float(), true
	}
	return from.String(), true
}
