package core

import (
	"unicode/utf8"

	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/injection"
)

// cutMark stands where the rest of a message was cut away.
const cutMark = "\n[…]"

// cut shortens a message to at most limit code points (0: no limit): it keeps the
// beginning, and of a tool output also the instruction-like passages of the rest, so
// that what tainted it is still seen; the message stays flagged even where they did
// not fit (semantics §13).
func cut(m conversation.Message, limit int) conversation.Message {
	if limit <= 0 || utf8.RuneCountInString(m.Text) <= limit {
		return m
	}
	full := m.Text
	tail := cutMark
	if m.Role == conversation.Tool {
		passages := injection.Scan(m.Text)
		m.Tainted = m.Tainted || len(passages) > 0
		head := headBytes(m.Text, limit-utf8.RuneCountInString(cutMark))
		for _, p := range passages {
			if p.End > head {
				tail += "\n" + m.Text[p.Start:p.End]
			}
		}
	}
	tail = tail[:headBytes(tail, limit)]
	head := limit - utf8.RuneCountInString(tail)
	m.Text = full[:headBytes(full, head)] + tail
	m.Answers = m.Answers.Until(max(0, head)) // what follows was put together here
	return m
}

// headBytes is the length in bytes of the first n code points of text.
func headBytes(text string, n int) int {
	if n <= 0 {
		return 0
	}
	at := 0
	for range n {
		_, size := utf8.DecodeRuneInString(text[at:])
		if size == 0 {
			break
		}
		at += size
	}
	return at
}
