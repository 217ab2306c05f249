package confirmation

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// vectors calls run with every vector of a file.
func vectors[In, Want any](t *testing.T, file string, atLeast int, run func(t *testing.T, id, note string, in In, want Want)) {
	t.Helper()
	f, err := os.Open(filepath.Join("../../test/testdata/conformance", file))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	count := 0
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for ; lines.Scan(); count++ {
		var v struct {
			ID   string `json:"id"`
			Note string `json:"note"`
			In   In     `json:"in"`
			Want Want   `json:"want"`
		}
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		run(t, v.ID, v.Note, v.In, v.Want)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if count < atLeast {
		t.Errorf("%s: only %d vectors were read", file, count)
	}
}

func TestVectorsAccepts(t *testing.T) {
	type in struct {
		Text string `json:"text"`
	}
	type want struct {
		Accepts bool `json:"accepts"`
	}
	for file, atLeast := range map[string]int{"accepts.jsonl": 290, "accepts_beyond.jsonl": 130} {
		vectors(t, file, atLeast, func(t *testing.T, id, note string, in in, want want) {
			if got := Accepts(in.Text); got != want.Accepts {
				t.Errorf("%s (%s): Accepts(%q) = %v", id, note, in.Text, got)
			}
		})
	}
}

func TestVectorsPairs(t *testing.T) {
	type in struct {
		Context json.RawMessage `json:"context"`
		Last    int             `json:"last"` // null is 0
	}
	type want struct {
		Pairs [][2]int `json:"pairs"`
	}
	vectors(t, "accepted_proposals.jsonl", 35, func(t *testing.T, id, note string, in in, want want) {
		context, err := jsonvalue.Parse(in.Context, jsonvalue.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		c := conversation.Read(context)
		roles := make([]conversation.Role, len(c.Messages))
		for i, m := range c.Messages {
			roles[i] = m.Role
		}
		var got [][2]int
		for _, p := range slices.Collect(Pairs(roles, func(i int) bool { return Accepts(c.Messages[i].Text) }, in.Last)) {
			got = append(got, [2]int{p.Proposal, p.Acceptance})
		}
		if !slices.Equal(got, want.Pairs) {
			t.Errorf("%s (%s): Pairs = %v, want %v", id, note, got, want.Pairs)
		}
	})
}
