package catalog_test

import (
	"fmt"

	"github.com/guardstream/guardstream/core/catalog"
)

func ExampleRead() {
	_, err := catalog.Read("shop.yaml", []byte(`
facts:
  spent_today: double
tools:
  - name: send_payment
    parameters:
      type: object
      properties: {iban: {type: string}, amount: {type: number}}
      required: [iban, amount]
    ground: {ibann: whole}   # the user writes the account
    confirms: {}
policies:
  - name: daily_limit
    expr: amount + spent_today <=
`))
	fmt.Println(err)
	// Output:
	// shop.yaml:10:21: tools.send_payment.ground.ibann: expected an argument of the tool, ibann is none, did you mean iban?
	// shop.yaml:11:5: tools.send_payment: unknown key "confirms", did you mean confirm?
	// shop.yaml:14:34: policies.daily_limit.expr: Syntax error: mismatched input: the end
}

func ExampleCatalog_Validate() {
	c := &catalog.Catalog{
		Tools:    []catalog.Tool{{Name: "send_payment"}},
		Policies: []catalog.Policy{{Name: "proposal", Tools: []string{"send_paymant"}, Expr: "amount <="}},
	}
	fmt.Println(c.Validate())
	// Output:
	// policies.proposal: expected another name, proposal is a name the guard computes
	// policies.proposal.tools.0: expected a tool of the catalog, send_paymant is none, did you mean send_payment?
	// policies.proposal.expr: Syntax error: mismatched input: the end
}

func ExampleCatalog_Applying() {
	c, err := catalog.Read("shop.yaml", []byte(`
facts: {limit: double}
tools:
  - {name: pay, parameters: {type: object, properties: {amount: {type: number}}}}
  - {name: look, parameters: {type: object, properties: {what: {type: string}}}}
functions:
  - {name: with_fee, expr: amount * 1.01}
policies:
  - {name: cap, expr: with_fee <= limit}
  - {name: short, tools: [look], expr: size(what) < 10}
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for i := range c.Tools {
		for _, p := range c.Applying(&c.Tools[i]).Policies {
			fmt.Println(c.Tools[i].Name, p.Name)
		}
	}
	// Output:
	// pay cap
	// look short
}
