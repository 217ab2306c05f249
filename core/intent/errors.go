package intent

import "errors"

// ErrUnknownIntent is returned by [Parse] for a name that is no kind of action.
var ErrUnknownIntent = errors.New("intent: unknown kind of action")

// ErrUnknownLanguage is returned by [ParseLanguage] for a language without word families.
var ErrUnknownLanguage = errors.New("intent: no word families for the language")

// ErrPhrase is returned by [CompilePhrases] for a pattern that is no regular expression
// of the RE2 kind. The error around it quotes the pattern and says what is wrong.
var ErrPhrase = errors.New("intent: bad phrase")
