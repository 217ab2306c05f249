// Package policy compiles and evaluates the expressions of a catalog: CEL over the
// validated arguments of a call, the facts given with it, functions and what the
// guard knows (semantics §10).
//
// Invariants:
//   - Deterministic: no clock, randomness or iteration order of maps, so a decision
//     computes the same anywhere, later. Time is a value somebody gives.
//   - Bounded: every evaluation has a cost limit in steps, not in seconds, and every
//     function costs in proportion to what it reads.
//   - Typed: an expression that reads an unknown name or mixes types is an error when
//     it is compiled, with line and column, never a surprise about a call.
//   - Nothing is guessed. A value that does not fit its declared type, a method of
//     null, a division by zero, an overflow are errors of the evaluation; the caller
//     lets a person decide.
//
// Expressions are CEL without timestamps, durations, bytes, unsigned numbers and
// conversions that give up the type check, and with these functions of our own:
//
//	under clean base ext                  paths, as texts
//	is_url host scheme port domain_in     web addresses, read as in semantics §5
//	lower nfkc                            texts
//	money                                 amounts as whole millionths
//	date days_between unix local hour weekday  dates and times that are given as texts
//
// CEL's && and || absorb errors, so whether everything an expression reads is there
// is asked before it is evaluated: see [Program.Reads].
package policy
