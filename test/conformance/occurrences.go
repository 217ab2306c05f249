package conformance

import (
	"context"

	"github.com/guardstream/guardstream/core/grounding"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// runOccurrences finds where a value is written in a text.
func runOccurrences(_ context.Context, in jsonvalue.Value) (jsonvalue.Value, error) {
	matcher, err := grounding.ParseMatcher(get(in, "match").Text())
	if err != nil {
		return jsonvalue.Value{}, err
	}
	locale, err := grounding.ParseLocale(get(in, "locale").Text()) // "" for null
	if err != nil {
		return jsonvalue.Value{}, err
	}
	needle := grounding.NewNeedle(get(in, "value"), matcher, locale)
	spans := needle.All(grounding.NewText(get(in, "text").Text()))
	return object(member("spans", list(spans, func(s grounding.Span) jsonvalue.Value {
		return tuple(number(s.Start), number(s.End))
	}))), nil
}
