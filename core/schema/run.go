package schema

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// Work of one validation, in values looked at: a fixed part and a part for each
// value of the arguments. Schemas without nested unions need one step a value.
const (
	DefaultBaseSteps     = 50_000
	DefaultStepsPerValue = 128
)

// maxName is how many bytes of a property's name stand in a path. No schema has
// longer names; a hostile key must not be repeated with every error below it.
const maxName = 256

// run is the state of one validation.
type run struct {
	fill  bool // fill in what is absent
	steps int  // work still allowed
	// searching is the work of searching texts for patterns so far.
	searching int

	path     []segment
	failures []failure
	inside   []int // definitions being followed: inside of itself one is any object

	trial       trial
	undecidable string

	few [8]segment // where path begins, to save an allocation
}

// trial is one alternative of the union around the value being coerced.
type trial struct {
	exact  exactness
	fields int // properties set in objects with declared ones; -1 without such
	// depth is the length of the union's path. That the value there is not what
	// an alternative asks for is only noted in failed: the union says so itself.
	depth  int
	failed bool
}

// segment is one step of a path: a property's name, or a list index when name is
// empty and index is set.
type segment struct {
	name  string
	index int // 1-based; 0 for a name
}

// failure is an error whose wording is put together only when it is reported:
// most failures are those of a union's alternatives that another one made good.
type failure struct {
	path    string
	message string          // or, when empty, wanted and got say it
	wanted  node            // what the schema asks for
	got     jsonvalue.Value // what was given
}

func newRun(values int, fill bool) *run {
	r := &run{fill: fill, steps: DefaultBaseSteps + DefaultStepsPerValue*values}
	r.path, r.trial = r.few[:0], trial{exact: exact, fields: -1, depth: -1}
	return r
}

// floor lowers the exactness of the value being coerced.
func (r *run) floor(e exactness) { r.trial.exact = min(r.trial.exact, e) }

// set adds to the number of properties set.
func (r *run) set(n int) { r.trial.fields = max(r.trial.fields, 0) + n }

func (r *run) enter(name string)   { r.path = append(r.path, segment{name: name}) }
func (r *run) enterItem(index int) { r.path = append(r.path, segment{index: index + 1}) }
func (r *run) leave()              { r.path = r.path[:len(r.path)-1] }
func (r *run) follows(id int) bool { return slices.Contains(r.inside, id) }
func (r *run) follow(id int)       { r.inside = append(r.inside, id) }
func (r *run) unfollow()           { r.inside = r.inside[:len(r.inside)-1] }

// spend takes n steps and reports whether there were as many.
func (r *run) spend(n int) bool {
	if r.steps -= n; r.steps < 0 {
		r.giveUp("the arguments need more work than allowed to be validated: too many combinations of alternatives")
		return false
	}
	return true
}

// giveUp ends the validation without a result.
func (r *run) giveUp(why string) {
	if r.undecidable == "" {
		r.undecidable = why
	}
}

func (r *run) mismatch(wanted node, got jsonvalue.Value) (jsonvalue.Value, bool) {
	r.record(failure{wanted: wanted, got: got})
	return jsonvalue.Value{}, false
}

func (r *run) fail(message string) { r.record(failure{message: message}) }

func (r *run) record(f failure) {
	if len(r.path) == r.trial.depth {
		r.trial.failed = true
		return
	}
	if len(r.failures) > DefaultMaxErrors+1 {
		return // one more than is listed, so that the list says it is not complete
	}
	f.path = joinPath(r.path)
	r.failures = append(r.failures, f)
}

// errors puts the recorded failures into words.
func (r *run) errors() []Error {
	errors := make([]Error, len(r.failures))
	for i, f := range r.failures {
		message := f.message
		if message == "" {
			message = "expected " + f.wanted.expects() + ", got " + describe(f.got)
		}
		errors[i] = Error{Path: f.path, Message: message}
	}
	return errors
}

func joinPath(path []segment) string {
	switch {
	case len(path) == 0:
		return noObject
	case len(path) == 1 && len(path[0].name) <= maxName:
		return path[0].name
	}
	var b strings.Builder
	for i, s := range path {
		if i > 0 {
			b.WriteByte('.')
		}
		if s.index > 0 {
			b.WriteString(strconv.Itoa(s.index - 1))
		} else {
			b.WriteString(cut(s.name, maxName))
		}
	}
	return b.String()
}

// cut shortens s to at most n bytes, between characters.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}
