// Package core decides about the tool calls that agents propose.
//
// A [Guard] is a compiled catalog: the tools an agent may call, how each of their
// arguments must be backed by the conversation, and the policies over them.
// [Guard.Check] takes a proposed call, the conversation it was proposed in and the
// facts the application knows, and returns a [Decision]: allow, deny or escalate,
// with every reason and every quote it rests on.
//
// Invariants:
//   - Deciding is pure: no clock, network, disk, randomness or global state. The
//     same catalog and the same request give the same bytes, anywhere, later.
//   - A deny always wins. Whatever cannot be evaluated escalates; nothing is
//     allowed because something was unreadable.
//   - Every quote in a decision's evidence is literally in the conversation, at its
//     offsets, in a message of its role.
//   - A proposed call is data. Only a function that the program registered runs,
//     only through [Guard.Call], only after allow.
//
// The checks are small values in files named after them (check_*.go); their list in
// checks.go is the only place that knows their order. The readers they stand on are
// the packages below this one: conversation, grounding, injection, confirmation,
// intent, schema, policy, catalog.
package core
