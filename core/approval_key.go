package core

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// ApprovalKey is what a person's approval of this escalation covers: the tool, the
// call's id, its arguments and the set of reasons it escalated for. A call whose key
// differs is another question and needs another answer.
func (d *Decision) ApprovalKey() string {
	reasons := make([]jsonvalue.Value, 0, len(d.Reasons))
	texts := make([]string, 0, len(d.Reasons))
	for _, r := range d.Reasons {
		texts = append(texts, string(r.OnFail)+" "+r.String())
	}
	slices.Sort(texts)
	for _, text := range slices.Compact(texts) {
		reasons = append(reasons, jsonvalue.NewString(text))
	}
	key := jsonvalue.NewArray(jsonvalue.NewString(d.Tool), d.CallID, d.Arguments, jsonvalue.NewArray(reasons...))
	sum := sha256.Sum256(key.Append(nil, jsonvalue.Canonical))
	return hex.EncodeToString(sum[:])
}
