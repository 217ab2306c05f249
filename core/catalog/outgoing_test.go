package catalog

import (
	"slices"
	"strings"
	"testing"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

const outgoingText = `
tools:
  - name: send
    parameters: {type: object, properties: {to: {type: string}, body: {type: string}, files: {type: array}}}
    outgoing: {arguments: [files, body], secrets: escalate, on_fail: escalate}
    firewall: {exempt: [body]}
  - name: post
    outgoing: {arguments: [text], links: any, secrets: any, markup: any}
    firewall: {}
`

func TestReadOutgoing(t *testing.T) {
	c, err := Read("c.yaml", []byte(outgoingText))
	if err != nil {
		t.Fatal(err)
	}
	send, post := c.Tool("send"), c.Tool("post")
	if o := send.Outgoing; !slices.Equal(o.Arguments, []string{"files", "body"}) || o.Links != LinksUser || o.Secrets != SecretsEscalate || o.Markup != MarkupPlain || o.OnFail != Escalate {
		t.Errorf("%+v", o)
	}
	if o := post.Outgoing; o.Links != LinksAny || o.Secrets != SecretsAny || o.Markup != MarkupAny || o.OnFail != Deny {
		t.Errorf("%+v", o)
	}
	if f := send.Firewall; !slices.Equal(f.Exempt, []string{"body"}) || f.OnFail != Deny {
		t.Errorf("%+v", f)
	}
	if post.Firewall == nil || post.Firewall.Exempt != nil {
		t.Errorf("%+v", post.Firewall)
	}
	again, err := Read("c.json", []byte(c.Value().Write(jsonvalue.Compact)))
	if err != nil || again.Fingerprint() != c.Fingerprint() {
		t.Errorf("%v, %s", err, again.Value().Write(jsonvalue.Compact))
	}
	if other, err := Read("c.yaml", []byte(strings.Replace(outgoingText, "[files, body]", "[body, files]", 1))); err != nil || other.Fingerprint() != c.Fingerprint() {
		t.Errorf("the order of arguments changes the fingerprint (%v)", err)
	}
}

func TestOutgoingMistakes(t *testing.T) {
	const tool = "tools:\n  - name: send\n    parameters: {type: object, properties: {body: {type: string}}}\n"
	for text, want := range map[string]string{
		"    outgoing: {arguments: [bdy]}":              "bdy is none",
		"    outgoing: {links: user}":                   `expected the key "arguments"`,
		"    outgoing: {arguments: [body], links: own}": "expected one of user, any",
		"    outgoing: [body]":                          "the arguments whose text leaves",
		"    firewall: {exempt: [bdy]}":                 "bdy is none",
		"    firewall: true":                            "an object",
		"    firewall: {exemt: [body]}":                 "unknown key",
	} {
		if _, err := Read("c.yaml", []byte(tool+text+"\n")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	if err := (&Catalog{Tools: []Tool{{Name: "send", Outgoing: &Outgoing{}}}}).Validate(); err == nil {
		t.Error("outgoing without arguments is valid")
	}
}
