package confirmation

// TakesBack reports whether a later message of the user takes back a yes they gave before:
// a message that [Withdraws], or one that [Refuses] unless it answers a question of the
// assistant about something else ("anything else?"). asked is the assistant's message
// before it, "" when there is none.
func TakesBack(text, asked string) bool {
	return Withdraws(text) || Refuses(text) && !asksElse(asked)
}

// asksElse reports whether the last question of an assistant's message is about something
// else than leave to act.
func asksElse(text string) bool {
	p := readProposal(text, Known{})
	for i := len(p.sentences) - 1; i >= 0; i-- {
		if s := p.sentences[i]; s.question {
			return !p.asksLeave(s)
		}
	}
	return false
}

// Withdraws reports whether a message takes back a yes, wherever it stands: "Actually, please
// don't do it", "Stop, I changed my mind", "forget it", "cancel that", "make it the red one".
//
// The message speaks for itself. A bare "no" does not withdraw, because it may answer the
// assistant's next question; [TakesBack] looks at that. The careful answer is true: a yes
// that is withdrawn by mistake is asked for again.
func Withdraws(text string) bool {
	m := read(text)
	if m.takesBack() || m.forbids(0) || m.rejects() || m.has(0, len(m.words), changes) {
		return true
	}
	for i := range m.words {
		if m.at(i, noLonger) > 0 {
			return true
		}
	}
	for _, s := range m.sentences {
		for _, c := range s.clauses {
			if m.startsWith(c, halts) || m.ordersBack(c) {
				return true
			}
		}
	}
	return false
}

// ordersBack reports whether a clause orders to undo what was agreed and nothing else:
// "cancel it, please", but not "cancel my gym membership".
func (m *message) ordersBack(c clause) bool {
	i := m.skip(c.start, c.end, courtesy|filler|weak)
	length := m.at(i, undoes)
	return length > 0 && i+length <= c.end && m.skip(i+length, c.end, courtesy|filler|after) == c.end
}

// Refuses reports whether a message refuses, stops or forbids something in one of its
// clauses: "no", "not yet", "yes, no", "please don't". It says nothing of what: a message
// that neither accepts nor refuses is most often a question.
func Refuses(text string) bool {
	m := read(text)
	_, refused := m.refusal()
	return refused || m.rejects()
}
