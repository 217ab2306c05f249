package toolcall_test

import (
	"fmt"

	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/toolcall"
)

func ExampleRead() {
	proposed, err := jsonvalue.ParseText(`{
		"id": "call_1", "type": "function",
		"function": {"name": "send_payment", "arguments": "{\"iban\": \"ACC-1\", \"amount\": 40}"}
	}`, jsonvalue.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	call, err := toolcall.Read(proposed)
	if err != nil {
		fmt.Println(err)
		return
	}
	amount, _ := call.Arguments.Get("amount")
	fmt.Println(call.Name, call.ID.Text(), amount.Text())
	// Output: send_payment call_1 40
}
