package jetstream

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/micro"

	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/events"
)

// ServiceName is the guard's name among the micro services of a NATS system.
const ServiceName = "guard"

// serviceVersion is the version of the service's protocol.
const serviceVersion = "1.0.0"

// statusTimeout bounds one question.
const statusTimeout = 5 * time.Second

// serveStatus answers questions about what became of a proposal, on
// guard.status.<tenant>.<session>: {"proposal_id"?, "inbox"?} is answered with an
// [events.Answer]. Inbox is the sequence that a command was acknowledged with; it finds
// refused commands, which no proposal knows of.
func serveStatus(nc *nats.Conn, l *Log, log *slog.Logger) (stop func(), err error) {
	service, err := micro.AddService(nc, micro.Config{
		Name: ServiceName, Version: serviceVersion, Description: "decides about the tool calls that agents propose",
		ErrorHandler: func(_ micro.Service, err *micro.NATSError) {
			log.Error("micro service", "subject", err.Subject, "error", err.Description)
		},
	})
	if err != nil {
		return nil, err
	}
	all := events.Session{Tenant: "*", Name: "*"}
	err = service.AddEndpoint("status", micro.HandlerFunc(func(r micro.Request) { answerStatus(l, r, log) }),
		micro.WithEndpointSubject(all.Subject(events.StatusOf)),
		micro.WithEndpointMetadata(map[string]string{"request": `{"proposal_id"?: string, "inbox"?: number}`, "response": "as on guard.answers"}))
	if err != nil {
		return nil, fmt.Errorf("endpoint status: %w", err)
	}
	return func() { _ = service.Stop() }, nil // fails only when the connection is gone
}

func answerStatus(l *Log, r micro.Request, log *slog.Logger) {
	ctx, cancel := context.WithTimeout(context.Background(), statusTimeout)
	defer cancel()
	answer, err := l.status(ctx, r.Subject(), r.Data())
	if err == nil {
		err = r.Respond(answer.AppendJSON(nil))
	} else {
		err = r.Error(statusCode(err), err.Error(), nil)
	}
	if err != nil {
		log.Warn("status not answered", "subject", r.Subject(), "error", err)
	}
}

// statusCode tells questions that can't be answered from those that can't be answered now.
func statusCode(err error) string {
	if errors.Is(err, events.ErrSubject) || errors.Is(err, errQuestion) {
		return "400"
	}
	return "503"
}

// errQuestion is a question that can't be read.
var errQuestion = errors.New("the question is not readable")

func (l *Log) status(ctx context.Context, subject string, data []byte) (events.Answer, error) {
	_, key, err := events.ParseSubject(subject)
	if err != nil {
		return events.Answer{}, err
	}
	question, err := jsonvalue.Parse(data, jsonvalue.Limits{Bytes: 4 << 10, Depth: 2})
	if err != nil {
		return events.Answer{}, fmt.Errorf("%w: %w", errQuestion, err)
	}
	id, _ := question.GetString("proposal_id")
	place, _ := question.Get("inbox")
	inbox, _ := place.Int64()
	session, err := l.Current(ctx, key)
	if err != nil {
		return events.Answer{}, err
	}
	answer := session.State().Status(id, uint64(max(inbox, 0)))
	session.Release()
	if answer.Outcome != "" {
		answer.Decision, err = l.decision(ctx, answer.Sequence)
	}
	return answer, err
}
