package core

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/grounding"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/policy"
	"github.com/guardstream/guardstream/core/schema"
)

// builder compiles a catalog into a guard.
type builder struct {
	catalog         catalog.Catalog
	goTools         map[string]GoTool
	goPolicies      []GoPolicy
	goFunctions     []GoFunction
	adoptions       []adoption
	unreadable      map[string]string // adopted tools whose schema cannot be read, and why
	hidden          map[string]string // adopted tools that cannot be called, and why
	matchers        map[argumentOf]MatchFunc
	confirmMatchers map[argumentOf]ConfirmFunc
}

// fingerprint names the catalog together with what the program adds: code has no
// fingerprint, so names and declared versions stand for it.
func (b *builder) fingerprint() string {
	return b.withCode(b.catalog.Fingerprint(), func(string) bool { return true })
}

// withCode adds the Go policies whose names are asked for, and the Go functions, to a
// fingerprint.
func (b *builder) withCode(fingerprint string, has func(policy string) bool) string {
	var code []byte
	for _, p := range b.goPolicies {
		if has(p.Name) {
			code = fmt.Appendf(code, "\npolicy %q %q %q %q %q", p.Name, p.Version, p.OnFail, p.Reason, p.Tools)
		}
	}
	for _, f := range b.goFunctions {
		code = fmt.Appendf(code, "\nfunction %q %q %q", f.Name, f.Version, f.Tools)
	}
	if code == nil {
		return fingerprint
	}
	sum := sha256.Sum256(append([]byte(fingerprint), code...))
	return hex.EncodeToString(sum[:])
}

// tool is one tool of the catalog, compiled.
type tool struct {
	spec          *catalog.Tool
	parameters    jsonvalue.Value
	schema        *schema.Schema
	schemaProblem string // why an adopted schema could not be read
	properties    map[string]schema.Property
	fingerprint   string

	ground             []groundRule
	mayGround          roleSet
	locale             grounding.Locale
	readsTaint         bool // grounded values are compared with tainted outputs
	toolValuesEscalate bool // a user-only value found only in a tool output escalates
	confirm            confirmRule

	env       *policy.Env
	functions map[string]*function
	lacks     map[string]bool // functions in Go that the tool does not provide for
	rules     []rule          // requests and policies, in the order they decide in
	given     givenNames

	checks []check
	run    runFunc
}

// emptyParameters is the schema of a tool that declares none: it takes no arguments.
var emptyParameters = jsonvalue.NewObject(
	jsonvalue.Member{Name: "type", Value: jsonvalue.NewString("object")},
	jsonvalue.Member{Name: "properties", Value: jsonvalue.NewObject()})

func (b *builder) tool(at int) (*tool, error) {
	spec := &b.catalog.Tools[at]
	t := &tool{spec: spec, parameters: spec.Parameters, locale: spec.Locale, run: b.goTools[spec.Name].run, schemaProblem: b.unreadable[spec.Name]}
	if t.parameters.IsNull() {
		t.parameters = emptyParameters
	}
	var err error
	t.schema, err = schema.Compile(t.parameters, schema.Options{Strict: b.catalog.Schema == catalog.Strict})
	if err != nil {
		return nil, b.problem(err, "tools", spec.Name, "parameters")
	}
	t.properties = make(map[string]schema.Property)
	for _, p := range t.schema.Properties() {
		t.properties[p.Name] = p
	}
	t.grounds(b)
	t.confirms(b)
	if err := b.compileRules(t); err != nil {
		return nil, err
	}
	if t.fingerprint, err = b.toolFingerprint(t); err != nil {
		return nil, err
	}
	t.checks = checksOf(t)
	return t, nil
}

func (b *builder) toolFingerprint(t *tool) (string, error) {
	fingerprint, err := b.catalog.ToolFingerprint(t.spec.Name)
	return b.withCode(fingerprint, func(policy string) bool {
		return slices.ContainsFunc(t.rules, func(r rule) bool { return r.name == policy })
	}), err
}

func (t *tool) grounds(b *builder) {
	for _, m := range t.spec.Ground {
		t.ground = append(t.ground, groundRule{argument: m.Argument, matcher: m.Matcher, find: b.matchers[argumentOf{t.spec.Name, m.Argument}],
			sources: t.spec.SourcesOf(m.Argument)})
	}
	for key, find := range b.matchers {
		named := slices.ContainsFunc(t.ground, func(r groundRule) bool { return r.argument == key.argument })
		if key.tool == t.spec.Name && !named {
			t.ground = append(t.ground, groundRule{argument: key.argument, find: find})
		}
	}
	slices.SortFunc(t.ground, func(a, b groundRule) int { return strings.Compare(a.argument, b.argument) })
	from := t.spec.GroundFrom
	if from == nil { // a tool declared in Go
		from = catalog.DefaultGroundFrom
	}
	t.mayGround = rolesOf(from...)
	t.readsTaint = t.spec.Injections == catalog.InjectionsGrounded || t.spec.Injections == catalog.InjectionsAny
	t.toolValuesEscalate = t.spec.ToolValues == catalog.Escalate && !t.mayGround.has(conversation.Tool)
}

// rolesAllowed names who may give a grounded value, for reasons.
func (t *tool) rolesAllowed() string { return t.mayGround.String() }

// leftAtDefault reports whether an optional argument has its default of an empty text,
// which nobody has to write anywhere.
func (t *tool) leftAtDefault(argument string, value jsonvalue.Value) bool {
	p, known := t.properties[argument]
	text, isText := value.StringText()
	return known && isText && text == "" && p.HasDefault && jsonvalue.Equal(p.Default, value)
}

// refuseTakenNames refuses facts that are named like something else a policy could
// read: which of the two it read would be anybody's guess.
func (g *Guard) refuseTakenNames(t *tool, facts jsonvalue.Value) error {
	var problems []error
	for _, name := range facts.Names() {
		what := g.catalog.TakenFact(t.spec, name)
		if t.functions[name] != nil {
			what = "a function"
		}
		if what != "" {
			problems = append(problems, fmt.Errorf("%w: %q is %s", ErrFactName, name, what))
		}
	}
	return errors.Join(problems...)
}
