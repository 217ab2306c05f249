// Package secrets finds what must not leave in a text: private keys, tokens and card
// numbers by their form, and whatever a text itself calls a secret ("the password is
// s3same", "api_key": "…").
//
// The words that announce a secret are lists, one file a language, in lexicon/.
//
// Invariants:
//   - A form is found wherever it stands, whatever stands around it, as long as it is in
//     one piece.
//   - What is announced needs a value: a text that only speaks of passwords has no secret.
//   - Secrets are in the order of the text and do not overlap; offsets are bytes of the
//     text.
//   - Time is linear in the text.
package secrets
