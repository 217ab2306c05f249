package proposal

import (
	"github.com/guardstream/guardstream/core/grounding"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/naming"
)

// Bounds of what a person can say yes to. What lies beyond is not proposed.
const (
	MaxValues = 100      // of a call
	MaxBytes  = 64 << 10 // of a message
)

// Finder returns where a text writes a value.
type Finder func(*grounding.Text) []grounding.Span

// Value is one value of a call: a text, a number or a boolean, however deep it stands.
type Value struct {
	Argument string   // the argument that it is, or is part of
	Path     string   // where it stands, for people: "flights[1].date"
	Name     string   // what it is called where it stands: "date"
	Words    []string // the words of the names on the way to it: flights, date
	Value    jsonvalue.Value
	Find     Finder
	Others   []Finder // find what the schema lists in the value's place

	List   bool    // it stands in a list
	Unsaid bool    // it is what is meant when nothing is said of it
	Switch *Switch // not nil: it is on or off, and is read as such

	// Table, Row and Column place a value of a list whose items belong together: rows of
	// one table keep their order in the message. Table is empty for all others.
	Table  string
	Row    int
	Column string
}

// Switch is a value that is on or off.
type Switch struct{ On bool }

// Call is what has to be proposed.
type Call struct {
	Tool   string
	Others []string // the other tools whose calls have to be confirmed
	Values []Value
	Empty  bool // it leaves a text empty, so that nothing may be named in its place
	// Book says what things are called. It is asked for only where that matters.
	Book func() *naming.Book
}

// Problem is why a message does not propose the call.
type Problem struct {
	Argument string // "" when it is about no one argument
	Text     string // in words
}

// Verdict is what a message says about a call.
type Verdict struct {
	Proposed   bool
	Start, End int // bytes of the message that propose it
	// Times is how often the message proposes it: in how many numbered steps or items of a
	// list. At least 1 when it does at all.
	Times    int
	Problems []Problem // why not, of the range that comes nearest
}
