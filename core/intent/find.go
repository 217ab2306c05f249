package intent

import (
	"bytes"
	"strings"

	"github.com/guardstream/guardstream/core/words"
)

// Found is the set of the kinds of action that a text asks for, in every language. It is
// small and comparable, made to be kept with a message.
type Found struct{ tags words.Tags }

// Find looks for all kinds of action in a text at once.
func Find(text string) Found {
	var found Found
	run := loaded().families.NewRun()
	for s := words.NewScanner(text); s.Next(); {
		found.tags |= run.Step(s) | address(text, s)
	}
	return found
}

// address returns the tag of a visit when the word begins a web address, "https://" or
// "www.".
func address(text string, s *words.Scanner) words.Tags {
	word, behind := s.Text(), text[s.End():]
	scheme := bytes.HasSuffix(word, []byte("http")) || bytes.HasSuffix(word, []byte("https")) // glued to what stands before, too
	if scheme && strings.HasPrefix(behind, "://") || string(word) == "www" && strings.HasPrefix(behind, ".") {
		return Visit.tags(nil)
	}
	return 0
}

// Asks reports whether the set holds a kind of action, in English, in Russian or in one
// of the languages named more.
func (f Found) Asks(i Intent, more ...Language) bool { return f.tags&i.tags(more) != 0 }
