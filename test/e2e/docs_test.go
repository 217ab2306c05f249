package e2e

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/events"
)

var fence = regexp.MustCompile("(?ms)^```json (\\w+)\n(.*?)^```$")

// TestTheMessagesOfTheDocuments reads every example of docs/wire.md as the guard does.
func TestTheMessagesOfTheDocuments(t *testing.T) {
	seen := make(map[string]int)
	for _, m := range fence.FindAllStringSubmatch(read(t, "docs/wire.md"), -1) {
		kind, text := m[1], m[2]
		seen[kind]++
		v, err := jsonvalue.ParseText(text, jsonvalue.Limits{})
		if err != nil {
			t.Errorf("%s: %v\n%s", kind, err, text)
			continue
		}
		payload := v.Append(nil, jsonvalue.Compact)
		if err := readAs(kind, payload); err != nil {
			t.Errorf("%s: %v\n%s", kind, err, text)
		}
	}
	for _, kind := range []string{"proposal", "report", "resolution", "answer", "event"} {
		if seen[kind] == 0 {
			t.Errorf("no example of %s", kind)
		}
	}
}

func readAs(kind string, payload []byte) error {
	switch kind {
	case "answer":
		a, err := events.ReadAnswer(payload)
		if err == nil && a.Decision != nil {
			_, err = core.ReadDecision(a.Decision)
		}
		return err
	case "event":
		_, err := events.Read(payload)
		return err
	default:
		d := events.ReadDelivery("guard."+kind+"s.bank.s", payload, 1, time.Time{}, events.Limits{})
		if d.Problem != nil {
			return d.Problem
		}
		return nil
	}
}

// TestTheDocumentsNameEverything: codes of refusals and types of events.
func TestTheDocumentsNameEverything(t *testing.T) {
	wire := read(t, "docs/wire.md")
	n := 0
	for _, file := range []string{"events/errors.go", "events/event.go"} {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, read(t, file), 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(node ast.Node) bool {
			spec, ok := node.(*ast.ValueSpec)
			if !ok || len(spec.Values) != 1 || fmt.Sprint(spec.Type) != "Code" && fmt.Sprint(spec.Type) != "Type" {
				return true
			}
			name, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			if err != nil || !strings.Contains(wire, "`"+name+"`") {
				t.Errorf("docs/wire.md does not name %q (%v)", name, err)
			}
			n++
			return true
		})
	}
	if n < 25 {
		t.Errorf("found %d names only", n)
	}
}

var link = regexp.MustCompile(`\]\(([^)#:]+)\)`)

// TestLinksOfTheDocuments: they lead somewhere.
func TestLinksOfTheDocuments(t *testing.T) {
	files := []string{"README.md", "CONTRIBUTING.md"}
	err := fs.WalkDir(os.DirFS(filepath.Join("..", "..")), "docs", func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".md") {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		for _, m := range link.FindAllStringSubmatch(read(t, file), -1) {
			if _, err := os.Stat(filepath.Join("..", "..", filepath.Dir(file), m[1])); err != nil {
				t.Errorf("%s: %v", file, err)
			}
		}
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(file)))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
