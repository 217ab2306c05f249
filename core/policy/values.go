package policy

import "github.com/guardstream/guardstream/core/jsonvalue"

// Values are the variables of one decision. They are read by the programs of their
// Env and converted once each. Values are not safe for concurrent use.
type Values struct{}

// NewValues returns Values without any.
func (e *Env) NewValues() *Values { return nil }

// Set gives a variable its value. A name that is no variable of the Env is ignored:
// nothing can read it. Whether the value fits is checked when a program reads it.
func (vs *Values) Set(name string, value jsonvalue.Value) {}

// Has reports whether a variable has a value; null is one.
func (vs *Values) Has(name string) bool { return false }

// Reset takes all values away, so that vs can be used for another decision.
func (vs *Values) Reset() {}
