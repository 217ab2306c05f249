package grounding

import "errors"

var (
	// ErrUnknownMatcher is returned by [ParseMatcher] for a name that is no matcher.
	ErrUnknownMatcher = errors.New("unknown matcher")
	// ErrUnknownLocale is returned by [ParseLocale] for a name that is no locale.
	ErrUnknownLocale = errors.New("unknown locale")
)
