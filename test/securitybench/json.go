package securitybench

import (
	"encoding/json"
	"io"
)

// WriteJSON writes the report's numbers as one object, in the form that the README
// beside the records describes.
func (r *Report) WriteJSON(w io.Writer) error {
	type object struct {
		Sets        map[string]map[string]Count `json:"sets"`
		Detector    map[string]Flags            `json:"detector"`
		MSPerRecord float64                     `json:"ms_per_record"`
	}
	o := object{Sets: make(map[string]map[string]Count), Detector: make(map[string]Flags), MSPerRecord: r.MillisecondsPerRecord()}
	for _, s := range r.Sets {
		cells := make(map[string]Count)
		for cell, tally := range s.Tallies(Record.Cell) {
			cells[cell] = tally.Ours
		}
		o.Sets[s.Name] = cells
	}
	for _, t := range r.Texts {
		f := o.Detector[t.Cell()]
		f.All++
		if t.Flagged {
			f.Flagged++
		}
		o.Detector[t.Cell()] = f
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(o)
}
