package conversation

import (
	"strings"
	"unicode"

	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/runes"
)

// itemType is what the "type" of a message, an item or a block says about it.
type itemType uint8

const (
	untyped    itemType = iota // no type at all
	plainText                  // a text that its message's role wrote
	toolResult                 // the answer to a tool call, whatever the role around it
	toolUse                    // a call that the assistant makes
	otherType                  // anything else: images, files, thinking, …
)

// toolResultEndings are the endings of types that name a tool result. "tool" itself is
// one too, but nothing that merely ends in it.
var toolResultEndings = [...]string{
	"tool_result", "call_output", "function_response", "function_result",
	"search_result", "tool_output", "tool_response", "tool_message",
}

// typeOf returns what the "type" member of v says. A type that is no text or an empty
// one is not untyped: an untyped block may be the user's words, an unknown one is not.
func typeOf(v jsonvalue.Value) itemType {
	member, _ := v.Get("type")
	name, isText := member.StringText()
	switch {
	case member.IsNull():
		return untyped
	case !isText || name == "":
		return otherType
	case name == "text": // nearly every block
		return plainText
	default:
		return parseType(name)
	}
}

func parseType(name string) itemType {
	var buffer [64]byte
	folded := string(appendFolded(buffer[:0], name))
	switch folded {
	case "text", "input_text":
		return plainText
	case "tool":
		return toolResult
	case "function_call":
		return toolUse
	}
	for _, ending := range toolResultEndings {
		if strings.HasSuffix(folded, ending) {
			return toolResult
		}
	}
	if strings.HasSuffix(folded, "tool_use") || strings.HasSuffix(folded, "tool_call") {
		return toolUse
	}
	return otherType
}

// appendFolded appends the spelling in which types are compared: "toolResult",
// "TOOL-RESULT", " Tool.Result " are all "tool_result".
func appendFolded(dst []byte, name string) []byte {
	afterSmall, afterBreak := false, false
	for _, r := range strings.TrimFunc(name, runes.IsSpace) {
		if r == '_' || r == '-' || r == '.' || runes.IsSpace(r) {
			if !afterBreak {
				dst = append(dst, '_')
			}
			afterSmall, afterBreak = false, true
			continue
		}
		if afterSmall && unicode.IsUpper(r) {
			dst = append(dst, '_')
		}
		afterSmall, afterBreak = unicode.IsLower(r) || unicode.IsDigit(r), false
		dst = append(dst, string(runes.Lower(r))...)
	}
	return dst
}
