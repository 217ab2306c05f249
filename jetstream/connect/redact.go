package connect

import (
	"net/url"
	"strings"
)

// redact is a list of servers without users, passwords and tokens.
func redact(list string) string {
	var addresses []string
	for address := range strings.SplitSeq(list, ",") {
		address = strings.TrimSpace(address)
		u, err := url.Parse(address)
		switch {
		case err != nil: // may be anything, also a secret
			address = "(unreadable address)"
		case u.User != nil:
			u.User = nil
			address = u.String()
		}
		addresses = append(addresses, address)
	}
	return strings.Join(addresses, ",")
}
