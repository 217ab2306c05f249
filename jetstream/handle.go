package jetstream

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/guardstream/guardstream/events"
)

// unrecordedTries is how many deliveries of a command are taken for accidents: a worker
// that was stopped or lost. From the next one on each attempt is recorded in the log
// before it is made, as the broker's own count also counts deliveries whose command was
// never looked at because another one ended the worker first.
const unrecordedTries = 2

// hopelessDeliveries is after how many deliveries, for each try allowed, a command is
// given up without even loading its session: that may be what ends workers.
const hopelessDeliveries = 10

// maxRetryPauses bounds the pause before the next try, in retry pauses.
const maxRetryPauses = 30

// errPanic is what a panic while handling a command becomes.
var errPanic = errors.New("panic")

// handle turns one delivery into its event and answer, and acknowledges it when all of
// that is stored. Otherwise the delivery comes again.
func (w *Worker) handle(ctx context.Context, d *delivery) {
	ctx, cancel := context.WithTimeout(ctx, w.settings.DecideTimeout)
	defer cancel()
	command := events.ReadDelivery(d.message.Subject(), d.message.Data(), d.sequence, d.stored, w.settings.Limits)
	if err := w.settleSafely(ctx, d, command); err != nil {
		w.settings.Logger.Error("command not handled, it will be delivered again", "inbox", d.sequence, "subject", d.message.Subject(), "delivery", d.deliveries, "error", err)
		// Should this be lost, the command comes again after the AckWait.
		_ = d.message.NakWithDelay(w.settings.RetryPause * time.Duration(min(d.deliveries, maxRetryPauses)))
		return
	}
	if err := d.message.Ack(); err != nil {
		w.settings.Logger.Debug("acknowledgement not sent, the command will be delivered again", "inbox", d.sequence, "error", err)
	}
}

// settleSafely is settle where a panic is an error of this one command.
func (w *Worker) settleSafely(ctx context.Context, d *delivery, command events.Delivery) (err error) {
	defer w.catch(&err)
	return w.settle(ctx, d, command)
}

// catch makes an error of a panic.
func (w *Worker) catch(err *error) {
	if r := recover(); r != nil {
		w.settings.Logger.Error("panic while handling a command", "panic", r, "stack", string(debug.Stack()))
		*err = fmt.Errorf("%w: %v", errPanic, r)
	}
}

// settle brings a command to its end; nil means that everything about it is stored.
func (w *Worker) settle(ctx context.Context, d *delivery, command events.Delivery) error {
	if command.Command.Session == (events.Session{}) {
		return w.bury(ctx, d, *command.Problem) // nobody's: there is no log to write it to
	}
	if d.deliveries > uint64(w.settings.MaxTries*hopelessDeliveries) {
		return w.bury(ctx, d, events.Problem{Code: events.Unprocessable, Reason: fmt.Sprintf("given up after %d deliveries", d.deliveries)})
	}
	session, err := w.log.Session(ctx, command.Command.Session)
	if err != nil {
		return err
	}
	whole := false
	defer func() {
		if !whole { // a panic: who knows what the state is
			session.forget()
		}
		session.Release()
	}()
	answer, err := w.append(ctx, session, d, command)
	whole = true
	if err != nil {
		return err
	}
	if answer.Problem != nil && (command.Problem != nil || answer.Problem.Code == events.Unprocessable) {
		if err := w.bury(ctx, d, *answer.Problem); err != nil {
			return err
		}
	}
	w.publish(command.Command.Session, answer)
	return nil
}

