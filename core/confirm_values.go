package core

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/guardstream/guardstream/core/grounding"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/proposal"
	"github.com/guardstream/guardstream/core/schema"
)

// callToPropose returns the call as what a message has to propose.
func (c *examination) callToPropose() *proposal.Call {
	rule := c.tool.confirm
	w := valueWalk{examination: c, schemas: leafWalk{root: c.tool.parameters}, tables: make(map[string]int)}
	root := w.schemas.expand(nil, c.tool.parameters, maxSchemaDepth)
	for name, value := range c.validation.Arguments.Members() {
		if rule.arguments != nil && !slices.Contains(rule.arguments, name) {
			continue
		}
		w.argument, w.asked = name, rule.arguments != nil
		w.member(name, name, value, place{}, root, maxSchemaDepth)
	}
	pairColumns(w.values)
	return &proposal.Call{Tool: c.tool.spec.Name, Others: rule.others, Values: w.values, Empty: c.leavesTextEmpty(), Book: c.book}
}

// leavesTextEmpty reports whether the call leaves one of the texts that the tool takes empty.
func (c *examination) leavesTextEmpty() bool {
	for name, p := range c.tool.properties {
		value, given := c.validation.Arguments.Get(name)
		text, isText := value.StringText()
		if slices.Contains(p.Types, schema.String) && (!given || value.IsNull() || isText && blank(text)) {
			return true
		}
	}
	return false
}

// valueWalk collects the values of a call that a message has to name.
type valueWalk struct {
	*examination
	schemas  leafWalk
	argument string
	asked    bool // the catalog names the argument: then defaults and switches have to be named too
	tables   map[string]int
	values   []proposal.Value
}

// place is where a value stands among lists and objects.
type place struct {
	name   string   // of the argument or member that it is, or is an item of
	words  []string // the words of the names on the way
	list   bool
	table  string // of the nearest list of objects
	row    int
	column string
}

func (w *valueWalk) member(path, name string, v jsonvalue.Value, at place, schemas []jsonvalue.Value, depth int) {
	below, declared := w.schemas.below(schemas, name)
	if at.table != "" && at.column == "" {
		at.column = name
	} else if at.table != "" {
		at.column += "." + name
	}
	if !declared && depth < maxSchemaDepth { // a name that the schema does not give says something, too
		w.add(path, jsonvalue.NewString(name), at, nil)
	}
	at.name = name
	at.words = append(slices.Clip(at.words), nameWords(name)...)
	w.walk(path, v, at, below, depth)
}

func (w *valueWalk) walk(path string, v jsonvalue.Value, at place, schemas []jsonvalue.Value, depth int) {
	if depth == 0 {
		schemas = nil
	}
	switch v.Kind() {
	case jsonvalue.Null:
	case jsonvalue.Array:
		items := w.schemas.items(schemas)
		at.list = true
		if v.Len() == 0 && path == w.argument && w.tool.properties[path].Required {
			w.values = append(w.values, unnamable(w.argument, v))
		}
		table := strings.Join(at.words, ".")
		for i, item := range v.Items() {
			if item.Kind() == jsonvalue.Object {
				at.table, at.row, at.column = table, w.tables[table], ""
				w.tables[table]++
			}
			w.walk(path+"["+strconv.Itoa(i)+"]", item, at, items, max(0, depth-1))
		}
	case jsonvalue.Object:
		for name, member := range v.Members() {
			w.member(path+"."+name, name, member, at, schemas, max(0, depth-1))
		}
	default:
		w.add(path, v, at, schemas)
	}
}

// unnamable is a list that has to be there and is empty: no message can be read as
// proposing nothing.
func unnamable(argument string, v jsonvalue.Value) proposal.Value {
	return proposal.Value{Argument: argument, Path: argument, Name: argument, Words: nameWords(argument), Value: v,
		Find: func(*grounding.Text) []grounding.Span { return nil }}
}

