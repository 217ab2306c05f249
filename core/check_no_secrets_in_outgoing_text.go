package core

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/likeness"
	"github.com/guardstream/guardstream/core/secrets"
)

// no_secrets_in_outgoing_text (deny or escalate, semantics §6, outgoing text): no text
// that leaves with the call carries a secret: a key, a token, a card number or what the
// text itself calls a secret; nor a value that a tool output, the operator or the name of
// a fact calls one, in whatever spelling, reversed, or in hexadecimal or base64.
//
// Where the user has the text sent to is no matter, and neither is whether they know the
// secret: what they typed for one purpose must not leave for another.

const checkNoOutgoingSecrets = "no_secrets_in_outgoing_text"

func noSecretsInOutgoingText(onFail Outcome) check {
	return check{name: checkNoOutgoingSecrets, onFail: onFail, step: stepLeaveOut,
		run: needingArguments(func(c *examination) verdict {
			texts := c.outgoingTexts()
			for _, l := range texts {
				if found := secrets.Find(l.value.Text()); len(found) > 0 {
					return fail(fmt.Sprintf("%s carries a secret (%s)", l.path, found[0].Kind))
				}
			}
			switch source := c.knownSecretIn(texts); {
			case source != "":
				return fail("the text carries a secret from " + source)
			case c.exhausted():
				return cannotEvaluate(tooMuch)
			default:
				return pass()
			}
		})}
}

// outgoingSecretsFail returns what a secret in outgoing text means for the tool's calls.
func outgoingSecretsFail(s catalog.Secrets) Outcome {
	if s == catalog.SecretsEscalate {
		return Escalate
	}
	return Deny
}

// knownSecretIn returns where a secret that the texts carry comes from, "" when they carry
// none. The reason must not tell the secret itself.
func (c *examination) knownSecretIn(texts []leaf) string {
	if len(texts) == 0 {
		return ""
	}
	pieces := make([]string, len(texts))
	for i, l := range texts {
		pieces[i] = l.value.Text()
	}
	out := newOutgoingText(strings.Join(pieces, "\n")) // also a secret in pieces
	for name, fact := range c.request.Facts.Members() {
		if out.carriesFact(fact, secrets.Announces(name)) {
			return "the fact " + name
		}
	}
	for i, m := range c.transcript.messages {
		if m.Role != conversation.Tool && m.Role != conversation.System {
			continue
		}
		for _, secret := range m.secrets() {
			if c.compare(len(out.given)) && out.carries(secret) {
				return fmt.Sprintf("message %d (%s)", i-len(c.view.inherited), m.Role)
			}
		}
	}
	return ""
}

// secrets returns the values that a message tells as secrets, once.
func (m *message) secrets() []knownSecret {
	if m.told == nil {
		m.told = []knownSecret{}
		for _, s := range secrets.Find(m.Text) {
			m.told = append(m.told, newKnownSecret(m.Text[s.Start:s.End]))
		}
	}
	return m.told
}

// knownSecret is a secret, prepared to be looked for.
type knownSecret struct {
	text    string
	letters *likeness.Text
}

func newKnownSecret(text string) knownSecret { return knownSecret{text, likeness.Reduce(text)} }

// outgoingText is text that leaves, prepared for secrets to be looked for in it.
type outgoingText struct {
	lower    string
	given    string
	letters  *likeness.Text
	reversed *likeness.Text
}

func newOutgoingText(text string) outgoingText {
	return outgoingText{strings.ToLower(text), text, likeness.Reduce(text), likeness.Reduce(turnRound(text))}
}

// minKnownSecret is how many letters and digits of a secret are looked for: fewer are
// found in any text.
const minKnownSecret = 4

// carries reports whether the text has the secret, as it is or encoded in one piece.
func (t outgoingText) carries(s knownSecret) bool {
	if s.letters.Len() < minKnownSecret {
		return false
	}
	if t.letters.Holds(s.letters) || t.reversed.Holds(s.letters) {
		return true
	}
	// the last character of base64 depends on what follows
	code := base64.RawStdEncoding.EncodeToString([]byte(s.text))
	code = code[:len(code)-1]
	return strings.Contains(t.lower, hex.EncodeToString([]byte(s.text))) || strings.Contains(t.given, code)
}

// carriesFact reports whether the text has a value of a fact whose own name, or the name
// of a member on the way to the value, announces a secret.
func (t outgoingText) carriesFact(fact jsonvalue.Value, secret bool) bool {
	switch fact.Kind() {
	case jsonvalue.String, jsonvalue.Number:
		return secret && t.carries(newKnownSecret(fact.Text()))
	case jsonvalue.Array:
		for _, item := range fact.Items() {
			if t.carriesFact(item, secret) {
				return true
			}
		}
	case jsonvalue.Object:
		for name, member := range fact.Members() {
			if t.carriesFact(member, secret || secrets.Announces(name)) {
				return true
			}
		}
	}
	return false
}
