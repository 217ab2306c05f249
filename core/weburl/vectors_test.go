package weburl_test

import (
	"bufio"
	"encoding/json"
	"os"
	"strconv"
	"testing"

	"github.com/guardstream/guardstream/core/weburl"
)

const vectors = "../../test/testdata/conformance/urls.jsonl"

type vector struct {
	ID   string
	Note string
	In   struct{ Op, URL, Value, Written, Path string }
	Want struct {
		OK, Same                    bool
		Host, Path, Query, Fragment string
		Port                        *int
		Scheme                      *string
	}
}

func readVectors(t testing.TB) []vector {
	t.Helper()
	file, err := os.Open(vectors)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var all []vector
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var v vector
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		t.Fatal("no vectors")
	}
	return all
}

func TestVectors(t *testing.T) {
	for _, v := range readVectors(t) {
		switch v.In.Op {
		case "parts":
			var want weburl.Parts
			if v.Want.OK {
				want = weburl.Parts{Host: v.Want.Host, Path: v.Want.Path, Query: v.Want.Query, Fragment: v.Want.Fragment}
				if v.Want.Port != nil {
					want.Port = strconv.Itoa(*v.Want.Port)
				}
				if v.Want.Scheme != nil {
					want.Scheme = *v.Want.Scheme
				}
			}
			if got, ok := weburl.Parse(v.In.URL); got != want || ok != v.Want.OK {
				t.Errorf("%s (%s): Parse(%q) = %+v, %v, want %+v, %v", v.ID, v.Note, v.In.URL, got, ok, want, v.Want.OK)
			}
		case "same":
			if got := weburl.Same(v.In.Value, v.In.Written, v.In.Path == "prefix"); got != v.Want.Same {
				t.Errorf("%s (%s): Same(%q, %q, %s) = %v", v.ID, v.Note, v.In.Value, v.In.Written, v.In.Path, got)
			}
		default:
			t.Errorf("%s: unknown op %q", v.ID, v.In.Op)
		}
	}
}
