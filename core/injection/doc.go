// Package injection finds instruction-like text: passages of a text that speak to the
// agent that reads it instead of to a person — orders to act, role tags, overrides of
// rules, dictated answers, in the clear or encoded.
//
// It is a second line. A paraphrase that no rule knows passes it; what a value may be
// used for is decided by where it is written (core/grounding), never by this package
// alone.
//
// # How a text is read
//
// One pass turns the text into tokens: words of known classes (word lists, one file a
// language, described in words/README.md), numbers, addresses, punctuation. A rule
// (rules/*.rules, the language of rules is described in rule.go) is a sequence of classes
// with bounded gaps. The matcher remembers, for every prefix of every rule, only the last
// place where it ended; a token looks at the prefixes that wait for its class and never
// back at the text. Words without a class cost a table look-up, and so does every other
// word until a rule has begun.
//
// What hides text is undone on the way: escapes, markup, spaced-out letters, letters of
// other scripts, digits for letters. What is encoded — base64, hex, tag characters,
// rot13, turned round — is decoded and scanned, and taints the place where it stands.
//
// Invariants:
//   - Time is linear in the text on any input, encoded layers included: a byte is decoded
//     at most once by each encoding, and at most maxDepth layers deep.
//   - Passages are in the order of the text, do not overlap, begin and end at character
//     borders and are never empty.
//   - The same text gives the same passages: there is no state besides immutable tables.
//   - Invisible characters are read as absent, every character by its NFKC form without
//     accents, Cyrillic and Greek look-alikes in a word of Latin letters as those.
//   - The text is never changed: passages are offsets in the original.
//
// [Scan] reads a tool output, where every order to act is suspicious. [ScanUser] reads
// the user's own words, where orders to act are what the user is for: it knows only the
// rules marked "user" (overrides, role labels, text to the model). Every passage of
// ScanUser lies within passages of Scan. [Block] widens a passage to the paragraph, JSON
// string, table cell, list item or markup element that it stands in.
package injection
