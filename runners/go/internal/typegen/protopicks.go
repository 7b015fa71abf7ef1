package main

import (
	"fmt"

	"weighbridge/internal/schema"
)

// finders writes what finds a path in messages, by their fields, and the root's method for it.
func (c *conversion) finders() {
	for _, record := range c.pack.schema.Records {
		message := c.message(record.Name)
		c.printf("\nfunc protoFind%s(path pick.Path) pick.Reader[%s] {\nif len(path) == 0 {\nreturn nil\n}\n", record.Name, message)
		c.printf("switch path[0].Key {\n")
		for _, field := range record.Fields {
			c.printf("case %q:\n", field.Key)
			c.findIn(message, c.field(record.Name, field.Number), "path[1:]", c.finder(field.Type, field.Nullable, field.Optional))
		}
		c.printf("}\nreturn nil\n}\n")
	}
	root := c.pack.schema.Root
	message := root.Type.Record
	switch {
	case root.Box != "":
		message = root.Box
		c.findBox(root)
	case message == "":
		message = root.Type.Name
		c.findWrapper(root.Type)
	}
	c.printf("\n// FindInProto makes what reads the values at paths out of a message.\n")
	c.printf("func (*%s) FindInProto(paths []pick.Path) func(message proto.Message, to []pick.Value) {\n", rootName(c.pack.schema))
	c.printf("read := pick.Known(protoFind%s, paths)\n", message)
	c.printf("return func(message proto.Message, to []pick.Value) { read(message.(*%s), to) }\n}\n", c.message(message))
	for len(c.later) > 0 {
		write := c.later[0]
		c.later = c.later[1:]
		write()
	}
}

// findIn writes the reading of a field.
func (c *conversion) findIn(message, field, path, finder string) {
	c.printf("if read := %s(%s); read != nil {\n", finder, path)
	c.printf("return func(from *%s, to *pick.Value) { read(&from.%s, to) }\n}\n", message, field)
}

// finder returns the expression of what finds a path in a field. Scalars are the same as in the application's types.
func (c *conversion) finder(kind schema.Type, nullable, optional bool) string {
	switch kind.Kind {
	case schema.Rec:
		return fmt.Sprintf("pick.Pointer(protoFind%s, %t)", kind.Record, nullable)
	case schema.List:
		return fmt.Sprintf("pick.List(%s, %t)", c.heldFinder(*kind.Element), nullable)
	case schema.Map:
		return fmt.Sprintf("pick.Map(%s, %t)", c.heldFinder(*kind.Value), nullable)
	}
	return finder(kind, nullable, optional)
}

// heldFinder returns that of an element of a list, or of the value of a map.
func (c *conversion) heldFinder(slot schema.Slot) string {
	switch {
	case slot.Nullable:
		c.findBox(slot)
		return fmt.Sprintf("pick.Pointer(protoFind%s, false)", slot.Box)
	case slot.Type.Kind == schema.List || slot.Type.Kind == schema.Map:
		c.findWrapper(slot.Type)
		return fmt.Sprintf("pick.Pointer(protoFind%s, false)", slot.Type.Name)
	}
	return c.finder(slot.Type, false, false)
}

func (c *conversion) findBox(slot schema.Slot) {
	c.findOnly(slot.Box, func() string {
		if slot.Type.Kind == schema.List || slot.Type.Kind == schema.Map {
			c.findWrapper(slot.Type)
			return fmt.Sprintf("pick.Pointer(protoFind%s, %t)", slot.Type.Name, slot.Nullable)
		}
		return c.finder(slot.Type, slot.Nullable, false)
	})
}

func (c *conversion) findWrapper(kind schema.Type) {
	c.findOnly(kind.Name, func() string { return c.finder(kind, false, false) })
}

// findOnly has what finds a path in a message of one field written, which is no step of the path.
func (c *conversion) findOnly(name string, finder func() string) {
	if c.found[name] {
		return
	}
	c.found[name] = true
	c.later = append(c.later, func() {
		message := c.message(name)
		c.printf("\nfunc protoFind%s(path pick.Path) pick.Reader[%s] {\n", name, message)
		c.findIn(message, c.field(name, 1), "path", finder())
		c.printf("return nil\n}\n")
	})
}
