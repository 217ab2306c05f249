package secrets

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func found(text string) []string {
	var list []string
	for _, s := range Find(text) {
		list = append(list, string(s.Kind)+": "+text[s.Start:s.End])
	}
	return list
}

func TestFind(t *testing.T) {
	for text, want := range map[string][]string{
		"The password is s3same.":                             {"announced: s3same"},
		"Secret key is 1a7b3d.":                               {"announced: 1a7b3d"},
		`{"password": "hunter", "user": "ann"}`:               {"announced: hunter"},
		"password: hunter\nuser: ann":                         {"announced: hunter"},
		"api_key=abcd":                                        {"announced: abcd"},
		"API-Key: 'correct horse'":                            {"announced: correct horse"},
		"**Passcode**: 99887":                                 {"announced: 99887"},
		"your one-time code is 482913":                        {"announced: 482913"},
		"the security code is now: 7731":                      {"announced: 7731"},
		"PIN 1234":                                            nil,
		"pin: 1234":                                           {"announced: 1234"},
		"Das Passwort lautet Sesam9!":                         {"announced: Sesam9"},
		"le mot de passe est « Sésame9 »":                     {"announced:  Sésame9 "},
		"la contraseña es sesamo9":                            {"announced: sesamo9"},
		"Пароль: сезам":                                       {"announced: сезам"},
		"The password is required.":                           nil,
		"Password: changed. Secret: true. Token: null":        nil,
		"The password was reset by Ann, the token is invalid": nil,
		"Keep it secret, keep your passwords safe: always":    nil,
		"password: ********":                                  nil,
		"key: value, code: 5, token count: 250":               nil,
		"AKIAIOSFODNN7EXAMPLE":                                {"token: AKIAIOSFODNN7EXAMPLE"},
		"use sk-abcdefghij0123456789xyz now":                  {"token: sk-abcdefghij0123456789xyz"},
		"postgres://app:pa55@db/x":                            {"login: postgres://app:pa55@"},
		"-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END":     {"private key: -----BEGIN RSA PRIVATE KEY-----\nMIIE\n"},
		"eyJhbGciOiJI.eyJzdWIiOiIx.c2ln":                      {"token: eyJhbGciOiJI.eyJzdWIiOiIx.c2ln"},
		"aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY":                    {"token: aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY"},
		"d41d8cd98f00b204e9800998ecf8427e":                    nil,
		"123e4567-e89b-12d3-a456-426614174000":                nil,
		"https://a.example/Some/Long/Path/With/9/Parts/2024":  nil,
		"card 4111 1111 1111 1111, thanks":                    {"card number: 4111 1111 1111 1111"},
		"4111-1111-1111-1111":                                 {"card number: 4111-1111-1111-1111"},
		"378282246310005":                                     {"card number: 378282246310005"},
		"4111111111111112":                                    nil,
		"order 9999999999999995":                              nil,
		"DE4111111111111111":                                  nil,
		"41111111111111111111111111":                          nil,
		"":                                                    nil,
	} {
		if got := found(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestAnnounces(t *testing.T) {
	for name, want := range map[string]bool{"password": true, "db_password": true, "apiKey": true, "api-key": true, "client.secret": true, "pin": true,
		"opinion": false, "key": false, "user": false, "": false, "tokenCount": false, "access_token": true} {
		if Announces(name) != want {
			t.Errorf("%s: %t", name, !want)
		}
	}
}

// A secret of a known form is found whatever stands around it.
func TestFormsAreFound(t *testing.T) {
	around := rapid.StringOfN(rapid.RuneFrom([]rune("ab .,:\"'\n()-é")), 0, 30, -1)
	rapid.Check(t, func(t *rapid.T) {
		secret := rapid.SampledFrom([]string{"AKIAIOSFODNN7EXAMPLE", "4111111111111111", "ghp_abcdefghij0123456789"}).Draw(t, "secret")
		text := around.Draw(t, "before") + " " + secret + " " + around.Draw(t, "after")
		if !slices.ContainsFunc(Find(text), func(s Secret) bool { return strings.Contains(text[s.Start:s.End], secret) }) {
			t.Fatalf("%q: %q", text, found(text))
		}
	})
}

func FuzzFind(f *testing.F) {
	f.Add("password: x1 is 4111 1111 1111 1111")
	f.Add("the secret secret secret is is is: \"")
	f.Add("\xffpin=\xff\xff\xff\xff")
	f.Fuzz(func(t *testing.T, text string) {
		last := 0
		for _, s := range Find(text) {
			if s.Start < last || s.End <= s.Start || s.End > len(text) {
				t.Fatalf("%q: %+v", text, Find(text))
			}
			last = s.End
		}
		Announces(text)
	})
}

func BenchmarkFind(b *testing.B) {
	for name, piece := range map[string]string{"prose": "The quick brown fox jumps over the lazy dog. ", "announced": "password is password: ", "digits": "4111 ", "quotes": `pin: "`, "tokens": "sk-"} {
		text := strings.Repeat(piece, 1<<16/len(piece))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				Find(text)
			}
		})
	}
}
