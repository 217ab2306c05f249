package proposal

import "slices"

// paired: what belongs together in the call belongs together in the message.
func (v *view) paired(r run) *Problem {
	tables := make(map[string][]int) // the values of a table
	var names []string
	for i, value := range v.call.Values {
		if value.Table == "" || value.Unsaid || value.Switch != nil {
			continue
		}
		if tables[value.Table] == nil {
			names = append(names, value.Table)
		}
		tables[value.Table] = append(tables[value.Table], i)
	}
	if len(names) == 0 {
		return nil
	}
	starts := make([][]int, len(v.call.Values))
	for m := range v.in(r) {
		starts[m.value] = append(starts[m.value], m.Start)
	}
	for _, name := range names {
		t := tableOf(v.call.Values, tables[name])
		if argument := t.disorder(starts); argument != "" {
			return &Problem{argument, "the message pairs the values in another way than the call"}
		}
		if p := v.sides(r, t); p != nil {
			return p
		}
	}
	return nil
}

// table is the values of rows and columns, -1 where a row has none.
type table struct {
	values  []Value
	columns []string
	cells   [][]int // by row and column
}

func tableOf(values []Value, indexes []int) *table {
	t := &table{values: values}
	for _, i := range indexes {
		v := values[i]
		column := slices.Index(t.columns, v.Column)
		if column < 0 {
			column = len(t.columns)
			t.columns = append(t.columns, v.Column)
		}
		for len(t.cells) <= v.Row {
			t.cells = append(t.cells, nil)
		}
		for len(t.cells[v.Row]) <= column {
			t.cells[v.Row] = append(t.cells[v.Row], -1)
		}
		t.cells[v.Row][column] = i
	}
	return t
}

// cell returns the value in a row and column, -1 when there is none.
func (t *table) cell(row, column int) int {
	if column >= len(t.cells[row]) {
		return -1
	}
	return t.cells[row][column]
}

// disorder returns an argument whose values stand in another order than the rows they
// belong to, "" when all keep their order. Rows are put in the order of the column that
// tells most of them apart.
func (t *table) disorder(starts [][]int) string {
	if len(t.cells) < 2 || len(t.columns) < 2 {
		return ""
	}
	anchor, most := 0, 0
	for column := range t.columns {
		different := make(map[string]bool)
		for row := range t.cells {
			if i := t.cell(row, column); i >= 0 {
				different[t.values[i].Value.Text()] = true
			}
		}
		if len(different) > most {
			anchor, most = column, len(different)
		}
	}
	rows := t.ordered(anchor, starts)
	for column := range t.columns {
		if column == anchor {
			continue
		}
		last, before := -1, ""
		for _, row := range rows {
			i := t.cell(row, column)
			if i < 0 || len(starts[i]) == 0 {
				continue
			}
			if text := t.values[i].Value.Text(); last < 0 || text != before {
				next := nextFrom(starts[i], last+1)
				if next < 0 {
					return t.values[i].Argument
				}
				last, before = next, text
			} else if next := nextFrom(starts[i], last+1); next >= 0 {
				last = next
			}
		}
	}
	return ""
}

// ordered returns the rows in the order in which the message names the values of a column.
// The second row with a value is where the value is named for the second time.
func (t *table) ordered(column int, starts [][]int) []int {
	used := make(map[string]int)
	var rows []int
	at := make([]int, len(t.cells))
	for row := range t.cells {
		rows = append(rows, row)
		i := t.cell(row, column)
		if i < 0 || len(starts[i]) == 0 {
			continue
		}
		text := t.values[i].Value.Text()
		at[row] = starts[i][min(used[text], len(starts[i])-1)]
		used[text]++
	}
	slices.SortStableFunc(rows, func(a, b int) int { return at[a] - at[b] })
	return rows
}

// nextFrom returns the first of the sorted places from one on, or -1.
func nextFrom(places []int, from int) int {
	i, _ := slices.BinarySearch(places, from)
	if i == len(places) {
		return -1
	}
	return places[i]
}
