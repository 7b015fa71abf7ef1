package main

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"google.golang.org/protobuf/compiler/protogen"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/pluginpb"

	"weighbridge/internal/schema"
)

// messagesRequest returns what protoc asks of its plugins to have them make Go's code for a schema. What protoc made of
// it was written beside the schema: no protoc is needed here.
//
// A program cannot hold two files of one name, nor two messages, so both get the schema's package before theirs. Nothing is
// left of the documents' keys, nor of comments: what is made of them is none of the plugins' business.
func messagesRequest(p *pack) (*pluginpb.CodeGeneratorRequest, error) {
	text, err := os.ReadFile(p.source + ".proto-compiled")
	if err != nil {
		return nil, err
	}
	data, err := base64.StdEncoding.DecodeString(strings.TrimSpace(string(text)))
	if err != nil {
		return nil, err
	}
	var set descriptorpb.FileDescriptorSet
	if err := proto.Unmarshal(data, &set); err != nil {
		return nil, err
	}
	if len(set.File) != 1 {
		return nil, errors.New("not one file")
	}
	file := set.File[0]
	old := "." + file.GetPackage() + "."
	file.Package = proto.String(file.GetPackage() + "." + p.name)
	file.Name = proto.String(p.name + ".proto")
	file.SourceCodeInfo = nil
	var rename func(messages []*descriptorpb.DescriptorProto)
	rename = func(messages []*descriptorpb.DescriptorProto) {
		for _, message := range messages {
			for _, field := range message.Field {
				field.JsonName = nil
				if name, is := strings.CutPrefix(field.GetTypeName(), old); is {
					field.TypeName = proto.String("." + file.GetPackage() + "." + name)
				}
				if hidden[strings.ToLower(strings.ReplaceAll(field.GetName(), "_", ""))] {
					field.Name = proto.String(field.GetName() + "_field")
				}
			}
			rename(message.NestedType)
		}
	}
	rename(file.MessageType)
	return &pluginpb.CodeGeneratorRequest{
		FileToGenerate: []string{file.GetName()},
		Parameter:      proto.String("M" + file.GetName() + "=" + p.path + "/pb"),
		ProtoFile:      set.File,
	}, nil
}

// hidden are names of fields, in lower case and without underscores, by which protoc-gen-go and protoc-gen-go-vtproto
// hide methods of messages. What protobuf writes has no names in it.
var hidden = map[string]bool{
	"marshaltosizedbuffervt": true,
	"marshaltovt":            true,
	"marshalvt":              true,
	"protoreflect":           true,
	"sizevt":                 true,
	"unmarshalvt":            true,
}

// runPlugin lets a plugin of protoc's make its file, and returns the text.
func runPlugin(request *pluginpb.CodeGeneratorRequest, name, parameters string) ([]byte, error) {
	request = proto.CloneOf(request)
	request.Parameter = proto.String(request.GetParameter() + parameters)
	asked, err := proto.Marshal(request)
	if err != nil {
		return nil, err
	}
	command := exec.Command(filepath.Join(toolFolder, name))
	command.Stdin = bytes.NewReader(asked)
	var words bytes.Buffer
	command.Stderr = &words
	answered, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, words.String())
	}
	var response pluginpb.CodeGeneratorResponse
	if err := proto.Unmarshal(answered, &response); err != nil {
		return nil, err
	}
	if response.Error != nil {
		return nil, errors.New(response.GetError())
	}
	if len(response.File) != 1 {
		return nil, errors.New("the plugin made not one file")
	}
	return []byte(response.File[0].GetContent()), nil
}

func makeMessages(p *pack) error {
	request, err := messagesRequest(p)
	if err != nil {
		return err
	}
	source, err := runPlugin(request, "protoc-gen-go", "")
	if err != nil {
		return err
	}
	if err := writeFile(filepath.Join(p.folder, "pb"), "messages.go", source); err != nil {
		return err
	}
	plugin, err := protogen.Options{}.New(request)
	if err != nil {
		return err
	}
	return writeFile(p.folder, "protobuf.go", newConversion(p, plugin.Files[0]).source())
}

func makeFastMessages(p *pack) error {
	request, err := messagesRequest(p)
	if err != nil {
		return err
	}
	source, err := runPlugin(request, "protoc-gen-go-vtproto", ",features=marshal+unmarshal+size")
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(p.folder, "pb"), "vt.go", source)
}

// A conversion writes the code that turns the application's types into protobuf's messages and back, as a program would
// that keeps the messages at its border: what both hold alike is shared, not copied.
type conversion struct {
	pack     *pack
	records  map[string]*schema.Record
	messages map[string]*protogen.Message
	text     bytes.Buffer
	depth    int // of loops, for the names of their variables

	found map[string]bool // messages of one field whose finders are written, or will be
	later []func()        // which write them
}

