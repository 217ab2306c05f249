package mutation

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/toolcall"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestChanges: all changes of a catalog that has every key. That each makes a difference
// is what the cases of that catalog show.
func TestChanges(t *testing.T) {
	data, err := os.ReadFile("../testdata/everything.yaml")
	if err != nil {
		t.Fatal(err)
	}
	c, err := catalog.Read("everything.yaml", data)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	seen := make(map[string]bool)
	for _, m := range Of(c) {
		fmt.Fprintf(&b, "%s %s [%s]\n    %s\n", m.Position, m.Change, strings.Join(m.Tools, " "), m.Advice)
		if seen[m.Change] {
			t.Errorf("%s is made twice", m.Change)
		}
		seen[m.Change] = true
	}
	const golden = "testdata/everything.txt"
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("differs from %s (-update writes it anew); got\n%s", golden, b.String())
	}
}

// vector is a decision of the conformance vectors.
type vector struct {
	id      string
	catalog *catalog.Catalog
	request func() core.Request
}

func vectors(t *testing.T) []vector {
	t.Helper()
	data, err := os.ReadFile("../../test/testdata/conformance/check.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var all []vector
	for line := range bytes.Lines(data) {
		v, err := jsonvalue.Parse(line, jsonvalue.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		id, _ := v.GetString("id")
		in, _ := v.Get("in")
		declared, _ := in.Get("catalog")
		c, err := catalog.Read(id+".json", []byte(declared.Write(jsonvalue.Compact)))
		if err != nil {
			t.Fatal(err)
		}
		proposed, _ := in.Get("call")
		call, err := toolcall.Read(proposed)
		if err != nil {
			t.Fatal(err)
		}
		talk, _ := in.Get("context")
		facts, _ := in.Get("facts")
		read := conversation.Read(talk)
		all = append(all, vector{id, c, func() core.Request {
			return core.Request{Call: call, Facts: facts, Transcript: core.NewTranscript(read)}
		}})
	}
	return all
}

// TestPartDecidesAlike: the part of a catalog that is about one tool decides about that
// tool as the whole catalog does, with every policy bound to the tools it applies to.
func TestPartDecidesAlike(t *testing.T) {
	ctx := context.Background()
	for i, v := range vectors(t) {
		if i%compareEvery != 0 {
			continue
		}
		whole, err := core.New(v.catalog)
		if err != nil {
			t.Fatal(err)
		}
		want, err := whole.Check(ctx, v.request())
		if err != nil || v.catalog.Tool(want.Tool) == nil {
			continue
		}
		part := pin(v.catalog).only([]string{want.Tool})
		guard, err := core.New(part)
		if err != nil {
			t.Errorf("%s: %v", v.id, err)
			continue
		}
		got, err := guard.Check(ctx, v.request())
		if err != nil {
			t.Errorf("%s: %v", v.id, err)
			continue
		}
		got.Catalog, got.ToolChecks = want.Catalog, want.ToolChecks
		if a, b := want.AppendJSON(nil), got.AppendJSON(nil); !bytes.Equal(a, b) {
			t.Errorf("%s:\nwhole %s\npart  %s", v.id, a, b)
		}
	}
}

// Compiling is what takes time: of the vectors so many are compared, of the mutants so
// many compiled.
const (
	compareEvery = 3
	compileEvery = 20
)

// TestChangesLeaveTheCatalog: making mutants changes nothing of the catalog that they
// are made of, and mutants are catalogs, or say why not.
func TestChangesLeaveTheCatalog(t *testing.T) {
	made, compiled := 0, 0
	seen := make(map[string]bool)
	for _, v := range vectors(t) {
		before := v.catalog.Fingerprint()
		if seen[before] {
			continue
		}
		seen[before] = true
		unchanged := pin(v.catalog)
		for _, m := range Of(v.catalog) {
			mutant := m.Catalog(m.Tools)
			if made++; made%compileEvery == 0 {
				if _, err := core.New(mutant); err == nil {
					compiled++
				} else if !m.Unsure {
					t.Errorf("%s: %s: %v", v.id, m.Change, err)
				}
			}
			if mutant.Fingerprint() == unchanged.only(m.Tools).Fingerprint() {
				t.Errorf("%s: %s changes nothing", v.id, m.Change)
			}
			if m.Position.Line == 0 || m.Advice == "" || len(m.Tools) == 0 {
				t.Errorf("%s: half a mutant: %+v", v.id, m)
			}
		}
		if v.catalog.Fingerprint() != before {
			t.Fatalf("%s: the catalog changed", v.id)
		}
	}
	if tried := made / compileEvery; made < 1000 || compiled*10 < tried*9 {
		t.Errorf("%d of %d mutants compile, %d are made", compiled, tried, made)
	}
}
