package policy

import "slices"

// reserved are the words of CEL that are no names, the ones it keeps for the future
// included.
var reserved = []string{"as", "break", "const", "continue", "else", "false", "for", "function", "if",
	"import", "in", "let", "loop", "namespace", "null", "package", "return", "true", "var", "void", "while"}

// IsIdentifier reports whether expressions can read a variable of this name: a letter
// or "_", then letters, digits and "_" (all ASCII), and no reserved word.
func IsIdentifier(name string) bool {
	for i := range len(name) {
		c := name[i]
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return name != "" && !slices.Contains(reserved, name)
}
