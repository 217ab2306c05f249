package demo

import (
	"time"

	"github.com/guardstream/guardstream/cmd/internal/command"
	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/toolcall"
	"github.com/guardstream/guardstream/jetstream/client"
)

// lineWidth bounds what is shown of a message.
const lineWidth = 140

// open shows what is proposed, and in which conversation.
func (p *play) open(s scene) {
	p.played++
	p.say("\n%d. %s: %s\n", p.played, agents[s.tenant], s.title)
	context, err := jsonvalue.ParseText(s.context, jsonvalue.Limits{})
	if err != nil {
		panic(err) // scenes are part of the program
	}
	for _, m := range conversation.Read(context).Messages {
		p.say("  %-10s  %s\n", m.Role, command.Cut(m.Text, lineWidth))
	}
	proposed, err := jsonvalue.ParseText(s.call, jsonvalue.Limits{})
	if err != nil {
		panic(err)
	}
	call, err := toolcall.Read(proposed)
	if err != nil {
		panic(err)
	}
	p.say("  proposes    %s %s\n", call.Name, call.ArgumentText)
	if s.facts != "" {
		p.say("  facts       %s\n", s.facts)
	}
}

// decision shows a decision with its reasons and quotes.
func (p *play) decision(d *client.Decision, took time.Duration) {
	p.say("  %-10s  event %d, after %s\n", outcomeMarks[d.Outcome], d.Sequence, took.Round(100*time.Microsecond))
	for _, r := range d.Reasons {
		p.say("  because     %s\n", command.Cut(r.String(), 2*lineWidth))
	}
	for _, e := range d.Evidence {
		p.say("  quote       %s: %q, %s, message %d, characters %d to %d\n", e.Argument, e.Quote, e.Role, e.Message, e.Start, e.End)
	}
}
