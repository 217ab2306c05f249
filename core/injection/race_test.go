//go:build race

package injection

// longText is shorter where the race detector makes everything slower.
const longText = 100_000
