package proposal

import "strings"

// endings are what the forms of an English word end in: cancel, cancels, cancelled,
// cancelling, cancellation; exchange, exchanging.
var endings = [...]string{"", "s", "es", "d", "ed", "ing", "er", "al", "ment", "ation", "ion", "led", "ling", "lation", "ped", "ping", "ted", "ting", "ned", "ning"}

// sameWord reports whether two folded words are forms of one.
func sameWord(a, b string) bool {
	if a == b {
		return true
	}
	const shortest = 3
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) < shortest {
		return false
	}
	if rest, found := strings.CutPrefix(b, a); found {
		return isEnding(rest)
	}
	switch a[len(a)-1] { // delete, deleting; apply, applied; copy, copies
	case 'e':
		rest, found := strings.CutPrefix(b, a[:len(a)-1])
		return found && rest != "" && isEnding(rest)
	case 'y':
		rest, found := strings.CutPrefix(b, a[:len(a)-1]+"i")
		return found && isEnding(rest)
	}
	return false
}

func isEnding(rest string) bool {
	for _, ending := range endings {
		if rest == ending {
			return true
		}
	}
	return false
}

// Words returns the words of a name: "payment_method_id" and "paymentMethodId" are payment,
// method, id.
func Words(name string) []string {
	var list []string
	start := 0
	cut := func(end int) {
		if end > start {
			list = append(list, strings.ToLower(name[start:end]))
		}
		start = end
	}
	for i := 0; i < len(name); i++ {
		c := name[i]
		switch {
		case c == '_' || c == '-' || c == '.' || c == ' ' || c == '/':
			cut(i)
			start = i + 1
		case i > start && isUpper(c) && !isUpper(name[i-1]), i > start && isDigit(c) != isDigit(name[i-1]):
			cut(i)
		}
	}
	cut(len(name))
	return list
}

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }
func isDigit(c byte) bool { return '0' <= c && c <= '9' }
