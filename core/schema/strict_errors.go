package schema

import (
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// maxStrictMessage is how many bytes of a message of the library are shown.
const maxStrictMessage = 200

// strictErrors appends the library's errors, those with nothing below them, in our
// words: paths joined by ".", values shortened.
func strictErrors(list []Error, e *jsonschema.ValidationError) []Error {
	if _, names := e.ErrorKind.(*kind.PropertyNames); !names && len(e.Causes) > 0 {
		for _, cause := range e.Causes {
			list = strictErrors(list, cause)
		}
		return list
	}
	if len(list) > DefaultMaxErrors {
		return list
	}
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		for _, name := range k.Missing {
			list = append(list, Error{Path: strictPath(e.InstanceLocation, name), Message: "the argument is missing"})
		}
	case *kind.AdditionalProperties:
		slices.Sort(k.Properties)
		for _, name := range k.Properties {
			list = append(list, Error{Path: strictPath(e.InstanceLocation, name), Message: "unknown argument"})
		}
	default:
		list = append(list, Error{Path: strictPath(e.InstanceLocation), Message: strictMessage(e.ErrorKind)})
	}
	return list
}

func strictPath(location []string, more ...string) string {
	path := make([]segment, 0, len(location)+len(more))
	for _, name := range slices.Concat(location, more) {
		path = append(path, segment{name: name})
	}
	return joinPath(path)
}

// strictMessage words an error; the library's own words are used where they show
// nothing of the value that was given.
func strictMessage(k jsonschema.ErrorKind) string {
	switch k := k.(type) {
	case *kind.Type:
		return "expected " + strings.Join(k.Want, " or ") + ", got " + k.Got
	case *kind.Format:
		return "expected the format " + k.Want + describePlain(k.Got)
	case *kind.Pattern:
		return "expected a text with the pattern " + cut(k.Want, maxQuoted) + describePlain(k.Got)
	case *kind.PropertyNames:
		return "the name of a property is not allowed: " + cut(k.Property, maxQuoted)
	case *kind.UniqueItems:
		return "expected items that differ from each other"
	case *kind.FalseSchema:
		return "expected no value at all"
	}
	return cut(k.LocalizedString(message.NewPrinter(language.English)), maxStrictMessage)
}

func describePlain(got any) string {
	if text, ok := got.(string); ok {
		return ", got " + describe(jsonvalue.NewString(text))
	}
	return ""
}
