package core

import (
	"strconv"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// AppendJSON appends the decision's body: one JSON object, the same bytes for the same
// decision, everything that a replay compares and nothing else (no time, no id of the
// log). Members are written in the order of the struct.
func (d *Decision) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"outcome":"`...)
	dst = append(dst, d.Outcome...)
	dst = append(dst, `","tool":`...)
	dst = jsonvalue.AppendQuoted(dst, d.Tool)
	if !d.CallID.IsNull() {
		dst = append(dst, `,"call_id":`...)
		dst = d.CallID.Append(dst, jsonvalue.Compact)
	}
	dst = append(dst, `,"arguments":`...)
	dst = d.Arguments.Append(dst, jsonvalue.Compact)
	dst = append(dst, `,"failed":`...)
	dst = appendStrings(dst, d.Failed)
	dst = append(dst, `,"reasons":[`...)
	for i, r := range d.Reasons {
		dst = appendComma(dst, i)
		dst = append(dst, `{"check":`...)
		dst = jsonvalue.AppendQuoted(dst, r.Check)
		dst = append(dst, `,"on_fail":"`...)
		dst = append(dst, r.OnFail...)
		dst = append(dst, `","text":`...)
		dst = jsonvalue.AppendQuoted(dst, r.Text)
		dst = append(dst, '}')
	}
	dst = append(dst, `],"evidence":[`...)
	for i, e := range d.Evidence {
		dst = appendComma(dst, i)
		dst = e.appendJSON(dst)
	}
	dst = append(dst, `],"checks":[`...)
	for i, c := range d.Checks {
		dst = appendComma(dst, i)
		dst = c.appendJSON(dst)
	}
	dst = append(dst, ']')
	if len(d.MissingFacts) > 0 {
		dst = append(dst, `,"missing_facts":`...)
		dst = appendStrings(dst, d.MissingFacts)
	}
	if d.Outcome == Escalate {
		dst = append(dst, `,"policy_only":`...)
		dst = strconv.AppendBool(dst, d.PolicyOnly)
		dst = append(dst, `,"approval_key":"`...)
		dst = append(dst, d.ApprovalKey()...)
		dst = append(dst, '"')
	}
	dst = append(dst, `,"catalog":"`...)
	dst = append(dst, d.Catalog...)
	dst = append(dst, `","tool_checks":"`...)
	dst = append(dst, d.ToolChecks...)
	dst = append(dst, `","engine":"`...)
	dst = append(dst, d.Engine...)
	return append(dst, `"}`...)
}

func (e Evidence) appendJSON(dst []byte) []byte {
	dst = append(dst, `{"argument":`...)
	dst = jsonvalue.AppendQuoted(dst, e.Argument)
	dst = append(dst, `,"quote":`...)
	dst = jsonvalue.AppendQuoted(dst, e.Quote)
	dst = append(dst, `,"role":"`...)
	dst = append(dst, e.Role.String()...)
	dst = append(dst, `","message":`...)
	dst = strconv.AppendInt(dst, int64(e.Message), 10)
	dst = append(dst, `,"start":`...)
	dst = strconv.AppendInt(dst, int64(e.Start), 10)
	dst = append(dst, `,"end":`...)
	dst = strconv.AppendInt(dst, int64(e.End), 10)
	if e.Session != "" {
		dst = jsonvalue.AppendQuoted(append(dst, `,"session":`...), e.Session)
	}
	if e.Call != "" {
		dst = jsonvalue.AppendQuoted(append(dst, `,"call":`...), e.Call)
	}
	return append(dst, '}')
}

func (c CheckResult) appendJSON(dst []byte) []byte {
	dst = append(dst, `{"name":`...)
	dst = jsonvalue.AppendQuoted(dst, c.Name)
	dst = append(dst, `,"on_fail":"`...)
	dst = append(dst, c.OnFail...)
	dst = append(dst, `","state":"`...)
	dst = append(dst, c.State...)
	dst = append(dst, '"')
	if c.Why != "" && c.State != failed.String() { // a failed check's is among the reasons
		dst = append(dst, `,"why":`...)
		dst = jsonvalue.AppendQuoted(dst, c.Why)
	}
	return append(dst, '}')
}

func appendStrings(dst []byte, texts []string) []byte {
	dst = append(dst, '[')
	for i, text := range texts {
		dst = appendComma(dst, i)
		dst = jsonvalue.AppendQuoted(dst, text)
	}
	return append(dst, ']')
}

func appendComma(dst []byte, i int) []byte {
	if i == 0 {
		return dst
	}
	return append(dst, ',')
}
