package links

import (
	"html"
	"strings"
	"unicode/utf8"

	"github.com/guardstream/guardstream/core/runes"
)

// dots are what stands for a full stop to people who are asked to type an address, and
// to programs that read one.
var dots = strings.NewReplacer("[.]", ".", "(.)", ".", "{.}", ".", "[dot]", ".", "(dot)", ".", "{dot}", ".", "[DOT]", ".", "(DOT)", ".", "。", ".")

// normal returns a text as programs that show it read it.
func normal(text string) string {
	if strings.IndexByte(text, '&') >= 0 {
		text = html.UnescapeString(text)
	}
	if !runes.IsASCII(text) {
		plain := make([]byte, 0, len(text))
		for _, c := range text {
			if c < utf8.RuneSelf {
				plain = append(plain, byte(c))
			} else if !runes.IsInvisible(c) {
				plain = runes.NFKC(plain, c)
			}
		}
		text = string(plain)
	}
	return dots.Replace(text)
}
