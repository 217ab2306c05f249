package core

import (
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/proposal"
)

// pairColumns makes tables of arguments that belong together item by item: an old and a new
// side of one thing (item_ids and new_item_ids, from_account and to_account), and texts and
// as many numbers (recipients and amounts).
func pairColumns(values []proposal.Value) {
	arguments := argumentsIn(values)
	for i, a := range arguments {
		for _, b := range arguments[i+1:] {
			if a.paired || b.paired || len(a.values) != len(b.values) || a.list != b.list {
				continue
			}
			if a.number == b.number && proposal.SameThing(a.words, b.words) || a.list && len(a.values) > 1 && a.number != b.number {
				a.paired, b.paired = true, true
				a.tabulate(values, a.name+"+"+b.name)
				b.tabulate(values, a.name+"+"+b.name)
			}
		}
	}
}

// columnOf is an argument that is one value, or a list of them.
type columnOf struct {
	name   string
	words  []string
	values []int
	list   bool
	number bool
	paired bool
}

func argumentsIn(values []proposal.Value) []*columnOf {
	var all []*columnOf
	for i, v := range values {
		if v.Table != "" || v.Switch != nil || v.Unsaid {
			continue
		}
		if n := len(all); n == 0 || all[n-1].name != v.Argument {
			all = append(all, &columnOf{name: v.Argument, words: v.Words, list: v.List, number: v.Value.Kind() == jsonvalue.Number})
		}
		all[len(all)-1].values = append(all[len(all)-1].values, i)
	}
	return all
}

func (a *columnOf) tabulate(values []proposal.Value, table string) {
	for row, i := range a.values {
		values[i].Table, values[i].Row, values[i].Column = table, row, a.name
	}
}
