package conformance

import (
	"fmt"
	"testing"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

func parse(t *testing.T, s string) jsonvalue.Value {
	t.Helper()
	v, err := jsonvalue.ParseText(s, jsonvalue.Limits{})
	if err != nil {
		t.Fatalf("the test's own JSON %s: %v", s, err)
	}
	return v
}

func TestSameMembersExceptions(t *testing.T) {
	same := sameMembers(free("loose"), optional("extra"))
	tests := map[string]struct {
		got, want string
		same      bool
	}{
		"equal":                {`{"a":1,"loose":1}`, `{"a":1,"loose":2}`, true},
		"loose is not there":   {`{"a":1}`, `{"a":1,"loose":2}`, true},
		"extra is not wanted":  {`{"a":1,"extra":1}`, `{"a":1}`, true},
		"extra is wanted":      {`{"a":1,"extra":1}`, `{"a":1,"extra":2}`, false},
		"extra is missing":     {`{"a":1}`, `{"a":1,"extra":2}`, false},
		"another is unwanted":  {`{"a":1,"b":1}`, `{"a":1}`, false},
		"loose but not wanted": {`{"a":1,"loose":1}`, `{"a":1}`, false},
		"a double":             {`{"a":1.0}`, `{"a":1}`, false},
	}
	for name, test := range tests {
		if got := same(vector{want: parse(t, test.want)}, parse(t, test.got)); got != test.same {
			t.Errorf("%s: %v, want %v", name, got, test.same)
		}
	}
}

func TestSameSchema(t *testing.T) {
	tests := map[string]struct {
		got, want string
		same      bool
	}{
		"both valid":            {`{"valid":true,"arguments":{},"locs":[]}`, `{"valid":true,"arguments":{},"locs":[]}`, true},
		"both undecidable":      {`{"escalate":true}`, `{"valid":false,"arguments":null,"locs":[],"escalate":true}`, true},
		"one undecidable":       {`{"escalate":true}`, `{"valid":false,"arguments":null,"locs":[]}`, false},
		"the other undecidable": {`{"valid":false,"arguments":null,"locs":[]}`, `{"valid":false,"arguments":null,"locs":[],"escalate":true}`, false},
		"an unreadable schema":  {`{"valid":true,"arguments":{},"locs":[]}`, `{"schema_error":true}`, false},
	}
	for name, test := range tests {
		if got := sameSchema(vector{want: parse(t, test.want)}, parse(t, test.got)); got != test.same {
			t.Errorf("%s: %v, want %v", name, got, test.same)
		}
	}
}

func TestSameSession(t *testing.T) {
	in := parse(t, `{"max_chars":12,"context":[["tool","abcdefghijklmnop"]],"steps":[
		{"call":{"name":"f"}},{"record":0,"result":{"b":1,"a":2}}]}`)
	want := `{"start":{"made":0,"context":[%s]},"steps":[]}`
	tests := map[string]struct {
		got, want string
		same      bool
	}{
		"equal":                 {`["tool","ab",false]`, `["tool","ab",false]`, true},
		"another text":          {`["tool","ac",false]`, `["tool","ab",false]`, false},
		"another mark":          {`["tool","ab",true]`, `["tool","ab",false]`, false},
		"another count":         {`["tool","ab",true],["tool","ab",true]`, `["tool","ab",true]`, false},
		"a cut clean one":       {`["tool","ab\n[…]",false]`, `["tool","abc\n[…]",false]`, false},
		"a cut tainted one":     {`["tool","ab\n[…]\nx",true]`, `["tool","abc\n[…]\ny",true]`, true},
		"a cut of a result":     {`["tool","f: {\n[…]",true]`, `["tool","f: \n[…]\ny",true]`, true},
		"nothing before":        {`["tool","\n[…]",true]`, `["tool","abc\n[…]\ny",true]`, true},
		"too long":              {`["tool","abcdefghi\n[…]",true]`, `["tool","abc\n[…]\ny",true]`, false},
		"no beginning":          {`["tool","bc\n[…]",true]`, `["tool","abc\n[…]\ny",true]`, false},
		"without the mark":      {`["tool","abc",true]`, `["tool","abc\n[…]\ny",true]`, false},
		"a cut one not tainted": {`["tool","ab\n[…]",false]`, `["tool","abc\n[…]\ny",true]`, false},
		"a cut one of a user":   {`["user","ab\n[…]",true]`, `["tool","abc\n[…]\ny",true]`, false},
	}
	for name, test := range tests {
		v := vector{in: in, want: parse(t, fmt.Sprintf(want, test.want))}
		if got := sameSession(v, parse(t, fmt.Sprintf(want, test.got))); got != test.same {
			t.Errorf("%s: %v, want %v", name, got, test.same)
		}
	}
	v := vector{in: in, want: parse(t, `{"start":{"made":0,"context":[]},"steps":[{"made":1,"context":[],"refused":true}]}`)}
	for _, got := range []string{
		`{"start":{"made":0,"context":[]},"steps":[]}`,
		`{"start":{"made":1,"context":[]},"steps":[{"made":1,"context":[],"refused":true}]}`,
		`{"start":{"made":0,"context":[]},"steps":[{"made":2,"context":[],"refused":true}]}`,
		`{"start":{"made":0,"context":[]},"steps":[{"made":1,"context":[]}]}`,
	} {
		if sameSession(v, parse(t, got)) {
			t.Errorf("%s is the same as %s", got, compact(v.want))
		}
	}
}
