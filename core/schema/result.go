package schema

import (
	"cmp"
	"slices"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// Result is the outcome of [Schema.Validate]: the coerced arguments, or the errors,
// or why validation itself failed.
type Result struct {
	// Arguments are the coerced arguments with defaults filled in; null unless
	// the arguments are valid.
	Arguments jsonvalue.Value
	// Errors are what is wrong, sorted by path; of more than [DefaultMaxErrors]
	// the last says that there are more.
	Errors []Error
	// Undecidable says why the arguments could not be validated (a limit that
	// does not apply to the value, a budget that was exhausted); a person decides.
	Undecidable string
}

// Valid reports whether the arguments are valid: whether there are coerced ones, so
// that nothing passes for want of a reason against it.
func (r Result) Valid() bool { return r.Arguments.Kind() == jsonvalue.Object }

// Error is one thing that is wrong with the arguments.
type Error struct {
	// Path names the argument, and inside of it property names and list indices,
	// joined by "."; "(arguments)" when it is the arguments as a whole. Names
	// stand as they came; where one holds invisible characters and they are the
	// error, without them ("?" when nothing is left).
	Path string
	// Message says what was expected and what was given, values shortened.
	Message string
}

func (e Error) Error() string { return e.Path + ": " + e.Message }

const noObject = "(arguments)"

// DefaultMaxErrors is how many errors are listed; more say nothing new, and a
// hostile call must not make a decision larger than itself.
const DefaultMaxErrors = 500

// sorted orders errors by path and message and lists each once.
func sorted(errors []Error) []Error {
	slices.SortFunc(errors, func(a, b Error) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Message, b.Message))
	})
	errors = slices.Compact(errors)
	if len(errors) > DefaultMaxErrors {
		errors = append(errors[:DefaultMaxErrors], Error{Path: noObject, Message: "there are more errors, which are not listed"})
	}
	return errors
}
