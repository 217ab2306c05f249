package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// strictSchema is the schema as JSON Schema 2020-12 reads it, every keyword and
// format included (an older draft when "$schema" names it). It only ever sees
// coerced arguments.
type strictSchema struct {
	compiled *jsonschema.Schema
}

// schemaAddress is the address under which the schema is known to the library; its
// references to itself resolve against it.
const schemaAddress = "https://guardstream.invalid/arguments.json"

func compileStrict(v jsonvalue.Value) (*strictSchema, error) {
	if keyword := dynamicKeyword(v); keyword != "" {
		return nil, fmt.Errorf("%w: %q is not supported", ErrSchema, keyword)
	}
	document, err := plainValue(v)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSchema, err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	c.UseLoader(noLoader{})
	c.UseRegexpEngine(patternEngine())
	if err := c.AddResource(schemaAddress, document); err != nil {
		return nil, fmt.Errorf("%w: %s", ErrSchema, cut(err.Error(), maxStrictMessage))
	}
	compiled, err := c.Compile(schemaAddress)
	if err != nil {
		return nil, fmt.Errorf("%w: %s", ErrSchema, cut(err.Error(), maxStrictMessage))
	}
	return &strictSchema{compiled: compiled}, nil
}

// validate checks coerced arguments. The second result says why they could not be
// checked.
func (s *strictSchema) validate(args jsonvalue.Value) ([]Error, string) {
	if !affordable(s.compiled, &args) {
		return nil, "the arguments need more work than allowed to be validated strictly: too many combinations of schemas"
	}
	plain, err := plainValue(args)
	if err != nil {
		return []Error{{Path: noObject, Message: err.Error()}}, ""
	}
	var invalid *jsonschema.ValidationError
	if err := s.compiled.Validate(plain); errors.As(err, &invalid) {
		return strictErrors(nil, invalid), ""
	}
	return nil, ""
}

// dynamicKeyword finds a reference whose target depends on how it is reached: what it
// costs cannot be told before.
func dynamicKeyword(v jsonvalue.Value) string {
	for i, item := range v.Items() {
		if v.Kind() == jsonvalue.Object {
			if name := v.Names()[i]; name == "$dynamicRef" || name == "$recursiveRef" {
				return name
			}
		}
		if found := dynamicKeyword(item); found != "" {
			return found
		}
	}
	return ""
}

// noLoader keeps the library from reading files: schemas name parts of themselves.
type noLoader struct{}

var errForeignReference = errors.New("a reference leads out of the schema")

func (noLoader) Load(string) (any, error) { return nil, errForeignReference }

// strictPattern is a pattern for the library, read as everywhere in this package.
type strictPattern struct{ *pattern }

func (p strictPattern) String() string { return p.written }

// MatchString reports whether the pattern is in the text. What it costs is part of
// the estimate that is made before.
func (p strictPattern) MatchString(text string) bool { return p.found(text) }

func patternEngine() jsonschema.RegexpEngine {
	instructions := 0
	return func(written string) (jsonschema.Regexp, error) {
		p, err := compilePattern(written)
		if err != nil {
			return nil, err
		}
		if instructions += p.size; instructions > DefaultMaxInstructions {
			return nil, errPatternTooLarge
		}
		return strictPattern{p}, nil
	}
}

var errNumberTooLarge = errors.New("number too large")

// plainValue turns a value into the Go values the library reads. Its arithmetic is
// exact, so numbers whose exact value would take more memory than their text allows
// are refused: doubles out of range, integers of thousands of digits.
func plainValue(v jsonvalue.Value) (any, error) {
	switch v.Kind() {
	case jsonvalue.Null:
		return nil, nil
	case jsonvalue.Bool:
		return v.Bool(), nil
	case jsonvalue.Number:
		return plainNumber(v)
	case jsonvalue.String:
		return v.Text(), nil
	case jsonvalue.Array:
		list := make([]any, v.Len())
		for i, item := range v.Items() {
			plain, err := plainValue(item)
			if err != nil {
				return nil, fmt.Errorf("%d: %w", i, err)
			}
			list[i] = plain
		}
		return list, nil
	default:
		object := make(map[string]any, v.Len())
		for name, value := range v.Members() {
			plain, err := plainValue(value)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", strconv.Quote(cut(name, maxQuoted)), err)
			}
			object[name] = plain
		}
		return object, nil
	}
}

func plainNumber(v jsonvalue.Value) (any, error) {
	if v.IsInteger() {
		if len(v.Text()) > maxDigits {
			return nil, errNumberTooLarge
		}
		return json.Number(v.Text()), nil
	}
	f := v.Float64()
	if math.IsInf(f, 0) {
		return nil, errNumberTooLarge
	}
	return f, nil
}
