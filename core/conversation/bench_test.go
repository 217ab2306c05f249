package conversation

import (
	"fmt"
	"strings"
	"testing"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// longSession is a conversation of 300 messages and about 71 kB, as chat completions
// write it.
func longSession() jsonvalue.Value {
	member := func(name, text string) jsonvalue.Member {
		return jsonvalue.Member{Name: name, Value: jsonvalue.NewString(text)}
	}
	var items []jsonvalue.Value
	for i := range 75 {
		order := fmt.Sprintf("order K%d ", i)
		items = append(items,
			jsonvalue.NewObject(member("role", "user"), member("content", strings.Repeat(order, 22))),
			jsonvalue.NewObject(member("role", "assistant"), jsonvalue.Member{Name: "content"},
				jsonvalue.Member{Name: "tool_calls", Value: jsonvalue.NewArray()}),
			jsonvalue.NewObject(member("role", "tool"), member("tool_call_id", order), member("content", strings.Repeat(order, 50))),
			jsonvalue.NewObject(member("role", "assistant"), member("content", strings.Repeat(order, 22))),
		)
	}
	return jsonvalue.NewArray(items...)
}

func BenchmarkRead(b *testing.B) {
	v := longSession()
	b.ReportAllocs()
	for b.Loop() {
		if c := Read(v); len(c.Messages) != 225 {
			b.Fatalf("%d messages", len(c.Messages))
		}
	}
}

func BenchmarkText(b *testing.B) {
	c := Read(longSession())
	b.ReportAllocs()
	for b.Loop() {
		if text, _ := c.Text(); len(text) < 70_000 {
			b.Fatalf("%d bytes", len(text))
		}
	}
}
