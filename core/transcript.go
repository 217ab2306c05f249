package core

import (
	"slices"
	"strings"

	"github.com/guardstream/guardstream/core/confirmation"
	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/grounding"
	"github.com/guardstream/guardstream/core/injection"
	"github.com/guardstream/guardstream/core/intent"
	"github.com/guardstream/guardstream/core/naming"
)

// Transcript is a conversation together with what its messages yield: where values
// are written, which tool outputs carry instructions, which user messages accept
// something. Each message is analysed at most once, when a check first asks, so a
// call in a long session costs what its own messages cost.
//
// A Transcript only grows at its end and shrinks at its beginning ([Transcript.Add],
// [Transcript.Drop]). It belongs to one goroutine at a time.
type Transcript struct {
	messages []*message
	dropped  int // messages that left at the beginning; messages[0] has the number dropped
	skipped  int // items of the conversation that could not be read
	plain    bool
	index    *grounding.Index // of live transcripts, by message number
	scanned  int              // messages before this number are looked through for tainted
	tainted  []int            // numbers of the tool outputs that carry instructions
}

// message is one message and what was found in it so far.
type message struct {
	conversation.Message
	text *grounding.Text

	scanned  bool
	passages []injection.Passage

	scannedUser  bool
	userPassages []injection.Passage

	readYes bool
	yes     bool

	taint taint
	told  []knownSecret // see secrets; nil until asked for

	answers       []answer // see answered
	verifications map[verification]bool

	readIntents bool
	intents     intent.Found

	outputs []*naming.Output // see things; nil until asked for
}

// NewTranscript returns a transcript of one conversation, for a single check.
func NewTranscript(c conversation.Conversation) *Transcript {
	t := &Transcript{skipped: c.Skipped, plain: c.Plain, messages: make([]*message, 0, len(c.Messages))}
	block := make([]message, len(c.Messages))
	for i, m := range c.Messages {
		block[i] = message{Message: m, text: grounding.NewText(m.Text)}
		t.messages = append(t.messages, &block[i])
	}
	return t
}

// NewLiveTranscript returns a transcript that many calls will be checked against: it
// keeps an index of the words of its messages, which costs some ten times the text's
// size and pays back after a few checks.
func NewLiveTranscript(c conversation.Conversation) *Transcript {
	own := c
	own.Messages = make([]conversation.Message, len(c.Messages))
	for i, m := range c.Messages {
		own.Messages[i] = owned(m)
	}
	t := NewTranscript(own)
	t.index = grounding.NewIndex()
	for _, m := range t.messages {
		t.index.Add(m.text)
	}
	return t
}

// owned copies a message's text, which may be a part of the whole proposal that it came
// with: what lives on must not keep that alive.
func owned(m conversation.Message) conversation.Message {
	m.Text = strings.Clone(m.Text)
	return m
}

// Add appends a message.
func (t *Transcript) Add(m conversation.Message) {
	m = owned(m)
	added := &message{Message: m, text: grounding.NewText(m.Text)}
	t.messages = append(t.messages, added)
	t.plain = false
	if t.index != nil {
		t.index.Add(added.text)
	}
}

// Drop removes the n oldest messages: what left neither grounds nor taints.
func (t *Transcript) Drop(n int) {
	n = min(n, len(t.messages))
	t.messages = t.messages[n:]
	t.dropped += n
	for len(t.tainted) > 0 && t.tainted[0] < t.dropped {
		t.tainted = t.tainted[1:]
	}
	if t.index != nil && t.dropped > len(t.messages) {
		t.reindex()
	}
}

// reindex forgets the numbers of dropped messages, so that a window that moves for
// ever stays as large as what it holds.
func (t *Transcript) reindex() {
	t.index = grounding.NewIndex()
	for _, m := range t.messages {
		t.index.Add(m.text)
	}
	for i := range t.tainted {
		t.tainted[i] -= t.dropped
	}
	t.scanned = max(0, t.scanned-t.dropped)
	t.dropped = 0
}

