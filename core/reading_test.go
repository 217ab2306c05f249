package core_test

import (
	"testing"

	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/toolcall"
)

func conversationOf(t testing.TB, text string) conversation.Conversation {
	t.Helper()
	return conversation.Read(parse(text))
}

func proposed(t testing.TB, text string) toolcall.Call {
	t.Helper()
	call, err := toolcall.Read(parse(text))
	if err != nil {
		t.Fatal(err)
	}
	return call
}
