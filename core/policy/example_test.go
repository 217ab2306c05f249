package policy_test

import (
	"fmt"

	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/policy"
)

func Example() {
	env, err := policy.NewEnv(
		policy.Var{Name: "amount", Type: policy.TypeOf(policy.Double)},                 // an argument
		policy.Var{Name: "spent_today", Type: policy.TypeOf(policy.Double).Nullable()}) // a fact
	if err != nil {
		fmt.Println(err)
		return
	}
	limit, err := env.CompilePolicy(`amount + spent_today <= 2000.0`)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("reads", limit.Reads())

	values := env.NewValues()
	values.Set("amount", jsonvalue.NewInt(250))
	fmt.Println("missing", limit.Missing(values))

	values.Set("spent_today", jsonvalue.NewDouble(400))
	fmt.Println(limit.Test(values))
	// Output:
	// reads [amount spent_today]
	// missing [spent_today]
	// true <nil>
}

func ExampleEnv_Compile() {
	env, err := policy.NewEnv(policy.Var{Name: "amount", Type: policy.TypeOf(policy.Double)})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, expr := range []string{"amuont <= 10.0", "amount <= 10"} {
		_, err := env.Compile(expr)
		fmt.Println(err)
	}
	// Output:
	// 1:1: unknown name amuont, did you mean amount?
	// 1:8: <= cannot be applied to (double, int); a double and an int do not mix: write 10.0 instead of 10, or double(n)
}
