package schema_test

import (
	"fmt"
	"reflect"

	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/schema"
)

func ExampleSchema_Validate() {
	declared, _ := jsonvalue.ParseText(`{"type": "object",
		"properties": {"hotel": {"type": "string"}, "nights": {"type": "integer", "minimum": 1}, "breakfast": {"type": "boolean", "default": false}},
		"required": ["hotel", "nights"]}`, jsonvalue.Limits{})
	s, err := schema.Compile(declared, schema.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, text := range []string{
		`{"hotel": "Krone", "nights": "2", "breakfast": "yes"}`,
		`{"nights": "0", "stars": 4}`,
	} {
		args, _ := jsonvalue.ParseText(text, jsonvalue.Limits{})
		result := s.Validate(args)
		for _, e := range result.Errors {
			fmt.Println(e)
		}
		if result.Valid() {
			fmt.Println(result.Arguments.Write(jsonvalue.Readable))
		}
	}
	// Output:
	// {"hotel": "Krone", "nights": 2, "breakfast": true}
	// hotel: expected a text, but the argument is missing
	// nights: expected at least 1, got 0
	// stars: unknown argument: declared here are hotel, nights, breakfast
}

func ExampleForType() {
	type refund struct {
		Order  string  `json:"order" jsonschema:"the order that is refunded"`
		Amount float64 `json:"amount"`
		Note   string  `json:"note,omitempty"`
	}
	declared, err := schema.ForType(reflect.TypeFor[refund]())
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := schema.Compile(declared, schema.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	args, _ := jsonvalue.ParseText(`{"order": "A-17", "amount": "12.50"}`, jsonvalue.Limits{})
	result := s.Validate(args)
	fmt.Println(result.Arguments.Write(jsonvalue.Readable))

	var r refund
	if err := schema.Decode(result.Arguments, &r); err != nil {
		fmt.Println(err)
	}
	fmt.Printf("%+v\n", r)
	// Output:
	// {"order": "A-17", "amount": 12.5, "note": null}
	// {Order:A-17 Amount:12.5 Note:}
}
