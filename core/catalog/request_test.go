package catalog

import (
	"slices"
	"strings"
	"testing"

	"github.com/guardstream/guardstream/core/intent"
)

const requesting = `languages: [fr, de, en, ru]
tools:
  - name: pay
    parameters: {type: object, properties: {to: {type: string}}}
    request: {intent: pay, object: [to]}
`

func TestReadRequestObjectAndLanguages(t *testing.T) {
	c := read(t, requesting)
	if !slices.Equal(c.Languages, []intent.Language{intent.German, intent.French}) {
		t.Errorf("languages %v: English and Russian always count", c.Languages)
	}
	if !slices.Equal(c.Tool("pay").Request.Object, []string{"to"}) {
		t.Errorf("object %v", c.Tool("pay").Request.Object)
	}
	of := func(text string) string {
		sum, err := read(t, text).ToolFingerprint("pay")
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	whole := of(requesting)
	if of(strings.Replace(requesting, "[fr, de, en, ru]", "[de, fr]", 1)) != whole {
		t.Error("the order of languages changes the fingerprint")
	}
	for _, changed := range []string{strings.Replace(requesting, "fr, ", "", 1), strings.Replace(requesting, ", object: [to]", "", 1)} {
		if of(changed) == whole {
			t.Errorf("the tool's own checks are the same: %s", changed)
		}
	}
}

func TestRequestObjectMistakes(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"object: [to]", "object: [too]", "5:37: tools.pay.request.object.0: expected an argument of the tool, too is none, did you mean to?"},
		{"object: [to]", "object: []", "expected a list of argument names"},
		{"object: [to]", "object: to", "expected a list of argument names"},
		{"[fr, de, en, ru]", "[it]", `expected one of en, ru, de, fr, es, not "it"`},
		{"[fr, de, en, ru]", "fr", "expected a list of languages"},
	} {
		_, err := Read("a.yaml", []byte(strings.Replace(requesting, c.from, c.to, 1)))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.to, err, c.want)
		}
	}
}
