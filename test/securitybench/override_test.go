package securitybench

import (
	"errors"
	"testing"

	"github.com/guardstream/guardstream/core/catalog"
)

const manyTools = `{"defaults": {"tool_values": "escalate"}, "tools": [
	{"name": "plain"},
	{"name": "free", "injections": "off", "once": false, "scan_user": true},
	{"name": "asked", "injections": "any", "once": true, "confirm": {"arguments": []}, "request": {"intent": "pay"}}]}`

func TestOverrideReaches(t *testing.T) {
	plain, free, asked := 0, 1, 2
	for text, test := range map[string]struct {
		of   func(catalog.Tool) bool
		want map[int]bool
	}{
		// written, or in effect without being written
		"injections=any":       {func(t catalog.Tool) bool { return t.Injections == catalog.InjectionsAny }, map[int]bool{plain: true, free: true, asked: true}},
		"once=true":            {func(t catalog.Tool) bool { return t.Once }, map[int]bool{free: true, asked: true}},
		"scan_user=false":      {func(t catalog.Tool) bool { return !t.ScanUser }, map[int]bool{plain: true, free: true, asked: true}},
		"tool_values=deny":     {func(t catalog.Tool) bool { return t.ToolValues == catalog.Deny }, map[int]bool{plain: true, free: true, asked: true}},
		"locale=de":            {func(t catalog.Tool) bool { return t.Locale.String() == "de" }, nil},
		"ground_last=2":        {func(t catalog.Tool) bool { return t.GroundLast == 2 }, nil},
		"confirm.last=2":       {func(t catalog.Tool) bool { return t.Confirm != nil && t.Confirm.Last == 2 }, map[int]bool{asked: true}},
		"request.on_fail=deny": {func(t catalog.Tool) bool { return t.Request != nil && t.Request.OnFail == catalog.Deny }, map[int]bool{asked: true}},
	} {
		change, err := ParseOverride(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		c, err := catalog.Read("c.json", []byte(manyTools))
		if err != nil {
			t.Fatal(err)
		}
		c, err = override(c, []Override{change})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		for i, tool := range c.Tools {
			if test.of(tool) != test.want[i] {
				t.Errorf("%s on %s: %t", text, tool.Name, !test.want[i])
			}
		}
	}
}

func TestOverrideOfTheCatalog(t *testing.T) {
	c, err := catalog.Read("c.json", []byte(manyTools))
	if err != nil {
		t.Fatal(err)
	}
	strict, err := ParseOverride("schema=strict")
	if err != nil {
		t.Fatal(err)
	}
	if c, err = override(c, []Override{strict}); err != nil || c.Schema != catalog.Strict || c.Defaults.ToolValues != catalog.Escalate {
		t.Errorf("%v, %+v", err, c)
	}
}

func TestOverrideRefuses(t *testing.T) {
	for _, text := range []string{"", "once", "=true", "oncee=true", "confirm.lasts=1", "name=x", "parameters.type=object", "tools=1", "policies=1", "once.deep=1", "injections.x=1"} {
		if _, err := ParseOverride(text); !errors.Is(err, ErrOverride) {
			t.Errorf("%q: %v", text, err)
		}
	}
	c, err := catalog.Read("c.json", []byte(manyTools))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"injections=purple", "once=maybe", "confirm.last=0", "schema=loose"} {
		change, err := ParseOverride(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if _, err := override(c, []Override{change}); !errors.Is(err, ErrOverride) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
