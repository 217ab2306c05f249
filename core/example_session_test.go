package core_test

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"fmt"
	"strings"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/toolcall"
)

// A sub-agent's session names its parent. What its agent writes to it as `user` is the
// user's only where the user wrote the same words, and the evidence points there.
func ExampleParent() {
	guard := must(core.New(must(catalog.Read("pay.yaml", []byte(`
tools:
  - name: pay
    parameters: {type: object, properties: {to: {type: string}}}
    ground: {to: whole}
    ground_from: [user]
`)))))
	user := func(text string) conversation.Conversation {
		return conversation.Conversation{Messages: []conversation.Message{{Role: conversation.User, Text: text}}}
	}
	parent := guard.NewSession(user("Please pay ACC-1."), core.SessionOptions{Name: "parent"})
	for _, written := range []string{"Pay ACC-1.", "Pay ACC-2."} {
		child := guard.NewSession(user(written), core.SessionOptions{Parent: parent, Tools: []string{"pay"}})
		account := strings.TrimSuffix(strings.TrimPrefix(written, "Pay "), ".")
		call := must(toolcall.Read(parse(fmt.Sprintf(`{"name": "pay", "arguments": {"to": %q}}`, account))))
		d := must(child.Check(context.Background(), call))
		fmt.Println(written, d.Outcome)
		for _, e := range d.Evidence {
			fmt.Printf("%q stands in the session %s\n", e.Quote, e.Session)
		}
	}
	// Output:
	// Pay ACC-1. allow
	// "ACC-1" stands in the session parent
	// Pay ACC-2. deny
}

// A catalog that knows an application's key can ask for words that it has signed.
func ExampleSession_signedMessages() {
	application := ed25519.NewKeyFromSeed([]byte(strings.Repeat("s", ed25519.SeedSize)))
	guard := must(core.New(must(catalog.Read("pay.yaml", []byte(fmt.Sprintf(`
user_keys: {app: %s}
tools:
  - name: pay
    parameters: {type: object, properties: {to: {type: string}}}
    ground: {to: whole}
    ground_from: [user]
    verified: required
`, base64.StdEncoding.EncodeToString(application.Public().(ed25519.PublicKey))))))))
	call := must(toolcall.Read(parse(`{"name": "pay", "arguments": {"to": "ACC-1"}}`)))
	const text = "Please pay ACC-1."
	signature := conversation.Sign(application, "app", "acme/s-1", 1, "", text)
	for _, s := range []conversation.Signature{{}, signature} {
		session := guard.NewSession(conversation.Conversation{}, core.SessionOptions{Name: "acme/s-1"})
		session.Add(conversation.Message{Role: conversation.User, Text: text, Signed: s})
		d := must(session.Check(context.Background(), call))
		fmt.Println(d.Outcome)
	}
	// Output:
	// deny
	// allow
}
