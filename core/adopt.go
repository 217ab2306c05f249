package core

import (
	"errors"
	"fmt"
	"slices"

	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/schema"
)

// adoption is what a server says about one of its tools.
type adoption struct {
	name        string
	parameters  jsonvalue.Value
	description string
}

// openParameters is the schema of a tool whose own one cannot be read: every argument
// passes, and schema_readable has a person decide about every call.
var openParameters = jsonvalue.NewObject(
	jsonvalue.Member{Name: "type", Value: jsonvalue.NewString("object")},
	jsonvalue.Member{Name: "additionalProperties", Value: jsonvalue.NewBool(true)})

// Adopt gives a declared tool without a schema the one that the server of the tool
// tells. A tool that has a schema keeps it, and tools that the catalog does not declare
// stay unknown. What a server says is hostile: a schema that cannot be read has a person
// decide about every call of the tool, and a tool with an argument that is named like a
// fact, a function, a policy, a check or anything else that policies read is hidden
// ([Guard.Hidden]).
func Adopt(toolName string, parameters jsonvalue.Value, description string) Option {
	return func(b *builder) error {
		b.adoptions = append(b.adoptions, adoption{toolName, parameters, description})
		return nil
	}
}

// Hidden returns the adopted tools that cannot be called, each with the reason, which
// an operator should see as a warning.
func (g *Guard) Hidden() map[string]string { return g.hidden }

// adopt applies what servers say. It runs before the catalog is validated: their faults
// are not the catalog's.
func (b *builder) adopt() {
	b.unreadable, b.hidden = make(map[string]string), make(map[string]string)
	for _, a := range b.adoptions {
		at := slices.IndexFunc(b.catalog.Tools, func(t catalog.Tool) bool { return t.Name == a.name })
		if at < 0 || !b.catalog.Tools[at].Parameters.IsNull() {
			continue
		}
		t := &b.catalog.Tools[at]
		if t.Description == "" {
			t.Description = a.description
		}
		t.Parameters = a.parameters
		switch _, err := schema.Compile(a.parameters, schema.Options{}); {
		case errors.Is(err, schema.ErrReservedName):
			b.hidden[a.name] = err.Error()
		case err != nil:
			t.Parameters = openParameters
			b.unreadable[a.name] = err.Error()
		default:
			if collisions := b.catalog.Collisions(t); len(collisions) > 0 {
				b.hidden[a.name] = fmt.Sprintf("its argument %q is named like %s", collisions[0].Argument, collisions[0].With)
			}
		}
	}
	b.catalog.Tools = slices.DeleteFunc(b.catalog.Tools, func(t catalog.Tool) bool { return b.hidden[t.Name] != "" })
}
