package words

import (
	"fmt"
	"strings"
)

// ParseLists reads word lists: sections of patterns, one a line. It returns the patterns
// of every section in the order they are written.
//
//	# a comment
//	[section]
//	pattern
func ParseLists(data string) (map[string][]string, error) {
	lists := make(map[string][]string)
	section, number := "", 0
	for line := range strings.Lines(data) {
		number++
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "[") && strings.HasSuffix(line, "]") && !strings.ContainsAny(line, " |"):
			section = line[1 : len(line)-1]
			if _, twice := lists[section]; twice {
				return nil, fmt.Errorf("%w: line %d: section %q is there twice", ErrPattern, number, section)
			}
			lists[section] = nil
		case section == "":
			return nil, fmt.Errorf("%w: line %d: it stands in no section", ErrPattern, number)
		default:
			lists[section] = append(lists[section], line)
		}
	}
	return lists, nil
}
