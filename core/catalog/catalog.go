// Package catalog holds what an operator declares: the tools an agent may call, the
// facts the application gives, the functions and policies over calls. It reads that
// declaration from YAML or JSON (one schema, published by [JSONSchema]), says what is
// wrong with it and where, and fingerprints it.
//
// Invariants:
//   - A Catalog that came from [Read] is well formed: every key is known, every
//     matcher, role, locale, intent and pattern exists, every expression parses, and
//     no two things that a policy could read share a name (semantics §10).
//   - What is not understood is an error, never a default: a misspelt or empty key
//     must not switch a check off in silence.
//   - A fingerprint depends on what is declared alone: not on the order of keys, on
//     comments, on the notation, or on whether a default is written out.
//   - Files are hostile: size, depth and the number of values are bounded.
//
// Compiling schemas and policies is core's work; it asks [Catalog.At] and
// [Catalog.InText] where in the file what it could not compile stands.
package catalog

import (
	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/grounding"
	"github.com/guardstream/guardstream/core/intent"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/policy"
)

// Catalog is everything that is declared. A program may build one by hand and have it
// checked by [Catalog.Validate]; a Catalog that is in use must not be changed.
type Catalog struct {
	Name     string // what people call it; may be empty
	Version  string // what people call this state of it; may be empty
	Language string // of texts for people, a BCP 47 tag; empty means English
	// Languages are those that users write in beside English and Russian, sorted: the
	// words of requests count in them too.
	Languages []intent.Language
	Schema    SchemaMode
	UserKeys  []UserKey // whose signatures make a message the user's own words, sorted by name
	Defaults  Defaults

	Facts     []Fact     // what the application gives with calls, in the order declared
	Tools     []Tool     // in the order declared, which orders the checks of requests
	Functions []Function // in the order declared
	Policies  []Policy   // in the order declared, which orders their checks

	source      *source      // where everything stands; nil for a catalog built by hand
	expressions *expressions // what was found out about expressions; nil before [Catalog.Validate]
}

// Defaults are what a tool that does not say otherwise gets. [Read] has applied them
// to every [Tool] already; they are kept for tools that are declared later.
type Defaults struct {
	ScanUser   bool
	ToolValues Effect
}

// Effect is what failing a check means. The zero value is Deny.
type Effect uint8

// The effects.
const (
	Deny     Effect = iota // the call is refused
	Escalate               // a person decides
)

// SchemaMode says how much of JSON Schema the arguments are held to (semantics §3).
type SchemaMode uint8

// The modes. The zero value is Compatible.
const (
	Compatible SchemaMode = iota // the keywords the reference implementation reads
	Strict                       // also constraints inside items, format and allOf
)

// Injections says what instruction-like text in tool outputs does to a tool's calls
// (semantics §4 and §6). The zero value is InjectionsGrounded.
type Injections uint8

// What instruction-like text does.
const (
	InjectionsGrounded Injections = iota // a grounded value found only in tool outputs escalates
	InjectionsAny                        // also: any such text in any tool output escalates
	InjectionsOff                        // nothing
	InjectionsValue                      // a value written only next to such text is denied, and nothing else
)

// Fact is something the application may give with a call. Every fact may be null.
type Fact struct {
	Name        string
	Type        policy.Type // not nullable as declared; policies read [policy.Type.Nullable] of it
	Description string
}

// Tool is one tool that an agent may call.
type Tool struct {
	Name        string
	Description string

	// Parameters is the JSON Schema of the arguments, an object, or null when the
	// catalog gives none: the tool takes no arguments, until a schema is adopted.
	Parameters jsonvalue.Value

	Ground     []Match             // arguments that must be written in the conversation, sorted by name
	GroundFrom []conversation.Role // by whom, sorted; [DefaultGroundFrom] when the catalog does not say
	GroundLast int                 // only the user's last N messages ground; 0: all
	ToolValues Effect              // a user-only value found only in a tool output
	Injections Injections
	ScanUser   bool             // distrust user text around an override in it
	Verified   bool             // only messages that an application signed are the user's
	Locale     grounding.Locale // how numbers are written
	Delegate   []Source         // whose outputs give a grounded argument's value, once the user names them; sorted
	DelegateOn DelegateOn
	Once       bool      // a repeated call escalates
	OnceKey    []string  // arguments that make two calls the same; nil: all of them
	OnceScope  OnceScope // where a call counts as made before

	Confirm *Confirm // nil: no confirmation
	Request *Request // nil: no request

	Outgoing *Outgoing // nil: no text leaves with a call
	Firewall *Firewall // nil: values may come from wherever the other checks allow
}

// DefaultGroundFrom is who may give a grounded value: everybody but the assistant.
// The slice must not be changed.
var DefaultGroundFrom = []conversation.Role{conversation.User, conversation.Tool, conversation.System}

// Match says how one argument's value is looked for in a text.
type Match struct {
	Argument string
	Matcher  grounding.Matcher
}

// Confirm asks for the user's own yes to a call (semantics §8).
type Confirm struct {
	Mode ConfirmMode
	// Names is the fact that says what ids are called: a map from an id to a name or a
	// list of names. Empty: what the conversation's tool outputs call them. Only in mode
	// exact.
	Names string
	// Arguments are what a proposal must name. nil: each argument whose value is text,
	// a number or a list of them; in mode exact, every argument. Empty but not nil: none,
	// an accepted message is enough; not in mode exact.
	Arguments []string
	Match     []Match // sorted by name; arguments without one use nocase
	Last      int     // only the user's last N messages are acceptances; 0: all
	OnFail    Effect
}

// Request asks that the user's own messages ask for this kind of action (semantics §9).
// At least one of Intents and Phrases is not empty.
type Request struct {
	Intents []intent.Intent
	Phrases []string // regular expressions, searched after NFKC and case folding
	// Object are arguments whose values the user's sentence that asks has to name, and
	// which nothing may turn around ("never pay ACC-1 again"). Empty: any words that ask
	// are enough.
	Object []string
	OnFail Effect // Escalate when the catalog does not say
}

// Function is a value computed for policies and other functions.
type Function struct {
	Name  string
	Tools []string // nil: every tool that provides what Expr reads
	Expr  string
}

// Policy is a rule over calls: true means the call may go ahead.
type Policy struct {
	Name   string
	Tools  []string // nil: every tool that provides what Expr reads
	Expr   string
	OnFail Effect
	Reason string // why, in words; empty: the name says it
}
