package policy

import (
	"fmt"
	"time"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/cost"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
)

// timeFunctions are about dates ("2026-10-03") and times ("2026-10-03T14:05:00+02:00",
// RFC 3339) that are texts, as arguments and facts are. There is no now(): the time is
// a fact that is given and recorded, so that a decision can be computed again.
//
//	date(s)                    days since 1970-01-01 of a date, or of the date a time is written with
//	days_between(from, to)     date(to) - date(from)
//	unix(t)                    seconds since 1970 of a time
//	local(t, "Europe/Berlin")  the same time as clocks there show it
//	hour(t), weekday(t)        0–23, and 1 (Monday) – 7 (Sunday), as the time is written
//
// A text that is no date or time is an error.
func timeFunctions() []function {
	return []function{
		textToInt("date", date),
		textToInt("unix", func(s string) (int64, error) {
			t, err := readTime(s)
			return t.Unix(), err
		}),
		textToInt("hour", func(s string) (int64, error) {
			t, err := readTime(s)
			return int64(t.Hour()), err
		}),
		textToInt("weekday", func(s string) (int64, error) {
			t, err := readTime(s)
			return (int64(t.Weekday())+6)%7 + 1, err
		}),
		{
			name: "days_between",
			overloads: []cel.FunctionOpt{cel.Overload("days_between", []*cel.Type{cel.StringType, cel.StringType}, cel.IntType,
				cel.BinaryBinding(daysBetween))},
			costs: []cost.OverloadModel{cost.Overload("days_between", cost.EvalCost(cost.Sum(scan(0), scan(1))))},
		},
		{
			name: "local",
			overloads: []cel.FunctionOpt{cel.Overload("local", []*cel.Type{cel.StringType, cel.StringType}, cel.StringType,
				cel.BinaryBinding(local))},
			costs: []cost.OverloadModel{cost.Overload("local", cost.EvalCost(cost.Sum(scan(0), scan(1), cost.Const(5))), cost.ResultSize(cost.Const(25)))},
		},
	}
}

// textToInt declares a function from a text to an integer.
func textToInt(name string, of func(string) (int64, error)) function {
	return function{
		name: name,
		overloads: []cel.FunctionOpt{cel.Overload(name, []*cel.Type{cel.StringType}, cel.IntType,
			cel.UnaryBinding(func(v ref.Val) ref.Val {
				n, err := of(string(v.(types.String)))
				if err != nil {
					return types.NewErr("%s: %s", name, err)
				}
				return types.Int(n)
			}))},
		costs: []cost.OverloadModel{cost.Overload(name, cost.EvalCost(scan(0)))},
	}
}

// readTime reads RFC 3339 strictly: a time without its zone is none.
func readTime(s string) (time.Time, error) {
	var t time.Time
	if err := t.UnmarshalText([]byte(s)); err != nil {
		return time.Time{}, fmt.Errorf("%q is no time such as 2026-10-03T14:05:00+02:00", shorten(s))
	}
	return t, nil
}

const secondsPerDay = 24 * 60 * 60

func date(s string) (int64, error) {
	day, err := time.Parse(time.DateOnly, s)
	if err != nil {
		t, timeErr := readTime(s)
		if timeErr != nil {
			return 0, fmt.Errorf("%q is no date such as 2026-10-03", shorten(s))
		}
		year, month, d := t.Date()
		day = time.Date(year, month, d, 0, 0, 0, 0, time.UTC)
	}
	return day.Unix() / secondsPerDay, nil // exact: a multiple of a day, also before 1970
}

func daysBetween(from, to ref.Val) ref.Val {
	first, err := date(string(from.(types.String)))
	if err != nil {
		return types.NewErr("days_between: %s", err)
	}
	last, err := date(string(to.(types.String)))
	if err != nil {
		return types.NewErr("days_between: %s", err)
	}
	return types.Int(last - first)
}

func local(at, name ref.Val) ref.Val {
	t, err := readTime(string(at.(types.String)))
	if err != nil {
		return types.NewErr("local: %s", err)
	}
	location, err := zone(string(name.(types.String)))
	if err != nil {
		return types.NewErr("local: %s", err)
	}
	return types.String(t.In(location).Format(time.RFC3339))
}
