package schema_test

import (
	"testing"

	"github.com/guardstream/guardstream/core/schema"
)

// paymentSchema is the work of the project's benchmarks: five arguments, one of them a
// nested object, one an enumeration.
const paymentSchema = `{"type":"object","properties":{
	"iban":{"type":"string","pattern":"^[A-Z]{2}\\d{2}[A-Z0-9 ]+$"},
	"amount":{"type":"number","exclusiveMinimum":0},
	"currency":{"enum":["EUR","USD","CHF"],"default":"EUR"},
	"urgent":{"type":"boolean","default":false},
	"payee":{"type":"object","properties":{"name":{"type":"string","maxLength":70},"city":{"type":"string"},"ref":{"anyOf":[{"type":"integer"},{"type":"null"}]}},"required":["name"]}},
	"required":["iban","amount","payee"]}`

func BenchmarkValidate(b *testing.B) {
	for _, c := range []struct{ name, args string }{
		{"valid", `{"iban":"DE89370400440532013000","amount":250.5,"currency":"CHF","urgent":true,"payee":{"name":"Ann","city":"Bern","ref":7}}`},
		{"coerce", `{"iban":"DE89370400440532013000","amount":"250.5","urgent":"yes","payee":{"name":"Ann","ref":"7"}}`},
		{"invalid", `{"iban":"nowhere","amount":"lots","currency":"GBP","payee":{"city":"Bern"}}`},
	} {
		args := parse(b, c.args)
		for _, mode := range []struct {
			name string
			opts schema.Options
		}{{"lax", schema.Options{}}, {"strict", schema.Options{Strict: true}}} {
			s, err := schema.Compile(parse(b, paymentSchema), mode.opts)
			if err != nil {
				b.Fatal(err)
			}
			b.Run(mode.name+"/"+c.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					s.Validate(args)
				}
			})
		}
	}
}

func BenchmarkCompile(b *testing.B) {
	v := parse(b, paymentSchema)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := schema.Compile(v, schema.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
