package schema

import (
	"slices"
	"strconv"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// maxWarnings is how many warnings are listed for one schema.
const maxWarnings = 100

func (c *compiler) warn(at place, what string) {
	warning := at.String() + ": " + what
	if len(c.warnings) < maxWarnings && !slices.Contains(c.warnings, warning) {
		c.warnings = append(c.warnings, warning)
	}
}

// unreadKeywords are those of JSON Schema that constrain a value and are not read.
var unreadKeywords = map[string]bool{
	"allOf": true, "not": true, "if": true, "then": true, "else": true, "format": true,
	"multipleOf": true, "uniqueItems": true, "prefixItems": true, "contains": true, "minContains": true,
	"maxContains": true, "additionalItems": true, "unevaluatedItems": true, "minProperties": true,
	"maxProperties": true, "patternProperties": true, "propertyNames": true, "dependencies": true,
	"dependentRequired": true, "dependentSchemas": true, "unevaluatedProperties": true,
	"$dynamicRef": true, "$recursiveRef": true,
}

// warnUnread says which keywords of a schema are not read. With the strict option
// they are checked elsewhere.
func (c *compiler) warnUnread(v jsonvalue.Value, at place) {
	if c.checkedElse {
		return
	}
	for name := range v.Members() {
		switch {
		case unreadKeywords[name]:
			c.warn(at, strconv.Quote(name)+" is not read")
		case !at.property && (name == "pattern" || slices.Contains(boundKeywords, name) || slices.Contains(lengthKeywords, name)):
			c.warn(at, strconv.Quote(name)+" is read on properties only, not inside of items and alternatives")
		}
	}
}
