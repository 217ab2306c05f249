package catalog

import (
	"strings"
	"testing"
)

const verified = `user_keys: {web: AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=, app: AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI=}
tools:
  - name: pay
    verified: required
  - name: look
`

func TestReadVerified(t *testing.T) {
	c := read(t, verified)
	if len(c.UserKeys) != 2 || c.UserKeys[0].Name != "app" || c.UserKeys[0].Key[0] != 2 || c.UserKeys[1].Name != "web" || c.UserKeys[1].Key[31] != 1 {
		t.Errorf("keys %v", c.UserKeys)
	}
	if !c.Tool("pay").Verified || c.Tool("look").Verified {
		t.Error("verified is not read as it is written")
	}
	of := func(text, tool string) string {
		sum, err := read(t, text).ToolFingerprint(tool)
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	otherKey := strings.Replace(verified, "AgIC", "AwIC", 1)
	if of(verified, "pay") == of(otherKey, "pay") || of(verified, "look") != of(otherKey, "look") {
		t.Error("a key belongs to the checks of the tools that need it, and to no others")
	}
	if of(verified, "pay") == of(strings.Replace(verified, "required", "any", 1), "pay") {
		t.Error("verified: any has the same fingerprint")
	}
}

func TestVerifiedMistakes(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=", "AQEB", "1:18: user_keys.web: expected an Ed25519 public key: 32 bytes in base64"},
		{"AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=", "5", "expected an Ed25519 public key"},
		{"{web: AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=, app: AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI=}", "{}", "expected an object of names and Ed25519 public keys"},
		{"verified: required", "verified: true", "expected one of any, required"},
		{"user_keys", "version: x\nx", "unknown key"},
	} {
		_, err := Read("a.yaml", []byte(strings.Replace(verified, c.from, c.to, 1)))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.to, err, c.want)
		}
	}
	if _, err := Read("a.yaml", []byte(verified[strings.Index(verified, "tools"):])); err == nil || !strings.Contains(err.Error(), "expected user_keys too") {
		t.Errorf("without keys: %v", err)
	}
}
