package policy

import "github.com/guardstream/guardstream/core/jsonvalue"

// Program is a compiled expression. It is immutable and safe for concurrent use.
type Program struct{}

// Reads returns the names of the variables the expression reads in any of its
// branches, sorted. All of them have to be there before it is evaluated. The slice
// must not be changed.
func (p *Program) Reads() []string { return nil }

// Fields returns the members that the expression selects from a variable ("arguments"
// of call.arguments.amount), sorted, and whether that is all it reads of it.
func (p *Program) Fields(name string) (fields []string, only bool) { return nil, false }

// ResultType returns the type of what the expression computes.
func (p *Program) ResultType() Type { return Type{} }

// Missing returns the names the expression reads that have no value, in order.
func (p *Program) Missing(vs *Values) []string { return nil }

// Eval computes the expression. Errors wrap one of this package's sentinels.
func (p *Program) Eval(vs *Values) (jsonvalue.Value, error) { return jsonvalue.Value{}, nil }

// Test computes a policy: an expression whose [Program.ResultType] is bool.
func (p *Program) Test(vs *Values) (bool, error) { return false, nil }

// Compile compiles and type-checks an expression. The error holds an [*Error] for
// everything that is wrong.
func (e *Env) Compile(expr string) (*Program, error) { return nil, nil }

// CompilePolicy is [Env.Compile] for an expression that must be a bool.
func (e *Env) CompilePolicy(expr string) (*Program, error) { return nil, nil }

// Variables returns the names that an expression reads, sorted, whether they exist or
// not: what decides whether a policy for every tool applies to a tool.
func Variables(expr string) ([]string, error) { return nil, nil }
