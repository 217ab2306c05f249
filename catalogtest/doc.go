// Package catalogtest runs the cases beside a catalog: each is a conversation and a
// call with the decision that is expected about it. It says which cases fail and how,
// what no case exercises, and which weakened catalogs no case would notice.
//
// The cases of payments.yaml stand in payments_test.yaml ([FileOf]); docs/testing-catalogs.md
// describes the file.
//
// Invariants:
//   - A file is read as strictly as a catalog. A case that expects a refusal has to say
//     what refuses: a call that is denied for another reason proves nothing.
//   - A message of a conversation that cannot be read fails its case, unless the case
//     expects that.
//   - The same catalog and cases give the same report, byte by byte; there is no clock,
//     network or disk here.
package catalogtest

import (
	"path"
	"strings"
)

// FileOf returns where the cases of a catalog's file are looked for: beside it, under
// the same name and "_test".
func FileOf(catalog string) string {
	extension := path.Ext(catalog)
	return strings.TrimSuffix(catalog, extension) + "_test" + extension
}
