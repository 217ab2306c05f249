package conversation_test

import (
	"fmt"

	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

func ExampleRead() {
	context, err := jsonvalue.ParseText(`[
		{"role": "user", "content": "What do I owe?"},
		{"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "list_bills", "input": {}}]},
		{"role": "user", "content": [
			{"type": "tool_result", "tool_use_id": "t1", "content": "rent, 900 EUR"},
			{"type": "text", "text": "Then pay it."}
		]}
	]`, jsonvalue.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	c := conversation.Read(context)
	for _, m := range c.Messages {
		fmt.Println(m)
	}
	fmt.Printf("%q\n", c.UserRequest())
	// Output:
	// [user] What do I owe?
	// [assistant] list_bills({})
	// [tool] rent, 900 EUR
	// [user] Then pay it.
	// "What do I owe?\nThen pay it."
}
