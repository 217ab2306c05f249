# The commands of this project. `make help` lists them.
#
# Tools that tests and checks need are installed into .tools, at the versions below;
# nothing has to be installed by hand besides git, Go and make.

SHELL      := bash
.SHELLFLAGS := -euo pipefail -c
TOOLS      := $(CURDIR)/.tools/bin
NATSCLI    := github.com/nats-io/natscli/nats@v0.5.0
GOLANGCI   := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
FUZZTIME   ?= 30s
BENCHTIME  ?= 1s

export PATH := $(TOOLS):$(PATH)

.PHONY: help build test check lint race bench bench-reference fuzz soak tools fmt clean

help: ## list the commands
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 18

build: ## build the commands into bin/
	go build -o bin/ ./cmd/...

test: tools ## everything that must pass before a change lands
	@test -z "$$(gofmt -l . )" || { echo "not formatted by gofmt:"; gofmt -l .; exit 1; }
	go vet ./...
	go test -timeout 20m ./...

check: lint race ## vet, golangci-lint, and the tests under the race detector

lint: $(TOOLS)/golangci-lint
	go vet ./...
	golangci-lint run ./...

race:
	go test -race -timeout 40m ./...

bench: ## benchmarks, as ratios of CPU time (BENCHTIME=1s)
	go test -run '^$$' -bench . -benchtime $(BENCHTIME) ./...

bench-reference: ## time the Python reference on the same inputs, alternated with ours
	go run ./test/cmd/benchreference

fuzz: ## every fuzz target for FUZZTIME (30s)
	go run ./test/cmd/fuzzall -time $(FUZZTIME)

tools: $(TOOLS)/nats

$(TOOLS)/nats:
	GOBIN=$(TOOLS) go install $(NATSCLI)

$(TOOLS)/golangci-lint:
	GOBIN=$(TOOLS) go install $(GOLANGCI)

fmt: ## format the code
	gofmt -w .

clean: ## remove what was built
	rm -rf bin .tools data
