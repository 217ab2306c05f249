package catalogtest

import (
	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/toolcall"
)

// Suite is a file of cases.
type Suite struct {
	File     string
	Cases    []*Case
	Accepted []Accepted
}

// Case is one call and what is expected to be decided about it.
type Case struct {
	Name     string
	Position catalog.Position // of the case in its file

	Conversation conversation.Conversation
	Call         toolcall.Call
	Facts        jsonvalue.Value // an object, or null
	// CallsMade are the calls made before. They count as made with their validated
	// arguments. CallsUnknown says that nobody knows them.
	CallsMade    []toolcall.Call
	CallsUnknown bool
	// TenantCalls are those made in the tenant's other sessions.
	TenantCalls []toolcall.Call

	Tools   []string // that the session may call; nil: all of the catalog
	Session string   // what the session is called where messages are signed
	Parent  *Parent  // the session that a sub-agent's was opened in

	Expect Expectation
}

// Parent is a session that another one was opened in.
type Parent struct {
	Session      string
	Conversation conversation.Conversation
	Parent       *Parent
}

// Expectation is what a case says about the decision. What it does not say is nil.
type Expectation struct {
	Outcome        core.Outcome
	Failed         []string // names of failed checks: all of them, in the order they decide in
	FailedIncludes []string // some of them, in any order
	NotEvaluated   []string // checks that could not be evaluated: all of them, in any order
	MissingFacts   []string // names that were not given: all of them, in any order
	// Arguments are validated arguments by name, an object, or null. Arguments that it
	// does not name may be anything.
	Arguments jsonvalue.Value
	// Evidence is by whom a quote of an argument is, by its name or "(proposal)" or
	// "(accepted)"; of a list the items in their order, each role once.
	Evidence map[string][]conversation.Role
	Skipped  int // items of the conversation that cannot be read
}

// Accepted is a weakened catalog that no case has to notice, and why.
type Accepted struct {
	Change   string // [Mutant.Change]
	Why      string
	Position catalog.Position
}
