package events

import "fmt"

// maxMessages is how much of a conversation goes into one [Messages] event.
const maxMessages = 256 << 10

// Fit returns the events of a decision, none longer than limit: the decision itself,
// and before it as many [Messages] as its conversation needs when both together don't
// fit. [ErrTooLarge] tells that the decision or a single message is too long.
func (s *State) Fit(d *Decided, cause Delivery, limit int) ([]Body, error) {
	if d.atMost() <= limit || s.size(d, cause) <= limit {
		return []Body{d}, nil
	}
	var bodies []Body
	c := d.Context
	for len(c.New) > 0 {
		n, bytes := 0, 0
		for n < len(c.New) && (n == 0 || bytes+len(c.New[n].Text) <= maxMessages) {
			bytes += len(appendMessage(nil, c.New[n]))
			n++
		}
		part := c
		part.New = c.New[:n:n]
		m := &Messages{ProposalID: d.ProposalID, Context: part}
		if size := s.size(m, cause); size > limit {
			return nil, fmt.Errorf("%w: a message of the conversation needs an event of %d bytes, the limit is %d", ErrTooLarge, size, limit)
		}
		bodies = append(bodies, m)
		c.From, c.New = c.From+n, c.New[n:]
	}
	rest := *d
	rest.Context = c
	if size := s.size(&rest, cause); size > limit {
		return nil, fmt.Errorf("%w: the decision needs an event of %d bytes, the limit is %d", ErrTooLarge, size, limit)
	}
	return append(bodies, &rest), nil
}

// atMost is a bound of the event's size that costs nothing: a byte of text takes at most
// six in JSON.
func (d *Decided) atMost() int {
	const header = 8 << 10
	return header + len(d.Call) + len(d.Facts) + len(d.Decision) + 6*(len(d.ProposalID)+len(d.Person)+toolBytes(d.Tools)+textBytes(d.Context.New)) + 64*len(d.Context.New)
}

func (s *State) size(b Body, cause Delivery) int { return len(s.Event(cause, b).AppendJSON(nil)) }
