package catalogtest

import (
	"encoding/xml"
	"io"
	"strings"
)

// The form that continuous integration reads, as JUnit writes it. Cases take no time
// that is worth a figure, and files that do not change should not differ: there is none.
type (
	junitSuites struct {
		XMLName xml.Name   `xml:"testsuites"`
		Suite   junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"` // the tool that is called
		File    string        `xml:"file,attr"`
		Line    int           `xml:"line,attr"`
		Failure *junitFailure `xml:"failure"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// WriteJUnit writes the results of the cases as JUnit's XML.
func (r *Report) WriteJUnit(w io.Writer) error {
	suite := junitSuite{Name: r.Catalog, Tests: len(r.Results), Failures: r.Failed()}
	for _, result := range r.Results {
		c := result.Case
		one := junitCase{Name: c.Name, Class: c.Call.Name, File: c.Position.File, Line: c.Position.Line}
		if !result.Passed() {
			var b strings.Builder
			writeFailure(&b, result)
			one.Failure = &junitFailure{Message: result.Differences[0].String(), Text: b.String()}
		}
		suite.Cases = append(suite.Cases, one)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	encoder := xml.NewEncoder(w)
	encoder.Indent("", "  ")
	if err := encoder.Encode(junitSuites{Suite: suite}); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