// Len is the number of messages.
func (t *Transcript) Len() int { return len(t.messages) }

// Message returns the message at index i, counted from the oldest one kept.
func (t *Transcript) Message(i int) conversation.Message { return t.messages[i].Message }

// Conversation returns the messages as they are now.
func (t *Transcript) Conversation() conversation.Conversation {
	c := conversation.Conversation{Skipped: t.skipped, Plain: t.plain, Messages: make([]conversation.Message, len(t.messages))}
	for i, m := range t.messages {
		c.Messages[i] = m.Message
	}
	return c
}

// taintedOutputs returns the indexes of the tool outputs that carry instruction-like
// text. Only messages that came since the last call are looked at.
func (t *Transcript) taintedOutputs() []int {
	for n := max(t.scanned, t.dropped); n < t.dropped+len(t.messages); n++ {
		if m := t.messages[n-t.dropped]; m.carriesInstructions() {
			t.tainted = append(t.tainted, n)
		}
	}
	t.scanned = t.dropped + len(t.messages)
	if t.dropped == 0 {
		return t.tainted
	}
	indexes := make([]int, len(t.tainted))
	for i, n := range t.tainted {
		indexes[i] = n - t.dropped
	}
	return indexes
}

// carriesInstructions reports whether m is a tool output with instruction-like text,
// also such text that was cut away with the rest of it.
func (m *message) carriesInstructions() bool {
	if m.Role != conversation.Tool {
		return false
	}
	return m.Tainted || len(m.instructions()) > 0
}

// instructions returns the instruction-like passages of a tool output.
func (m *message) instructions() []injection.Passage {
	if !m.scanned {
		m.passages, m.scanned = injection.Scan(m.Text), true
	}
	return m.passages
}

// accepts reports whether a user's message is an explicit acceptance.
func (m *message) accepts() bool {
	if !m.readYes {
		m.yes, m.readYes = confirmation.Accepts(m.Text), true
	}
	return m.yes
}

// candidates ranges over the indexes of the messages that may hold the needle, in
// order: all of them, unless the transcript keeps an index.
func (t *Transcript) candidates(n grounding.Needle) func(yield func(int, *message) bool) {
	return func(yield func(int, *message) bool) {
		if t.index == nil {
			for i, m := range t.messages {
				if !yield(i, m) {
					return
				}
			}
			return
		}
		var buffer [16]int
		for _, number := range t.index.Candidates(n, buffer[:0]) {
			if i := number - t.dropped; i >= 0 && !yield(i, t.messages[i]) {
				return
			}
		}
	}
}

// all ranges over every message.
func (t *Transcript) all(yield func(int, *message) bool) {
	for i, m := range t.messages {
		if !yield(i, m) {
			return
		}
	}
}

// passageOf returns the first instruction-like passage of the message at index i: the
// whole message when the passage was cut away.
func (t *Transcript) passageOf(i int) string {
	m := t.messages[i]
	if passages := m.instructions(); len(passages) > 0 {
		return m.Text[passages[0].Start:passages[0].End]
	}
	return m.Text
}

// passageNear returns the passage that taints a value written in message i: one of
// that message where there is one, else the conversation's first.
func (t *Transcript) passageNear(tainted []int, i int) string {
	for _, n := range tainted {
		if n == i {
			return t.passageOf(i)
		}
	}
	return t.passageOf(tainted[0])
}

// asksFor reports whether a user's message asks for one of these kinds of action, in
// English, Russian or one of the languages.
func (m *message) asksFor(intents []intent.Intent, languages []intent.Language) bool {
	if len(intents) == 0 {
		return false
	}
	if !m.readIntents {
		m.intents, m.readIntents = intent.Find(m.Text), true
	}
	return slices.ContainsFunc(intents, func(kind intent.Intent) bool { return m.intents.Asks(kind, languages...) })
}
