package review_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/jetstream"
	"github.com/guardstream/guardstream/jetstream/client"
	"github.com/guardstream/guardstream/review"
)

func (s *stage) complain(tenant, session, id, text string) error {
	s.t.Helper()
	agent, err := client.New(s.c, tenant, client.Settings{}).Session(session)
	if err != nil {
		s.t.Fatal(err)
	}
	defer agent.Close()
	return agent.Complain(s.ctx, id, client.Complaint{Text: text, By: "ana"})
}

// TestComplaints: complaints show beside the cases they are about, and are counted by
// check and tool together with what people answered.
func TestComplaints(t *testing.T) {
	s := newStage(t)
	if cases, err := review.Complaints(s.ctx, s.log, jetstream.Range{}); err != nil || cases != nil {
		t.Errorf("an empty log's complaints: %v, %v", cases, err)
	}
	if alarms, err := review.ListAlarms(s.ctx, s.log, jetstream.Range{}); err != nil || len(alarms) != 0 {
		t.Errorf("an empty log's alarms: %v, %v", alarms, err)
	}
	s.propose("bank", "s1", "waiting", 500)
	s.propose("bank", "s1", "approved", 600)
	s.propose("bank", "s2", "rejected", 700)
	s.propose("bank", "s2", "allowed", 5)
	s.propose("bank", "s2", "silent", 800)
	s.propose("bank", "s2", "denied", -1) // of no schema
	for id, resolution := range map[string]string{"approved": events.Approved, "rejected": events.Rejected} {
		if _, err := review.Resolve(s.ctx, s.c, s.find(jetstream.Range{}, id), review.Answer{Resolution: resolution, Reviewer: "bob"}); err != nil {
			t.Fatal(err)
		}
	}
	for id, session := range map[string]string{"waiting": "s1", "rejected": "s2", "denied": "s2"} {
		if err := s.complain("bank", session, id, "it was right"); err != nil {
			t.Fatalf("%s: %v", id, err)
		}
	}
	if err := s.complain("bank", "s1", "waiting", "hurry"); err != nil {
		t.Fatal(err)
	}
	var problem *events.Problem
	if err := s.complain("bank", "s2", "allowed", "no"); !errors.As(err, &problem) || problem.Code != events.NotRefused {
		t.Errorf("about an allowed call: %v", err)
	}

	queue, err := review.List(s.ctx, s.log, jetstream.Range{})
	if err != nil || len(queue) != 2 || len(queue[0].Complaints) != 2 || queue[0].Complaints[1].Text != "hurry" || len(queue[1].Complaints) != 0 {
		t.Errorf("queue %+v, %v", queue, err)
	}
	if c := s.find(jetstream.Range{}, "denied"); len(c.Complaints) != 1 || c.Complaints[0].By != "ana" || c.Complaints[0].Time.IsZero() {
		t.Errorf("found %+v", c)
	}
	complained, err := review.Complaints(s.ctx, s.log, jetstream.Range{Tenant: "bank"})
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, c := range complained {
		ids = append(ids, c.ProposalID)
	}
	if !slices.Equal(ids, []string{"waiting", "rejected", "denied"}) || complained[1].Resolution == nil {
		t.Errorf("complaints about %v", ids)
	}
	alarms, err := review.ListAlarms(s.ctx, s.log, jetstream.Range{})
	want := []review.Alarm{
		{Tool: "buy", Check: "cheap", Refused: 4, Complained: 2, Approved: 1, Rejected: 1, False: 2},
		{Tool: "buy", Check: "arguments_valid", Refused: 1, Complained: 1, False: 1},
	}
	if err != nil || !slices.Equal(alarms, want) {
		t.Errorf("alarms %+v, %v", alarms, err)
	}
	if rate := alarms[0].FalseRate(); rate != 0.5 || (review.Alarm{}).FalseRate() != 0 {
		t.Errorf("rate %v", rate)
	}
}
