package catalog

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// Fingerprint returns the SHA-256, in hexadecimal, of everything declared: of
// [Catalog.Value] in canonical form, before which stands the version of that form.
func (c *Catalog) Fingerprint() string { return fingerprint("catalog", c.Value()) }

// ToolFingerprint returns the SHA-256, in hexadecimal, of what decides about one
// tool's calls: its declaration, the schema mode, the languages of its request, the
// keys that verify the user, and the functions, policies and facts that apply to it. Approvals bind to it, so that another
// tool's change voids nothing.
func (c *Catalog) ToolFingerprint(name string) (string, error) {
	t := c.Tool(name)
	if t == nil {
		return "", fmt.Errorf("%w: %s", ErrUnknownTool, name)
	}
	a := c.Applying(t)
	own := &Catalog{Schema: c.Schema, Facts: a.Facts, Tools: []Tool{*t}, Functions: a.Functions, Policies: a.Policies}
	if t.Request != nil && len(t.Request.Intents) > 0 {
		own.Languages = c.Languages
	}
	if t.Verified {
		own.UserKeys = c.UserKeys
	}
	for i := range own.Functions { // whom else they are for is not this tool's business
		own.Functions[i].Tools = nil
	}
	for i := range own.Policies {
		own.Policies[i].Tools = nil
	}
	for i := range own.Facts {
		own.Facts[i].Description = ""
	}
	return fingerprint("tool", own.Value()), nil
}

// formVersion goes up when the canonical form of the same declarations changes.
const formVersion = 1

func fingerprint(what string, v jsonvalue.Value) string {
	form := fmt.Appendf(nil, "%s %d\n", what, formVersion)
	sum := sha256.Sum256(v.Append(form, jsonvalue.Canonical))
	return hex.EncodeToString(sum[:])
}
