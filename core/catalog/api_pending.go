package catalog

import (
	"github.com/guardstream/guardstream/core/conversation"
)

type source struct{}

// Read reads a catalog from YAML or JSON. name is the file's name: what errors say,
// and .json, .yaml or .yml tell the notation (otherwise a text that begins with "{" is
// JSON). The error holds an [*Error] for everything that is wrong.
func Read(name string, data []byte) (*Catalog, error) { return nil, nil }

// Validate checks what no single key shows: names that collide, arguments that do not
// exist, expressions that do not parse, functions that need each other. Read has done it.
func (c *Catalog) Validate() error { return nil }

// At returns where a value stands in the file: At("tools", "send_payment", "ground",
// "iban"). Items of lists are named by their index or their "name".
func (c *Catalog) At(path ...string) Position { return Position{} }

// InText returns where a place inside a text value stands in the file: what is wrong
// with an expression or a pattern. line and column count from 1.
func (c *Catalog) InText(line, column int, path ...string) Position { return Position{} }

// Fingerprint returns the SHA-256, in hexadecimal, of everything declared.
func (c *Catalog) Fingerprint() string { return "" }

// ToolFingerprint returns the SHA-256, in hexadecimal, of what decides about one
// tool's calls: its declaration, and the functions, policies and facts that apply to
// it. Approvals bind to it, so that another tool's change voids nothing.
func (c *Catalog) ToolFingerprint(name string) (string, error) { return "", nil }

// Tool returns the tool of a name, or nil.
func (c *Catalog) Tool(name string) *Tool { return nil }

// ArgumentNames returns the names of the arguments that the schema declares, in its
// order. open says that others are possible too: the schema allows them or is not
// known yet.
func (t *Tool) ArgumentNames() (names []string, open bool) { return nil, false }

// Applying are the functions and policies that decide about one tool's calls.
type Applying struct {
	Facts     []Fact     // those that the functions and policies read
	Functions []Function // each after the functions it reads
	Policies  []Policy   // in the order declared
}

// Applying returns what applies to a tool: what names it, and what names no tool and
// reads nothing that the tool's arguments, the declared facts, the functions that apply
// and [GivenVariables] do not provide.
func (c *Catalog) Applying(t *Tool) Applying { return Applying{} }

// GivenVariables are what expressions may read besides arguments, facts and functions.
var GivenVariables = []string{"call", "calls_made", "conversation", "grounding", "tool_name", "user_request"}

// Taken says what an argument of this name would collide with ("" when nothing):
// a given or computed name, a check, a fact, a function or a policy that applies to the
// tool. For tools that are adopted (semantics §10).
func (c *Catalog) Taken(tool, argument string) string { return "" }

// TakenFact says what a fact given with a call to the tool would collide with ("" when
// nothing).
func (c *Catalog) TakenFact(t *Tool, fact string) string { return "" }

// CheckName returns the name of the request's check: user_asked_to_pay,
// user_asked_to_pay_or_send, user_asked_to_phrases.
func (r *Request) CheckName() string { return "" }

// JSONSchema returns the JSON Schema (2020-12) of catalog files.
func JSONSchema() []byte { return nil }

// Allows reports whether a role may give grounded values.
func (t *Tool) Allows(role conversation.Role) bool { return false }