// append makes the command's event, unless the log has it, and returns the answer.
func (w *Worker) append(ctx context.Context, s *Session, d *delivery, command events.Delivery) (events.Answer, error) {
	if d.deliveries > unrecordedTries {
		if err := w.recordAttempt(ctx, s, command); err != nil {
			return events.Answer{}, err
		}
	}
	var body []byte
	appended, err := s.Append(ctx, command, func(ctx context.Context, state *events.State) ([]events.Body, error) {
		next, event := state.Next(command)
		switch next {
		case events.Nothing:
			return nil, nil
		case events.Append:
			return []events.Body{event}, nil
		}
		var err error
		if body, err = w.decideSafely(ctx, command.Command.Session, state, command); err != nil {
			return nil, err
		}
		decided, err := state.Decided(command, body)
		if err != nil {
			return nil, err
		}
		return state.Fit(decided, command, w.log.maxEvent)
	})
	if err != nil {
		appended, err = w.fail(ctx, s, command, err)
	}
	if err != nil {
		return events.Answer{}, err
	}
	answer := s.State().Answer(command)
	answer.Duplicate = !appended
	if answer.Type == events.TypeDecided {
		answer.Decision, err = w.decisionOf(ctx, answer, body, appended)
	}
	return answer, err
}

// fail ends a command whose handling failed, where trying again is no use: the refusal
// of what can't be decided or recorded, the end of what was tried often enough. Other
// errors are returned, to be tried again.
func (w *Worker) fail(ctx context.Context, s *Session, command events.Delivery, cause error) (appended bool, _ error) {
	var refusal *events.Problem
	var end func(*events.State) events.Body
	switch {
	case errors.As(cause, &refusal):
		end = func(state *events.State) events.Body { return state.Refuse(command, refusal) }
	case errors.Is(cause, events.ErrTooLarge):
		tooLarge := &events.Problem{Code: events.NotRecordable, Reason: cause.Error()}
		end = func(state *events.State) events.Body { return state.Refuse(command, tooLarge) }
	case errors.Is(cause, ErrUnsettled), errors.Is(cause, ErrLogRefused), ctx.Err() != nil:
		return false, cause // the log's fault, or nobody's: the command is as good as before
	case s.State().Attempts(command.Inbox) >= w.settings.MaxTries-unrecordedTries:
		given := events.GiveUp(command, fmt.Sprintf("given up after %d tries: %s", w.settings.MaxTries, cause))
		end = func(*events.State) events.Body { return given }
	default:
		return false, cause
	}
	return s.Append(ctx, command, func(_ context.Context, state *events.State) ([]events.Body, error) {
		next, event := state.Next(command)
		switch next {
		case events.Nothing:
			return nil, nil
		case events.Append:
			return []events.Body{event}, nil
		default:
			return []events.Body{end(state)}, nil
		}
	})
}

// recordAttempt writes down that a command which was delivered before is tried again,
// or ends it when it was tried often enough: then its worker was lost each time.
func (w *Worker) recordAttempt(ctx context.Context, s *Session, command events.Delivery) error {
	_, err := s.Append(ctx, command, func(_ context.Context, state *events.State) ([]events.Body, error) {
		if next, _ := state.Next(command); next == events.Nothing {
			return nil, nil
		}
		attempt := state.Attempts(command.Inbox) + 1
		if attempt > w.settings.MaxTries-unrecordedTries {
			return []events.Body{events.GiveUp(command, fmt.Sprintf("given up after %d tries, each of which ended without an error", w.settings.MaxTries))}, nil
		}
		return []events.Body{&events.Attempted{Command: command.Command.Kind, Attempt: attempt}}, nil
	})
	return err
}

// decideSafely asks the guard. A panic of a check, a Go policy or a matcher is an error
// of this one command.
func (w *Worker) decideSafely(ctx context.Context, s events.Session, state *events.State, command events.Delivery) (body []byte, err error) {
	defer w.catch(&err)
	return w.decide(ctx, s, state.Request(command.Command.Proposal))
}

// decisionOf is the decision's body for an answer: the one just made, or the stored one.
func (w *Worker) decisionOf(ctx context.Context, a events.Answer, body []byte, appended bool) ([]byte, error) {
	if appended {
		return body, nil
	}
	return w.log.decision(ctx, a.Sequence)
}

// publish sends an answer to whoever listens. Nobody may: the log has it, and the status
// service tells it again.
func (w *Worker) publish(s events.Session, a events.Answer) {
	if err := publishAnswer(w.js.Conn(), s, a); err != nil {
		w.settings.Logger.Warn("answer not published, the status service has it", "session", s, "proposal", a.ProposalID, slog.Any("error", err))
	}
}
