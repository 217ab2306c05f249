package catalog

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// numbered repeats a format with the numbers from 0.
func numbered(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}
var _ = errors.New
var _ testing.TB
