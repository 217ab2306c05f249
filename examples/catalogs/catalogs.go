// Package catalogs holds the example catalogs, which the demo plays with.
package catalogs

import _ "embed"

// Payments is the catalog of an agent that pays: every value of a payment has to be the
// user's own.
//
//go:embed payments.yaml
var Payments []byte

// Support is the catalog of an agent that helps the customers of a shop: values may come
// from the shop's own systems, unless these carry instructions.
//
//go:embed support.yaml
var Support []byte
