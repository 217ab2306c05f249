package schema

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// Decode puts validated arguments into the Go struct that [ForType] made the schema
// of; into must be a pointer to it. What is null becomes the field's zero value.
// Where the Go type allows it, numbers keep their precision: an integer in a field
// of type any becomes an int64 or a *big.Int, a double a float64. Errors wrap
// [ErrDecode] and name the argument.
func Decode(args jsonvalue.Value, into any) error {
	err := json.Unmarshal(args.Append(nil, jsonvalue.Compact), into,
		json.RejectUnknownMembers(true), json.WithUnmarshalers(readers))
	if err == nil {
		return nil
	}
	var semantic *json.SemanticError
	if !errors.As(err, &semantic) {
		return fmt.Errorf("%w: %w", ErrDecode, err)
	}
	path := strings.ReplaceAll(strings.TrimPrefix(string(semantic.JSONPointer), "/"), "/", ".")
	if path == "" {
		path = noObject
	}
	return fmt.Errorf("%w: %s: %s does not fit %v%s", ErrDecode, path, semantic.JSONKind, semantic.GoType, because(semantic.Err))
}

func because(err error) string {
	if err == nil {
		return ""
	}
	return ": " + cut(err.Error(), maxStrictMessage)
}

// readers read what encoding would lose or cannot read.
var readers = json.JoinUnmarshalers(
	json.UnmarshalFromFunc(readAny),
	json.UnmarshalFromFunc(readDuration),
)

// readAny reads a number into a field of type any without a detour through float64.
func readAny(dec *jsontext.Decoder, into *any) error {
	if dec.PeekKind() != '0' {
		return errors.ErrUnsupported // read as usual
	}
	token, err := dec.ReadToken()
	if err != nil {
		return err
	}
	number := jsonvalue.NewNumber(token.String())
	if !number.IsInteger() {
		*into = number.Float64()
	} else if n, ok := number.Int64(); ok {
		*into = n
	} else {
		*into = number.BigInt()
	}
	return nil
}

func readDuration(dec *jsontext.Decoder, into *time.Duration) error {
	token, err := dec.ReadToken()
	if err != nil {
		return err
	}
	switch token.Kind() {
	case 'n':
		*into = 0
		return nil
	case '"':
		*into, err = time.ParseDuration(token.String())
		return err
	}
	return fmt.Errorf("expected a text such as %q", 5400*time.Second)
}
