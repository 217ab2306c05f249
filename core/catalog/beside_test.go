package catalog

import (
	"errors"
	"fmt"
	"testing"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

func TestReadNode(t *testing.T) {
	root, err := ReadNode("cases.yaml", []byte("cases:\n  - name: one\n    call: {name: pay, arguments: {amount: 250.0}}\n"))
	if err != nil {
		t.Fatal(err)
	}
	var got string
	for key, value := range root.Members() {
		got += fmt.Sprintf("%s %s\n", key.Position, key.Name)
		for i, item := range value.Items() {
			for key, value := range item.Members() {
				got += fmt.Sprintf("%d %s %s %s %s\n", i, key.Position, value.Position(), key.Name, value.Value().Write(jsonvalue.Compact))
			}
		}
	}
	want := `cases.yaml:1:1 cases
0 cases.yaml:2:5 cases.yaml:2:11 name "one"
0 cases.yaml:3:5 cases.yaml:3:11 call {"name":"pay","arguments":{"amount":250.0}}
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestReadNodeErrors(t *testing.T) {
	_, err := ReadNode("cases.json", []byte("{\n \"a\": 1, \"a\": 2}"))
	var e *Error
	if !errors.As(err, &e) || e.Line != 2 {
		t.Errorf("got %v, expected a place", err)
	}
	if _, err := ReadNode("cases.yaml", make([]byte, MaxBytes+1)); !errors.Is(err, ErrTooLarge) {
		t.Errorf("got %v, expected ErrTooLarge", err)
	}
	var zero Node
	if !zero.Value().IsNull() || zero.Position() != (Position{}) {
		t.Error("the zero Node is not null and nowhere")
	}
}
