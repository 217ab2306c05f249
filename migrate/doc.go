// Package migrate turns what a Python program declares about an agent's tools, exported
// as JSON, into a catalog.
//
// The export (docs/migrating.md) names things as the arguments of the Python decorators
// do: ground, ground_from, injections, once, require_request and so on. Policies and
// functions are Python code; their source travels along as text.
//
// Invariants:
//   - Nothing becomes weaker in silence. What a catalog cannot say becomes a rule that
//     refuses, under the name of what it stands for, and a [Note].
//   - Python is never run or understood: of a function's source only the names and the
//     annotations of its parameters are read.
//   - What is written is a catalog that [catalog.Read] reads, or [Migrate] says why not.
package migrate
