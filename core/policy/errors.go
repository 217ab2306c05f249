package policy

import (
	"errors"
	"fmt"
)

var (
	// ErrType is returned by [ParseType] for a name that is no type.
	ErrType = errors.New("unknown type")
	// ErrName is returned by [NewEnv] for a variable declared twice.
	ErrName = errors.New("declared twice")
	// ErrEnv is returned by [Program.Eval] for values of another Env: a mistake of the
	// program that uses this package.
	ErrEnv = errors.New("values of another environment")
	// ErrNotGiven is returned by [Program.Eval] when a variable that the expression
	// reads has no value. Ask [Program.Missing] before.
	ErrNotGiven = errors.New("not given")
	// ErrValue is returned by [Program.Eval] when the value of a variable does not fit
	// its declared type, or is too large for the arithmetic of expressions.
	ErrValue = errors.New("value does not fit")
	// ErrEvaluation is returned by [Program.Eval] when an operation failed: a method
	// of null, a division by zero, an overflow, a text that is no date.
	ErrEvaluation = errors.New("cannot be evaluated")
	// ErrCost is returned by [Program.Eval] when the evaluation took more steps than
	// [CostLimit] allows.
	ErrCost = errors.New("costs too much to evaluate")
)

// Error is one thing that is wrong with an expression, and where in its text.
// [Env.Compile] and [Variables] return their errors joined; see [Errors].
type Error struct {
	Line    int // from 1
	Column  int // in characters, from 1
	Message string
}

// Error returns "line:column: message".
func (e *Error) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Message) }

// Errors returns each [*Error] of a compile error, in the order of the text.
func Errors(err error) []*Error {
	var single *Error
	var several interface{ Unwrap() []error }
	switch {
	case errors.As(err, &several):
		var all []*Error
		for _, e := range several.Unwrap() {
			all = append(all, Errors(e)...)
		}
		return all
	case errors.As(err, &single):
		return []*Error{single}
	default:
		return nil
	}
}
