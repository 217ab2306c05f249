// Package schema reads the JSON Schema of a tool's arguments and validates the
// arguments of a proposed call with lax coercion: models write "2" where an
// integer is asked and "yes" where a boolean is, and what every later check reads,
// and what is forwarded when the call is made, is the coerced value.
//
// It reads a subset of JSON Schema 2020-12: type and type lists, properties,
// required, additionalProperties, items, enum, const, anyOf, oneOf, $ref into the
// schema itself, default, and, on properties, minimum, maximum, exclusiveMinimum,
// exclusiveMaximum, minLength, maxLength, pattern, minItems and maxItems. Every
// other keyword is left unread, and [Schema.Warnings] says so. The vectors in
// test/testdata/conformance/schema.jsonl are the contract.
//
// The coercing part is our own: no JSON Schema library coerces, and the rules of
// coercion (which texts are numbers, which alternative of a union wins, what an
// enumeration compares, limits that are not read inside of items) contradict the
// rules of JSON Schema. With [Options.Strict] the coerced arguments must also
// satisfy the schema as JSON Schema reads it; that part is a library.
//
// Invariants:
//   - Integers and texts never pass through a floating-point number.
//   - An argument that is not declared is an error unless the schema says
//     additionalProperties.
//   - A format character (general category Cf) in a key or a text is an error.
//   - The coerced arguments stand in the order of the schema's properties, then
//     further ones as they came; a property that is absent is filled with its
//     default, else with null. What is filled in is not validated.
//   - Coercion is idempotent: the coerced form of a given argument validates to
//     itself.
//   - Work is linear in the arguments for a given schema; unions that nest so that
//     it would not be exhaust a budget, and the result is [Result.Undecidable].
package schema

import (
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// Options change how a schema is read.
type Options struct {
	// Strict also checks what the lax reading leaves unread (limits inside of
	// items and alternatives, format, allOf and every other keyword of JSON
	// Schema 2020-12) on the coerced arguments, and refuses a schema that its
	// meta-schema does. It is the catalog option "schema: strict".
	Strict bool
}

// Schema validates the arguments of one tool. It is immutable and safe for
// concurrent use.
type Schema struct {
	arguments *objectNode
	inside    []int         // definitions that the schema as a whole is
	strict    *strictSchema // nil unless Options.Strict
	warnings  []string
}

// Validate coerces and validates the arguments of a call. Arguments given as JSON
// text are read first, as those of a call are: an empty text, null and "null" are
// no arguments.
func (s *Schema) Validate(args jsonvalue.Value) Result {
	args, problem := readArguments(args)
	if problem != "" {
		return Result{Errors: []Error{{Path: noObject, Message: problem}}}
	}
	var unseen hidden
	unseen.scan(args)
	r := s.newRun(unseen.values, true)
	coerced, ok := s.arguments.coerce(r, args)
	switch {
	case len(unseen.errors) > 0:
		return Result{Errors: sorted(append(r.errors(), unseen.errors...))}
	case r.undecidable != "":
		return Result{Undecidable: r.undecidable}
	case !ok:
		return Result{Errors: sorted(r.errors())}
	case s.strict != nil:
		return s.validateStrictly(args, coerced, unseen.values)
	}
	return Result{Arguments: coerced}
}

// Given returns the coerced form of valid arguments without what [Schema.Validate]
// fills in: what is sent to a server, which has its own defaults. It reports whether
// they could be coerced.
func (s *Schema) Given(args jsonvalue.Value) (jsonvalue.Value, bool) {
	args, problem := readArguments(args)
	if problem != "" {
		return jsonvalue.Value{}, false
	}
	var unseen hidden
	unseen.scan(args)
	if len(unseen.errors) > 0 {
		return jsonvalue.Value{}, false
	}
	return s.arguments.coerce(s.newRun(unseen.values, false), args)
}

func (s *Schema) newRun(values int, fill bool) *run {
	r := newRun(values, fill)
	r.inside = append(r.inside, s.inside...)
	return r
}

// validateStrictly checks what was given, coerced but without what was filled in:
// a null in the place of an absent text is no text to JSON Schema.
func (s *Schema) validateStrictly(args, coerced jsonvalue.Value, values int) Result {
	given, _ := s.arguments.coerce(s.newRun(values, false), args)
	errors, undecidable := s.strict.validate(given)
	if undecidable != "" {
		return Result{Undecidable: undecidable}
	}
	if len(errors) > 0 {
		return Result{Errors: sorted(errors)}
	}
	return Result{Arguments: coerced}
}

// Warnings says what in the schema is not read or not as its author may think:
// unknown types, unread keywords, references to nowhere, defaults that are not
// valid. Each is "path: what".
func (s *Schema) Warnings() []string { return s.warnings }

func readArguments(args jsonvalue.Value) (jsonvalue.Value, string) {
	if text, ok := args.StringText(); ok {
		if text == "" {
			return jsonvalue.NewObject(), ""
		}
		parsed, err := jsonvalue.ParseText(text, jsonvalue.Limits{})
		if err != nil {
			return args, "the arguments are a text that is not readable JSON: " + err.Error()
		}
		args = parsed
	}
	switch args.Kind() {
	case jsonvalue.Null:
		return jsonvalue.NewObject(), ""
	case jsonvalue.Object:
		return args, ""
	default:
		return args, "expected an object of arguments, got " + describe(args)
	}
}
