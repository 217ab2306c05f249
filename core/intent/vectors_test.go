package intent

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"
)

func TestVectors(t *testing.T) {
	file, err := os.Open("../../test/testdata/conformance/intents.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	count := 0
	for lines := bufio.NewScanner(file); lines.Scan(); count++ {
		var v struct {
			ID   string `json:"id"`
			Note string `json:"note"`
			In   struct {
				Intent string `json:"intent"`
				Text   string `json:"text"`
			} `json:"in"`
			Want struct {
				Asked bool `json:"asked"`
			} `json:"want"`
		}
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		kind, err := Parse(v.In.Intent)
		if err != nil {
			t.Fatalf("%s: %v", v.ID, err)
		}
		if got := Asked(kind, v.In.Text); got != v.Want.Asked {
			t.Errorf("%s (%s): Asked(%s, %q) = %v", v.ID, v.Note, kind, v.In.Text, got)
		}
	}
	if count < 200 {
		t.Errorf("only %d vectors were read", count)
	}
}
