package explain

import (
	"slices"
	"strings"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/grounding"
	"github.com/guardstream/guardstream/core/injection"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// maxPlaces is how many places of a value are told: those that count come first.
const maxPlaces = 5

// search looks for grounded values again, wherever they are written: a decision keeps
// the quotes it rests on alone.
type search struct {
	tool     *catalog.Tool
	decision *core.Decision
	messages messages
	subAgent bool // the user speaks in another session
	minds    bool // instructions: a value beside them does not count
}

// lookups returns all grounded values of the call, with the places where they stand.
func (s *search) lookups() []Lookup {
	var list []Lookup
	for _, rule := range s.tool.Ground {
		value, _ := s.decision.Arguments.Get(rule.Argument)
		if s.leftAtDefault(rule.Argument, value) {
			continue
		}
		for _, item := range itemsOf(value, nil) {
			places := s.places(rule, item, value.Kind() == jsonvalue.Array)
			slices.SortStableFunc(places, func(a, b Place) int { return countsFirst(a) - countsFirst(b) })
			list = append(list, Lookup{Argument: rule.Argument, Value: item, Matcher: rule.Matcher.String(), From: s.tool.Roles(),
				Places: places[:min(len(places), maxPlaces)], More: max(0, len(places)-maxPlaces)})
		}
	}
	return list
}

// leftAtDefault reports whether an optional argument has its default of an empty text,
// which nobody has to write.
func (s *search) leftAtDefault(argument string, value jsonvalue.Value) bool {
	text, isText := value.StringText()
	if !isText || text != "" {
		return false
	}
	properties, _ := s.tool.Parameters.Get("properties")
	property, _ := properties.Get(argument)
	standard, found := property.Get("default")
	return found && jsonvalue.Equal(standard, value)
}

func countsFirst(p Place) int {
	if p.Counts {
		return 0
	}
	return 1
}

// itemsOf returns what has to be written for a value: of a list its items, of null
// nothing.
func itemsOf(v jsonvalue.Value, items []jsonvalue.Value) []jsonvalue.Value {
	switch v.Kind() {
	case jsonvalue.Null:
		return items
	case jsonvalue.Array:
		for _, item := range v.Items() {
			items = itemsOf(item, items)
		}
		return items
	default:
		return append(items, v)
	}
}

// places finds a value in all messages. What the decision quotes counts, where it was
// found by ways that are not gone here: a source that the user named, a Go function.
func (s *search) places(rule catalog.Match, item jsonvalue.Value, ofList bool) []Place {
	needle := grounding.NewNeedle(item, rule.Matcher, s.tool.Locale)
	anyTainted := slices.ContainsFunc(s.messages, message.tainted)
	first := s.firstGrounding()
	var places []Place
	for i, m := range s.messages {
		for _, span := range needle.All(m.text) {
			p := Place{Message: i, Role: m.Role, Start: span.Start, End: span.End, Quote: m.text.Slice(span)}
			switch {
			case !slices.Contains(s.tool.Roles(), m.Role):
				p.Why = "the role " + m.Role.String() + " may not give it"
			case m.Role == conversation.User && s.subAgent:
				p.Why = "an agent wrote it, not the user"
			case m.Role == conversation.User && s.tool.Verified && m.Signed.IsZero():
				p.Why = "nobody signed it"
			case m.Role == conversation.User && i < first:
				p.Why = "before the user's last messages"
			default:
				p.Why = s.whyTainted(m, span, anyTainted)
			}
			p.Counts = p.Why == ""
			places = append(places, p)
		}
	}
	for _, q := range s.decision.Evidence {
		elsewhere := q.Call != "" || q.Session != "" || len(places) == 0
		if q.Argument != rule.Argument || !elsewhere || ofList && q.Quote != item.Text() {
			continue // of a list it is not known which item another quote is about
		}
		at := slices.IndexFunc(places, func(p Place) bool {
			return p.Session == q.Session && p.Message == q.Message && p.Start == q.Start && p.End == q.End
		})
		if at >= 0 {
			places[at] = placeOf(q)
		} else {
			places = append(places, placeOf(q))
		}
	}
	return places
}

// firstGrounding is the index of the first user message that may give a value: with
// ground_last N, the N-th from the end.
func (s *search) firstGrounding() int {
	n := s.tool.GroundLast
	for i := len(s.messages) - 1; i >= 0 && n > 0; i-- {
		if s.messages[i].Role == conversation.User {
			if n--; n == 0 {
				return i
			}
		}
	}
	return 0
}

// whyTainted says why a value does not count beside instructions, or "".
func (s *search) whyTainted(m message, span grounding.Span, anyTainted bool) string {
	if !s.minds {
		return ""
	}
	reads := s.tool.Injections == catalog.InjectionsGrounded || s.tool.Injections == catalog.InjectionsAny
	switch {
	case m.Role == conversation.Tool && reads && m.tainted():
		return "the output carries instructions"
	case m.Role == conversation.Tool && reads && anyTainted:
		return "another tool output carries instructions"
	case m.Role == conversation.User && s.tool.ScanUser && m.nearOverride(span):
		return "beside words that override rules"
	default:
		return ""
	}
}

// messages are the messages of a conversation, each scanned once.
type messages []message

type message struct {
	conversation.Message
	text     *grounding.Text
	passages []injection.Passage // of a tool output
}

func newMessages(all []conversation.Message) messages {
	list := make(messages, len(all))
	for i, m := range all {
		list[i] = message{Message: m, text: grounding.NewText(m.Text)}
		if m.Role == conversation.Tool {
			list[i].passages = injection.Scan(m.Text)
		}
	}
	return list
}

func (all messages) passages() []Passage {
	found := []Passage{}
	for i, m := range all {
		for _, p := range m.passages {
			found = append(found, Passage{Message: i, Start: m.text.CodePoints(p.Start), End: m.text.CodePoints(p.End), Rule: p.Rule, Quote: m.Text[p.Start:p.End]})
		}
		if m.Tainted && len(m.passages) == 0 {
			found = append(found, Passage{Message: i})
		}
	}
	return found
}

// tainted reports whether a tool output carries instructions.
func (m message) tainted() bool { return m.Tainted || len(m.passages) > 0 }

// nearOverride reports whether a passage that overrides rules is within reach of a span
// (semantics §4: 200 characters).
func (m message) nearOverride(span grounding.Span) bool {
	const reach = 200
	for _, p := range injection.ScanUser(m.Text) {
		if span.Start <= m.text.CodePoints(p.End)+reach && m.text.CodePoints(p.Start) <= span.End+reach {
			return true
		}
	}
	return false
}

func rolesText(roles []conversation.Role) string {
	names := make([]string, len(roles))
	for i, r := range roles {
		names[i] = r.String()
	}
	return strings.Join(names, " or ")
}
