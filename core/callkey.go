package core

import (
	"slices"
	"strings"

	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/likeness"
)

// hasKey reports whether a call of the tool was made whose arguments have the same
// values under these names.
func (m *CallsMade) hasKey(tool string, key []string, arguments jsonvalue.Value) bool {
	for _, text := range m.order {
		made, ok := argumentsOf(tool, text)
		if ok && !slices.ContainsFunc(key, func(name string) bool { return !sameMember(arguments, made, name) }) {
			return true
		}
	}
	return false
}

// argumentsOf returns the arguments that a [CallText] is written with, when it is one of
// the tool's.
func argumentsOf(tool, text string) (jsonvalue.Value, bool) {
	rest, ok := strings.CutPrefix(text, tool+"(")
	if !ok || !strings.HasSuffix(rest, ")") {
		return jsonvalue.Value{}, false
	}
	rest = rest[:len(rest)-1]
	v, err := jsonvalue.ParseText(rest, jsonvalue.Limits{Bytes: len(rest)})
	return v, err == nil && v.Kind() == jsonvalue.Object
}

// sameMember reports whether two objects have the same value under a name. What is not
// there is null.
func sameMember(a, b jsonvalue.Value, name string) bool {
	x, _ := a.Get(name)
	y, _ := b.Get(name)
	return alike(x, y)
}

// alike reports whether two values are the same but for how their texts are spelled:
// "#W-12" and "w12" name one order. Lists may be in another order.
func alike(a, b jsonvalue.Value) bool {
	if a.Kind() == jsonvalue.Array && b.Kind() == jsonvalue.Array {
		return slices.Equal(spellings(a), spellings(b))
	}
	return jsonvalue.Equal(a, b) || spelling(a) == spelling(b)
}

// spellings returns those of the items of a list, in an order of their own.
func spellings(list jsonvalue.Value) []string {
	texts := make([]string, 0, list.Len())
	for _, item := range list.Items() {
		texts = append(texts, spelling(item))
	}
	slices.Sort(texts)
	return texts
}

// spelling is what all spellings of a value have in common: of a text its letters and
// digits, where it has some.
func spelling(v jsonvalue.Value) string {
	if text, isText := v.StringText(); isText {
		if reduced := likeness.Reduce(text).String(); reduced != "" {
			return reduced
		}
	}
	return v.Write(jsonvalue.Canonical)
}
