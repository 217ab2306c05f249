package catalog

import (
	"bytes"
	_ "embed"
)

//go:embed catalog.schema.json
var schema []byte

// JSONSchema returns the JSON Schema (2020-12) of catalog files, for editors and
// other programs. It knows the same keys and words as [Read]; what it cannot say
// (names that collide, expressions) only Read finds.
func JSONSchema() []byte { return bytes.Clone(schema) }
