package schema_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/schema"
)

// FuzzCompile: any schema compiles or is refused with a sentinel, the same way every
// time, and what compiled answers.
func FuzzCompile(f *testing.F) {
	for _, v := range readVectors(f) {
		f.Add(v.In.Schema.Write(jsonvalue.Compact), false)
	}
	for _, text := range []string{
		`{"properties":{"v":{"pattern":"^[^\\W_]{2,1500}\\u0041(?:a|b){1001,}$"}}}`,
		`{"properties":{"v":{"anyOf":[{"$ref":"#"},{"$ref":"#/properties/v"}],"minimum":1e400}}}`,
		`{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/a","type":"object"}}}`,
		branching(5),
	} {
		f.Add(text, true)
	}
	f.Fuzz(func(t *testing.T, text string, strict bool) {
		v, err := jsonvalue.ParseText(text, jsonvalue.Limits{Bytes: 1 << 14})
		if err != nil {
			return
		}
		s, err := schema.Compile(v, schema.Options{Strict: strict})
		if err != nil {
			if !errors.Is(err, schema.ErrSchema) && !errors.Is(err, schema.ErrReservedName) && !errors.Is(err, schema.ErrTooLarge) {
				t.Errorf("%v wraps no sentinel", err)
			}
			return
		}
		again, err := schema.Compile(v, schema.Options{Strict: strict})
		if err != nil || !slices.Equal(s.Warnings(), again.Warnings()) {
			t.Errorf("compiled again: %v %q, before %q", err, again.Warnings(), s.Warnings())
		}
		for _, p := range s.Properties() {
			p.Nameable()
		}
		s.Validate(jsonvalue.Value{})
	})
}

// FuzzValidate: any arguments are valid, wrong or undecidable, and never two of them.
func FuzzValidate(f *testing.F) {
	for _, v := range readVectors(f) {
		f.Add(v.In.Schema.Write(jsonvalue.Compact), v.In.Arguments.Write(jsonvalue.Compact), false)
	}
	f.Add(branching(12), deep(12, `"x"`), false)
	f.Add(branching(12), deep(12, `1`), true)
	f.Add(paymentSchema, `{"iban":"DE89370400440532013000","amount":"250.5","payee":{"name":"Ann","ref":"7"}}`, true)
	f.Add(one(`{"enum":[1,1.0,true,[1],{"a":1}]}`), `{"v":[true]}`, false)
	f.Fuzz(func(t *testing.T, schemaText, argsText string, strict bool) {
		v, err := jsonvalue.ParseText(schemaText, jsonvalue.Limits{Bytes: 1 << 14})
		if err != nil {
			return
		}
		args, err := jsonvalue.ParseText(argsText, jsonvalue.Limits{Bytes: 1 << 16})
		if err != nil {
			return
		}
		s, err := schema.Compile(v, schema.Options{Strict: strict})
		if err != nil {
			return
		}
		result := s.Validate(args)
		outcomes := 0
		for _, is := range []bool{result.Valid(), len(result.Errors) > 0, result.Undecidable != ""} {
			if is {
				outcomes++
			}
		}
		if outcomes != 1 {
			t.Errorf("valid %v, errors %v, undecidable %q", result.Valid(), result.Errors, result.Undecidable)
		}
		for i, e := range result.Errors {
			if e.Message == "" || len(e.Message) > 1000 || i > 0 && result.Errors[i-1].Path > e.Path && i < schema.DefaultMaxErrors {
				t.Errorf("error %d: %+v", i, e)
			}
		}
		again := s.Validate(args)
		if !jsonvalue.Equal(again.Arguments, result.Arguments) || !slices.Equal(again.Errors, result.Errors) || again.Undecidable != result.Undecidable {
			t.Errorf("validated again: %+v, before %+v", again, result)
		}
	})
}
