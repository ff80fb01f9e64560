# Every word is one command from a fresh clone. `make help` lists them.

CARGO ?= cargo
JUDGE := target/release/judge

.DEFAULT_GOAL := run
.PHONY: run test test-packages test-vm exhaustive generate bench lint help judge

## judge everything in judge.toml (the default)
run: judge
	$(JUDGE) run

## all tests of both crates, and the judging of cases/
test: run
	$(CARGO) test --workspace --quiet

## memory and CPU programs in a virtual machine: control groups v2, layers missing
test-vm: judge
	harness/tests/vm/run $(JUDGE)

## published problem packages, fetched by pip, through their own checkers
test-packages: judge
	python3 -B harness/tests/packages/run.py --judge $(JUDGE)

## all boards of small sizes through every method and the reference
exhaustive: judge
	$(JUDGE) exhaust flip-game
	$(JUDGE) exhaust flip-game --size 4x5
	$(JUDGE) exhaust fliptile --size 3x3
	$(JUDGE) exhaust fliptile --size 4x4
	$(JUDGE) exhaust fliptile --size 4x5

## new cases, as in: make generate ARGS="flip-game --family answer-6 --seed 7"
generate: judge
	$(JUDGE) generate $(or $(ARGS),flip-game)

## time per board of each method, of `judge exhaust` against its floor, of `judge run` per case
bench: judge
	$(CARGO) build --release --package solver
	$(CARGO) bench --package harness --bench judge --quiet

## format and clippy, warnings as errors
lint: cargo
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- --deny warnings
	RUSTDOCFLAGS="--deny warnings" $(CARGO) doc --workspace --no-deps --document-private-items --quiet

## this list
help:
	@awk '/^## / { text = substr($$0, 4); next } \
	  /^[a-z-]+:/ { split($$1, word, ":"); if (text) printf "  make %-13s %s\n", word[1], text } \
	  { text = "" }' $(MAKEFILE_LIST)

judge: cargo
	$(CARGO) build --release --package harness

.PHONY: cargo
cargo:
	@command -v $(CARGO) >/dev/null || { \
	  echo "error: \`$(CARGO)\` is not installed" >&2; \
	  echo "help: install Rust 1.95 or newer: https://rustup.rs" >&2; exit 1; }
