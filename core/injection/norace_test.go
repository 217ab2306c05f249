//go:build !race

package injection

// longText is the size of the long texts of TestLinear, in bytes.
const longText = 1_000_000
