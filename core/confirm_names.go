package core

import (
	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/grounding"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/naming"
)

// book returns what things are called: by the fact that the tool's confirmation names, else
// by the tool outputs of the conversation.
func (c *examination) book() *naming.Book {
	if name := c.tool.confirm.names; name != "" {
		fact, _ := c.request.Facts.Get(name)
		return naming.NewNames(fact)
	}
	var outputs []*naming.Output
	for _, m := range c.transcript.messages {
		if m.Role == conversation.Tool {
			outputs = append(outputs, m.things()...)
		}
	}
	return naming.NewBook(outputs...)
}

// namesMissing reports whether the fact that says what ids are called was not given.
func (c *examination) namesMissing() bool {
	name := c.tool.confirm.names
	if name == "" {
		return false
	}
	fact, given := c.request.Facts.Get(name)
	return !given || fact.Kind() != jsonvalue.Object
}

// things returns what a tool output says of things, for each call that it answers.
func (m *message) things() []*naming.Output {
	if m.outputs != nil {
		return m.outputs
	}
	m.outputs = []*naming.Output{}
	whole := m.Answers.IsZero()
	for _, a := range m.Answers.All() {
		if a.End == 0 {
			whole = true
		} else if out := naming.Read(m.text.Slice(grounding.Span{Start: a.Start, End: a.End})); out != nil {
			m.outputs = append(m.outputs, out)
		}
	}
	if whole {
		if out := naming.Read(m.Text); out != nil {
			m.outputs = append(m.outputs, out)
		}
	}
	return m.outputs
}