func newConversion(p *pack, file *protogen.File) *conversion {
	c := &conversion{pack: p, records: p.schema.ByName(), messages: map[string]*protogen.Message{}, found: map[string]bool{}}
	for _, message := range file.Messages {
		c.messages[string(message.Desc.Name())] = message
	}
	return c
}

func (c *conversion) printf(format string, arguments ...any) {
	fmt.Fprintf(&c.text, format, arguments...)
}

// message returns the Go name of a message.
func (c *conversion) message(name string) string { return "pb." + c.messages[name].GoIdent.GoName }

// field returns the Go name of a message's field, by its number.
func (c *conversion) field(message string, number int) string {
	for _, field := range c.messages[message].Fields {
		if int(field.Desc.Number()) == number {
			return field.GoName
		}
	}
	return "?"
}

func (c *conversion) source() []byte {
	c.printf("package %s\n\nimport (\n\"google.golang.org/protobuf/proto\"\n\n\"weighbridge/internal/pick\"\n%q\n)\n", c.pack.name, c.pack.path+"/pb")
	for _, record := range c.pack.schema.Records {
		c.record(&record)
	}
	c.root()
	c.finders()
	return formatted(c.text.Bytes())
}

func (c *conversion) record(record *schema.Record) {
	message := c.message(record.Name)
	c.printf("\nfunc to%s(from *%s) *%s {\nto := &%s{}\n", record.Name, record.Name, message, message)
	for _, field := range record.Fields {
		c.to("to."+c.field(record.Name, field.Number), "from."+fieldName(field), field.Type, field.Optional || field.Nullable)
	}
	c.printf("return to\n}\n\nfunc from%s(from *%s, to *%s) {\n", record.Name, message, record.Name)
	c.printf("if from == nil {\nreturn\n}\n")
	for _, field := range record.Fields {
		c.from("to."+fieldName(field), "from."+c.field(record.Name, field.Number), field.Type, field.Optional || field.Nullable, false)
	}
	c.printf("}\n")
}

// root writes the methods of the root's type.
func (c *conversion) root() {
	root, name := c.pack.schema.Root, rootName(c.pack.schema)
	message := root.Type.Record
	switch {
	case root.Box != "":
		message = root.Box
	case root.Type.Kind == schema.List || root.Type.Kind == schema.Map:
		message = root.Type.Name
	}
	goName := c.message(message)
	c.printf("\n// NewProto makes an empty message.\nfunc (*%s) NewProto() proto.Message { return new(%s) }\n", name, goName)
	c.printf("\n// ToProto makes the message.\nfunc (document *%s) ToProto() proto.Message {\n", name)
	if message == root.Type.Record {
		c.printf("return to%s(document)\n", message)
	} else {
		c.printf("to := &%s{}\n", goName)
		field := "to." + c.field(message, 1)
		if root.Box != "" {
			c.within(field, slotType(root)+"(*document)", root.Type, false)
		} else {
			c.to(field, "*document", root.Type, false)
		}
		c.printf("return to\n")
	}
	c.printf("}\n\n// FromProto sets the document to a message.\nfunc (document *%s) FromProto(message proto.Message) {\n", name)
	c.printf("from := message.(*%s)\n", goName)
	if message == root.Type.Record {
		c.printf("from%s(from, document)\n", message)
	} else {
		field := "from." + c.field(message, 1)
		if root.Box != "" {
			c.printf("*document = %s(%s)\n", name, field)
		} else {
			c.from("(*document)", field, root.Type, false, false)
		}
	}
	c.printf("}\n")
}

// to sets a message's field.
func (c *conversion) to(to, from string, kind schema.Type, maybe bool) {
	switch kind.Kind {
	case schema.Rec:
		if maybe {
			c.printf("if %s != nil {\n%s = to%s(%s)\n}\n", from, to, kind.Record, from)
		} else {
			c.printf("%s = to%s(&%s)\n", to, kind.Record, from)
		}
	case schema.List:
		if c.isAlike(*kind.Element) {
			c.printf("%s = %s\n", to, from)
			return
		}
		at, _ := c.variables()
		c.printf("%s = make([]%s, len(%s))\nfor %s := range %s {\n", to, c.heldType(*kind.Element), from, at, from)
		c.held(to+"["+at+"]", index(from, at), *kind.Element)
		c.printf("}\n")
		c.depth--
	case schema.Map:
		if c.isAlike(*kind.Value) {
			c.printf("%s = %s\n", to, from)
			return
		}
		at, item := c.variables()
		c.printf("%s = make(map[string]%s, len(%s))\nfor %s, %s := range %s {\n", to, c.heldType(*kind.Value), from, at, item, from)
		c.printf("var entry %s\n", c.heldType(*kind.Value))
		c.held("entry", item, *kind.Value)
		c.printf("%s[%s] = entry\n}\n", to, at)
		c.depth--
	default:
		c.printf("%s = %s\n", to, from)
	}
}

