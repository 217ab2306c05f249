package catalog

import (
	"cmp"
	"crypto/ed25519"
	"encoding/base64"
	"slices"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// UserKey is the public key of an application that signs what users write to it
// (conversation.Signature).
type UserKey struct {
	Name string // how signatures name it
	Key  ed25519.PublicKey
}

// verifiedWords are the words for whether a tool reads only signed messages as the user's.
var verifiedWords = [...]string{"any", "required"}

// parseVerified returns whether only signed messages are the user's.
func parseVerified(word string) (bool, bool) {
	return word == verifiedWords[1], slices.Contains(verifiedWords[:], word)
}

// userKeys reads an object of names and keys.
func (d *decoder) userKeys(into *[]UserKey) func(*node) {
	return func(n *node) {
		if n.kind != jsonvalue.Object || len(n.keys) == 0 {
			d.expected(n, "an object of names and Ed25519 public keys (base64)")
			return
		}
		for i, k := range n.keys {
			d.in(k.name, func() {
				key, err := base64.StdEncoding.DecodeString(n.items[i].text)
				if n.items[i].kind != jsonvalue.String || err != nil || len(key) != ed25519.PublicKeySize {
					d.expected(n.items[i], "an Ed25519 public key: 32 bytes in base64")
				}
				*into = append(*into, UserKey{k.name, key})
			})
		}
		slices.SortFunc(*into, func(a, b UserKey) int { return cmp.Compare(a.Name, b.Name) })
	}
}

func userKeysValue(keys []UserKey) jsonvalue.Value {
	o := object{}
	for _, k := range keys {
		o.add(k.Name, jsonvalue.NewString(base64.StdEncoding.EncodeToString(k.Key)))
	}
	return o.value()
}

// verifiable looks for keys: without them no message can be verified, and a tool that
// needs it would have no user.
func (v *validation) verifiable(t *Tool, path []string) {
	if t.Verified && len(v.catalog.UserKeys) == 0 {
		v.fail(append(path, "verified"), "expected user_keys too: without a key no message is verified")
	}
}
