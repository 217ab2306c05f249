package schema_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"testing"

	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/schema"
)

type vector struct {
	ID   string `json:"id"`
	Note string `json:"note"`
	In   struct {
		Schema    jsonvalue.Value `json:"schema"`
		Arguments jsonvalue.Value `json:"arguments"`
	} `json:"in"`
	Want struct {
		Valid       bool            `json:"valid"`
		Arguments   jsonvalue.Value `json:"arguments"`
		Locs        []string        `json:"locs"`
		SchemaError bool            `json:"schema_error"`
		Escalate    bool            `json:"escalate"`
	} `json:"want"`
}

func readVectors(t testing.TB) []vector {
	t.Helper()
	file, err := os.Open("../../test/testdata/conformance/schema.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var list []vector
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var v vector
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatalf("%s: %v", lines.Text(), err)
		}
		list = append(list, v)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

func TestVectors(t *testing.T) {
	vectors := readVectors(t)
	if len(vectors) < 300 {
		t.Fatalf("only %d vectors", len(vectors))
	}
	for _, v := range vectors {
		t.Run(v.ID, func(t *testing.T) { checkVector(t, v) })
	}
}

func checkVector(t *testing.T, v vector) {
	s, err := schema.Compile(v.In.Schema, schema.Options{})
	if (err != nil) != v.Want.SchemaError {
		t.Fatalf("%s\nCompile: %v, want an error: %v", v.Note, err, v.Want.SchemaError)
	}
	if err != nil {
		if !errors.Is(err, schema.ErrSchema) && !errors.Is(err, schema.ErrReservedName) {
			t.Errorf("%v wraps no sentinel", err)
		}
		return
	}
	got := s.Validate(v.In.Arguments)
	if (got.Undecidable != "") != v.Want.Escalate {
		t.Fatalf("%s\nundecidable: %q, want it: %v", v.Note, got.Undecidable, v.Want.Escalate)
	}
	if v.Want.Escalate {
		return
	}
	if got.Valid() != v.Want.Valid {
		t.Fatalf("%s\nvalid: %v (%v), want %v", v.Note, got.Valid(), got.Errors, v.Want.Valid)
	}
	if !jsonvalue.Equal(got.Arguments, v.Want.Arguments) {
		t.Errorf("%s\narguments %s\n     want %s", v.Note, got.Arguments.Write(jsonvalue.Readable), v.Want.Arguments.Write(jsonvalue.Readable))
	}
	if locs := paths(got.Errors); !slices.Equal(locs, v.Want.Locs) {
		t.Errorf("%s\npaths %q\n want %q", v.Note, locs, v.Want.Locs)
	}
}

// paths lists the paths of errors, each once.
func paths(errors []schema.Error) []string {
	list := []string{}
	for _, e := range errors {
		list = append(list, e.Path)
	}
	slices.Sort(list)
	return slices.Compact(list)
}
