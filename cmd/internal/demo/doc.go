// Package demo plays the calls of two agents, attacks included, on a real installation:
// the embedded server with its files, the worker, the review queue, the ledger and the
// client that agents use. What should come of each call is written beside it, and the
// demo fails when something else does.
package demo
