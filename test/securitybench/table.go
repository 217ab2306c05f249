package securitybench

import (
	"fmt"
	"io"
	"strings"
)

// table is a Markdown table. Rows without anything behind their first cells are left
// out, so that a table can be asked for everything there may be.
type table struct {
	names int // columns that name a row
	rows  [][]string
}

func newTable(names int, columns ...string) *table { return &table{names, [][]string{columns}} }

func (t *table) row(cells ...string) {
	for _, cell := range cells[t.names:] {
		if cell != "" {
			t.rows = append(t.rows, cells)
			return
		}
	}
}

func (t *table) write(w io.Writer) error {
	if len(t.rows) == 1 {
		return nil
	}
	var b strings.Builder
	for i, row := range t.rows {
		b.WriteString("| " + strings.Join(row, " | ") + " |\n")
		if i == 0 {
			b.WriteString(strings.Repeat("|---", len(row)) + "|\n")
		}
	}
	b.WriteByte('\n')
	_, err := io.WriteString(w, b.String())
	return err
}

// write writes titles and tables one after the other, until one cannot be written.
func write(w io.Writer, parts ...any) error {
	for _, part := range parts {
		var err error
		switch part := part.(type) {
		case *table:
			err = part.write(w)
		default:
			_, err = fmt.Fprintf(w, "%s\n\n", part)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