// held sets an element of a list, or the value of a map.
func (c *conversion) held(to, from string, slot schema.Slot) {
	if !slot.Nullable {
		c.within(to, from, slot.Type, false)
		return
	}
	c.printf("%s = &%s{}\n", to, c.message(slot.Box))
	c.within(to+"."+c.field(slot.Box, 1), from, slot.Type, true)
}

// within sets what may be no list or map: there is a message around it.
func (c *conversion) within(to, from string, kind schema.Type, maybe bool) {
	if kind.Kind != schema.List && kind.Kind != schema.Map {
		c.to(to, from, kind, maybe)
		return
	}
	if maybe {
		c.printf("if %s != nil {\n", from)
	}
	c.printf("%s = &%s{}\n", to, c.message(kind.Name))
	c.to(to+"."+c.field(kind.Name, 1), from, kind, false)
	if maybe {
		c.printf("}\n")
	}
}

// from sets a field of the application's; a list or map that is not to be none becomes an empty one.
func (c *conversion) from(to, from string, kind schema.Type, maybe, notNone bool) {
	switch kind.Kind {
	case schema.Rec:
		if maybe {
			c.printf("if %s != nil {\n%s = new(%s)\nfrom%s(%s, %s)\n}\n", from, to, kind.Record, kind.Record, from, to)
		} else {
			c.printf("from%s(%s, &%s)\n", kind.Record, from, to)
		}
	case schema.List, schema.Map:
		inner := kind.Element
		if kind.Kind == schema.Map {
			inner = kind.Value
		}
		goType := slotType(schema.Slot{Type: kind})
		if c.isAlike(*inner) {
			c.printf("%s = %s\n", to, from)
			if notNone {
				c.printf("if %s == nil {\n%s = %s{}\n}\n", to, to, goType)
			}
			return
		}
		if !notNone {
			c.printf("if len(%s) > 0 {\n", from)
		}
		at, item := c.variables()
		c.printf("%s = make(%s, len(%s))\nfor %s, %s := range %s {\n", to, goType, from, at, item, from)
		place := index(to, at)
		if kind.Kind == schema.Map {
			place = "entry"
			c.printf("var entry %s\n", slotType(*inner))
		}
		if inner.Nullable {
			c.fromWithin(place, item+"."+c.field(inner.Box, 1), inner.Type, true)
		} else {
			c.fromWithin(place, item, inner.Type, false)
		}
		if kind.Kind == schema.Map {
			c.printf("%s = entry\n", index(to, at))
		}
		c.printf("}\n")
		c.depth--
		if !notNone {
			c.printf("}\n")
		}
	default:
		c.printf("%s = %s\n", to, from)
	}
}

func (c *conversion) fromWithin(to, from string, kind schema.Type, maybe bool) {
	if kind.Kind != schema.List && kind.Kind != schema.Map {
		c.from(to, from, kind, maybe, false)
		return
	}
	c.printf("if %s != nil {\n", from)
	c.from(to, from+"."+c.field(kind.Name, 1), kind, false, maybe)
	c.printf("}\n")
}

// isAlike tells what is the same in both kinds of types.
func (c *conversion) isAlike(slot schema.Slot) bool {
	switch slot.Type.Kind {
	case schema.Rec, schema.List, schema.Map:
		return false
	}
	return !slot.Nullable
}

// heldType returns the Go type of an element or value in a message.
func (c *conversion) heldType(slot schema.Slot) string {
	switch {
	case slot.Nullable:
		return "*" + c.message(slot.Box)
	case slot.Type.Kind == schema.Rec:
		return "*" + c.message(slot.Type.Record)
	case slot.Type.Kind == schema.List || slot.Type.Kind == schema.Map:
		return "*" + c.message(slot.Type.Name)
	}
	return slotType(slot)
}

// variables returns names for the variables of a loop.
func (c *conversion) variables() (at, item string) {
	c.depth++
	return fmt.Sprintf("at%d", c.depth), fmt.Sprintf("item%d", c.depth)
}

func index(list, at string) string {
	if strings.HasPrefix(list, "*") {
		list = "(" + list + ")"
	}
	return list + "[" + at + "]"
}
