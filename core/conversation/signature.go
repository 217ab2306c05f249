package conversation

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"strconv"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// Signature is what an application says about a user's message that came in through it:
// these are the user's words, typed in this session, in this order, below this message.
// Whoever else writes a message as `user` has no key to say so. Signatures are
// comparable, as messages are; the zero value is none.
//
// As JSON it is {"key", "number", "after"?, "signature"} beside the message's content.
type Signature struct {
	Key    string `json:"key"`    // which of the catalog's keys made it
	Number int64  `json:"number"` // of the user's messages in the session: each has a greater one than those before
	// After is [TextHash] of the agent's message that the user saw last; "" when there was
	// none. A yes says yes to that message and to no other.
	After string `json:"after,omitzero"`
	Value string `json:"signature"` // base64 of the Ed25519 signature of [SignedBytes]
}

// maxSignatureText bounds each text of a signature: the longest that can be right is
// shorter.
const maxSignatureText = 256

// signedMark begins what is signed, so that no signature of anything else is one of a
// message.
const signedMark = "guardstream user message 1\n"

// SignedBytes is what the application signs: a mark, and session, number, after and
// text, each behind its length in bytes (8 bytes, big endian). session is the name that
// the guard decides under: "tenant/session" in the services.
func SignedBytes(session string, number int64, after, text string) []byte {
	signed := []byte(signedMark)
	for _, part := range []string{session, strconv.FormatInt(number, 10), after, text} {
		signed = binary.BigEndian.AppendUint64(signed, uint64(len(part)))
		signed = append(signed, part...)
	}
	return signed
}

// TextHash is the SHA-256 of a message's text, in hexadecimal.
func TextHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// Sign signs a user's text with an application's key, which the catalog knows under a
// name. after is the text of the agent's message that the user answers, "" for none.
func Sign(private ed25519.PrivateKey, key, session string, number int64, after, text string) Signature {
	s := Signature{Key: key, Number: number}
	if after != "" {
		s.After = TextHash(after)
	}
	s.Value = base64.StdEncoding.EncodeToString(ed25519.Sign(private, SignedBytes(session, number, s.After, text)))
	return s
}

// Verify reports whether the key signed this text in this session.
func (s Signature) Verify(public ed25519.PublicKey, session, text string) bool {
	signature, err := base64.StdEncoding.DecodeString(s.Value)
	return err == nil && len(public) == ed25519.PublicKeySize && ed25519.Verify(public, SignedBytes(session, s.Number, s.After, text), signature)
}

// IsZero reports whether there is none.
func (s Signature) IsZero() bool { return s == Signature{} }

// Size is about how much it holds, in bytes.
func (s Signature) Size() int {
	if s.IsZero() {
		return 0
	}
	const members = 64
	return members + len(s.Key) + len(s.After) + len(s.Value)
}

// value is the signature in its JSON form.
func (s Signature) value() jsonvalue.Value {
	members := []jsonvalue.Member{
		{Name: "key", Value: jsonvalue.NewString(s.Key)},
		{Name: "number", Value: jsonvalue.NewInt(s.Number)},
	}
	if s.After != "" {
		members = append(members, jsonvalue.Member{Name: "after", Value: jsonvalue.NewString(s.After)})
	}
	return jsonvalue.NewObject(append(members, jsonvalue.Member{Name: "signature", Value: jsonvalue.NewString(s.Value)})...)
}

// AppendJSON appends the signature in its JSON form.
func (s Signature) AppendJSON(dst []byte) []byte { return s.value().Append(dst, jsonvalue.Compact) }

// ReadSignature reads the JSON form. What is none is no signature: then the message is
// one that nobody vouches for.
func ReadSignature(v jsonvalue.Value) Signature {
	number, _ := v.Get("number")
	n, isNumber := number.Int64()
	s := Signature{Number: n}
	s.Key, _ = v.GetString("key")
	s.After, _ = v.GetString("after")
	s.Value, _ = v.GetString("signature")
	if !isNumber || s.Key == "" || s.Value == "" || max(len(s.Key), len(s.After), len(s.Value)) > maxSignatureText {
		return Signature{}
	}
	return s
}
