package conformance

import (
	"context"
	"fmt"
	"strconv"

	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/weburl"
)

// runURLs reads one address, or compares two.
func runURLs(_ context.Context, in jsonvalue.Value) (jsonvalue.Value, error) {
	switch op := get(in, "op").Text(); op {
	case "parts":
		parts, ok := weburl.Parse(get(in, "url").Text())
		if !ok {
			return object(member("ok", boolean(false))), nil
		}
		return object(
			member("ok", boolean(true)),
			member("host", text(parts.Host)),
			member("port", portOrNull(parts.Port)),
			member("path", text(parts.Path)),
			member("query", text(parts.Query)),
			member("fragment", text(parts.Fragment)),
			member("scheme", textOrNull(parts.Scheme)),
		), nil
	case "same":
		prefix := get(in, "path").Text() == "prefix"
		same := weburl.Same(get(in, "value").Text(), get(in, "written").Text(), prefix)
		return object(member("same", boolean(same))), nil
	default:
		return jsonvalue.Value{}, fmt.Errorf("unknown operation %q", op)
	}
}

// textOrNull is null for a part that is not written.
func textOrNull(s string) jsonvalue.Value {
	if s == "" {
		return jsonvalue.Value{}
	}
	return text(s)
}

// portOrNull is a port as the integer it is.
func portOrNull(s string) jsonvalue.Value {
	port, err := strconv.Atoi(s)
	if err != nil {
		return textOrNull(s)
	}
	return number(port)
}