// add adds a value unless it is an empty text: nothing names that.
func (w *valueWalk) add(path string, v jsonvalue.Value, at place, schemas []jsonvalue.Value) {
	if text, isText := v.StringText(); isText && blank(text) {
		return
	}
	list := listedValues(schemas)
	p := proposal.Value{Argument: w.argument, Path: path, Name: at.name, Words: at.words, Value: v,
		List: at.list, Table: at.table, Row: at.row, Column: at.column,
		Unsaid: !w.asked && isDefault(schemas, v) || len(list) == 1}
	if on, isSwitch := switchOf(v, list); isSwitch {
		p.Switch = &proposal.Switch{On: on}
		p.Unsaid = p.Unsaid || !w.asked && !on && !hasDefault(schemas)
	} else {
		p.Find = w.finder(v, len(list) > 0)
		for _, other := range list {
			if !jsonvalue.Equal(other, v) {
				p.Others = append(p.Others, w.finder(other, true))
			}
		}
	}
	w.values = append(w.values, p)
}

// finder returns what finds a value in a text.
func (w *valueWalk) finder(v jsonvalue.Value, listed bool) proposal.Finder {
	rule := w.tool.confirm
	if find := rule.find[w.argument]; find != nil {
		facts := w.request.Facts
		return func(t *grounding.Text) []grounding.Span { return find(v, t.String(), facts) }
	}
	matcher, chosen := rule.matchers[w.argument]
	if !chosen {
		matcher = grounding.NoCase
	}
	needles := []grounding.Needle{grounding.NewNeedle(v, matcher, w.tool.locale)}
	for _, form := range formsOf(v, listed) {
		needles = append(needles, grounding.NewNeedle(jsonvalue.NewString(form), grounding.NoCase, w.tool.locale))
	}
	return func(t *grounding.Text) []grounding.Span {
		var all []grounding.Span
		for _, needle := range needles {
			all = append(all, needle.All(t)...)
		}
		if len(needles) > 1 {
			slices.SortFunc(all, func(a, b grounding.Span) int { return cmp.Or(a.Start-b.Start, a.End-b.End) })
			all = slices.Compact(all)
		}
		return all
	}
}

// formsOf returns other forms in which people are told a text: the words of a listed value
// ("round trip" for round_trip), a date in words ("May 20, 2024" for 2024-05-20).
func formsOf(v jsonvalue.Value, listed bool) []string {
	text, isText := v.StringText()
	if !isText {
		return nil
	}
	if listed {
		if spaced := strings.NewReplacer("_", " ", "-", " ").Replace(text); spaced != text {
			return []string{spaced, strings.ReplaceAll(text, "_", "-")}
		}
		return nil
	}
	day, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return nil
	}
	var forms []string
	for _, layout := range []string{"January 2, 2006", "Jan 2, 2006", "2 January 2006", "2 Jan 2006", "January 2 2006"} {
		forms = append(forms, day.Format(layout))
	}
	return forms
}

// listedValues returns what the schemas list in a value's place.
func listedValues(schemas []jsonvalue.Value) []jsonvalue.Value {
	for _, s := range schemas {
		if values, there := s.Get("enum"); there {
			return values.Items()
		}
		if value, there := s.Get("const"); there {
			return []jsonvalue.Value{value}
		}
	}
	return nil
}

func isDefault(schemas []jsonvalue.Value, v jsonvalue.Value) bool {
	return slices.ContainsFunc(schemas, func(s jsonvalue.Value) bool {
		value, there := s.Get("default")
		return there && jsonvalue.Equal(value, v)
	})
}

func hasDefault(schemas []jsonvalue.Value) bool {
	return slices.ContainsFunc(schemas, func(s jsonvalue.Value) bool {
		_, there := s.Get("default")
		return there
	})
}

// switchOf reports whether a value is on or off: a boolean, or one of a list of yes and no.
func switchOf(v jsonvalue.Value, list []jsonvalue.Value) (on, isSwitch bool) {
	if v.Kind() == jsonvalue.Bool {
		return v.Bool(), true
	}
	words := map[string]bool{"yes": true, "no": false, "true": true, "false": false, "on": true, "off": false, "y": true, "n": false}
	if len(list) != 2 {
		return false, false
	}
	for _, other := range list {
		if _, known := words[strings.ToLower(other.Text())]; !known {
			return false, false
		}
	}
	return words[strings.ToLower(v.Text())], true
}

// nameWords returns the words of a name that say what it is about.
func nameWords(name string) []string {
	return slices.DeleteFunc(proposal.Words(name), func(word string) bool {
		return word == "id" || word == "ids" || word == "list"
	})
}
