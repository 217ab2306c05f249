package conversation

import "errors"

// ErrUnknownRole is returned where a role is required by name and the name is none of
// the four roles or their synonyms. Reading a conversation never returns it: a message
// of an unknown role is skipped and counted.
var ErrUnknownRole = errors.New("unknown role")
