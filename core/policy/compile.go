package policy

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/cost"
	"cel.dev/cel-go/common/overloads"
	"cel.dev/cel-go/common/types"

	"github.com/guardstream/guardstream/core/spelling"
)

// Compile compiles and type-checks an expression. The error holds an [*Error] for
// everything that is wrong; see [Errors].
func (e *Env) Compile(expr string) (*Program, error) {
	parsed, uses, err := parse(e.cel, expr)
	if err != nil {
		return nil, err
	}
	if err := e.unknownNames(uses); err != nil {
		return nil, err
	}
	checked, issues := e.cel.Check(parsed)
	if err := issues.Err(); err != nil {
		return nil, translate(issues)
	}
	result, ok := fromCEL(checked.OutputType())
	if !ok {
		return nil, &Error{Line: 1, Column: 1, Message: fmt.Sprintf("the result is %s, which is no JSON value", checked.OutputType())}
	}
	options := []cel.ProgramOption{cel.EvalOptions(cel.OptOptimize)}
	if !e.alwaysCheap(checked) {
		options = append(options, cel.CostLimit(CostLimit))
	}
	program, err := e.cel.Program(checked, options...)
	if err != nil {
		return nil, &Error{Line: 1, Column: 1, Message: err.Error()}
	}
	return e.newProgram(program, namesOf(uses), result), nil
}

// alwaysCheap reports whether an expression stays within the limit whatever its values
// are: comparisons of numbers, of texts with literals. Counting its steps could never
// say anything, and takes longer than computing it.
func (e *Env) alwaysCheap(checked *cel.Ast) bool {
	estimate, err := e.cel.EstimateCost(checked, anySize{})
	return err == nil && estimate.Max <= CostLimit
}

// anySize estimates costs without assuming anything about values.
type anySize struct{}

func (anySize) EstimateSize(cost.AstNode) *cost.SizeEstimate { return nil }

func (anySize) EstimateCallCost(string, string, *cost.AstNode, []cost.AstNode) *cost.CallEstimate {
	return nil
}

// CompilePolicy is [Env.Compile] for an expression that has to be a bool.
func (e *Env) CompilePolicy(expr string) (*Program, error) {
	p, err := e.Compile(expr)
	if err == nil && p.result != TypeOf(Bool) {
		return nil, &Error{Line: 1, Column: 1, Message: fmt.Sprintf("a policy is a bool, this is %s", p.result)}
	}
	return p, err
}

// Variables returns the names that an expression reads, sorted, whether they exist or
// not: what decides whether a policy for every tool applies to a tool. The error holds
// an [*Error] for everything that cannot be parsed.
func Variables(expr string) ([]string, error) {
	base, err := language()
	if err != nil {
		return nil, fmt.Errorf("expression language: %w", err)
	}
	_, uses, err := parse(base, expr)
	if err != nil {
		return nil, err
	}
	return namesOf(uses), nil
}

// parse reads an expression, and rewrites and refuses what does not depend on types.
func parse(env *cel.Env, expr string) (*cel.Ast, []use, error) {
	parsed, issues := env.Parse(expr)
	if issues.Err() != nil {
		return nil, nil, translate(issues)
	}
	native := parsed.NativeRep()
	if err := checkLiterals(native); err != nil {
		return nil, nil, err
	}
	testNulls(native)
	return parsed, freeNames(native), nil
}

// checkLiterals refuses literals of types that no JSON value has, and patterns that
// are none: a pattern in the text of a policy is checked when the policy is compiled.
func checkLiterals(parsed *ast.AST) error {
	var problems []error
	refuse := func(e ast.Expr, what string) {
		at := parsed.SourceInfo().GetStartLocation(e.ID())
		problems = append(problems, &Error{Line: at.Line(), Column: at.Column() + 1, Message: what})
	}
	ast.PostOrderVisit(parsed.Expr(), ast.NewExprVisitor(func(e ast.Expr) {
		switch e.Kind() {
		case ast.StructKind:
			refuse(e, "messages are not supported")
		case ast.LiteralKind:
			switch e.AsLiteral().Type() {
			case types.UintType:
				refuse(e, "unsigned numbers are not supported, write the number without u")
			case types.BytesType:
				refuse(e, "bytes are not supported, write a text without b")
			}
		case ast.CallKind:
			if pattern, ok := literalPattern(e.AsCall()); ok {
				if _, err := regexp.Compile(pattern.AsLiteral().Value().(string)); err != nil {
					refuse(pattern, err.Error())
				}
			}
		}
	}))
	return errors.Join(problems...)
}

// literalPattern returns the pattern of a call of matches when it is a literal text.
func literalPattern(call ast.CallExpr) (ast.Expr, bool) {
	if call.FunctionName() != overloads.Matches || len(call.Args()) == 0 {
		return nil, false
	}
	pattern := call.Args()[len(call.Args())-1]
	if pattern.Kind() != ast.LiteralKind {
		return nil, false
	}
	_, isText := pattern.AsLiteral().(types.String)
	return pattern, isText
}

// unknownNames says which names that an expression reads are none of the variables,
// and what they may have been meant to be.
func (e *Env) unknownNames(uses []use) error {
	var known []string
	for _, v := range e.vars {
		known = append(known, v.Name)
	}
	var problems []error
	for _, use := range uses {
		if _, ok := e.index[use.name]; !ok {
			problems = append(problems, &Error{Line: use.line, Column: use.column,
				Message: fmt.Sprintf("unknown name %s%s", use.name, spelling.Hint(use.name, known))})
		}
	}
	return errors.Join(problems...)
}

// translate returns the compiler's complaints as errors in the words of the project.
func translate(issues *cel.Issues) error {
	var problems []error
	for _, e := range issues.Errors() {
		problems = append(problems, &Error{Line: max(1, e.Location.Line()), Column: max(0, e.Location.Column()) + 1, Message: inWords(e)})
	}
	return errors.Join(problems...)
}

var (
	noOverload = regexp.MustCompile(`^found no matching overload for '([^']+)' applied to '(.+)'$`)
	undeclared = regexp.MustCompile(`^undeclared reference to '([^']+)'`)
)

func inWords(e *common.Error) string {
	if m := noOverload.FindStringSubmatch(e.Message); m != nil {
		text := fmt.Sprintf("%s cannot be applied to %s", strings.Trim(m[1], "_@"), m[2])
		if strings.Contains(m[2], "double") && strings.Contains(m[2], "int") {
			text += "; a double and an int do not mix: write 10.0 instead of 10, or double(n)"
		}
		return text
	}
	if m := undeclared.FindStringSubmatch(e.Message); m != nil {
		return fmt.Sprintf("unknown function %s%s", m[1], spelling.Hint(m[1], functionNames()))
	}
	text, _, _ := strings.Cut(e.Message, " expecting {") // a list of every token there is
	return strings.Replace(text, " '<EOF>'", ": the end", 1)
}

// functionNames are the functions that authors of expressions may call.
func functionNames() []string {
	names := []string{"all", "exists", "exists_one", "filter", "map", "has"}
	for _, name := range operations {
		if IsIdentifier(name) {
			names = append(names, name)
		}
	}
	for _, f := range functions() {
		if IsIdentifier(f.name) {
			names = append(names, f.name)
		}
	}
	return names
}
