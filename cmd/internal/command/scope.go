package command

import (
	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/jetstream"
)

// Scope are the flags that narrow what is looked through.
type Scope struct {
	Tenant  string `help:"Only this tenant."`
	Session string `help:"Only this session."`
}

// Range is the part of the log that the flags leave.
func (s Scope) Range() jetstream.Range {
	var r jetstream.Range
	if s.Tenant != "" {
		r.Tenant = events.Token(s.Tenant)
	}
	if s.Session != "" {
		r.Session = events.Token(s.Session)
	}
	return r
}
