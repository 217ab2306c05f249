package proposal

import (
	"fmt"
	"strings"

	"github.com/guardstream/guardstream/core/grounding"
)

// accepted is what the user's yes itself says of the call's values.
type accepted struct {
	writes   []bool
	problems []Problem
}

// accept reads the acceptance. One that names another id in place of the call's accepts
// something else.
func (c *prepared) accept(text *grounding.Text) accepted {
	s := text.String()
	a := accepted{writes: make([]bool, len(c.Values))}
	for i, v := range c.Values {
		if v.Switch != nil {
			continue
		}
		for _, found := range bytesOf(text, v.Find(text)) {
			a.writes[i] = a.writes[i] || !byChance(strings.ToLower(s[found.Start:found.End]), s[:found.Start])
		}
	}
	tokensOf(s, 0, len(s), func(start, end int) {
		token := s[start:end]
		if values := c.shapes[shapeOf(token)]; len(values) > 0 && len(c.ids[idKey(token)]) == 0 && len(a.problems) == 0 {
			a.problems = append(a.problems, Problem{c.Values[values[0]].Argument, fmt.Sprintf("the user accepted %q", token)})
		}
	})
	return a
}
