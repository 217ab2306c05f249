package migrate

import (
	"fmt"

	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// Note is something that the catalog does not say as the export did: somebody has to
// look at it.
type Note struct {
	Path string // "tools.pay.ground.iban"
	Text string // one sentence
}

// String is the note on one line.
func (n Note) String() string { return n.Path + ": " + n.Text }

// Migrate writes an export as a catalog in YAML. Everything that could not be written as
// it was is a note, and a comment at its place. Errors are [ErrExport], and [ErrCatalog]
// together with the catalog.
func Migrate(data []byte) (yaml []byte, notes []Note, err error) {
	e, err := readExport(data)
	if err != nil {
		return nil, nil, err
	}
	m := &migration{export: e}
	m.catalog()
	yaml = append([]byte(m.head()), m.text.String()...)
	if _, err := catalog.Read("migrated.yaml", yaml); err != nil {
		return yaml, m.notes, fmt.Errorf("%w: %w", ErrCatalog, err)
	}
	return yaml, m.notes, nil
}

type migration struct {
	writer
	export  *export
	notes   []Note
	pending []stub // in the order of the policies to write
}

// note says that something is not as it was, at its place and in the list.
func (m *migration) note(path, format string, arguments ...any) {
	n := Note{path, fmt.Sprintf(format, arguments...)}
	m.notes = append(m.notes, n)
	m.comment("MIGRATE: " + n.Text)
}

// head is the comment at the beginning: what is left to do.
func (m *migration) head() string {
	var w writer
	w.comment("Migrated from a Python catalog.")
	if len(m.notes) > 0 {
		w.comment(fmt.Sprintf("%d things are not as they were. Where a rule could not be migrated, a rule of its name refuses\nuntil it is written:", len(m.notes)))
	}
	for _, n := range m.notes {
		w.comment("  - " + n.String())
	}
	return w.text.String()
}

func (m *migration) catalog() {
	e := m.export
	if e.scanUser || e.toolValues != "" && e.toolValues != "deny" {
		var members []jsonvalue.Member
		if e.scanUser {
			members = append(members, jsonvalue.Member{Name: "scan_user", Value: jsonvalue.NewBool(true)})
		}
		if e.toolValues != "" {
			members = append(members, jsonvalue.Member{Name: "tool_values", Value: jsonvalue.NewString(e.toolValues)})
		}
		m.key("defaults", jsonvalue.NewObject(members...))
	}
	if e.authorizer {
		m.note("authorizer", "a catalog has no authorizer: request or confirm can take its place")
	}
	m.facts()
	m.line("tools:")
	m.in(func() {
		for i := range e.tools {
			m.tool(&e.tools[i])
		}
	})
	if len(e.tools) == 0 {
		m.in(func() { m.line("[]") })
	}
	m.functions()
	m.rules()
}
