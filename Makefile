# The front door. Behind it is meson; everything is built under build*/.
#   make                     the release program, build/quandary
#   make run ARGS="…"        the program; without ARGS it solves one of every puzzle
#   make test                all tests, then the same under ASan and UBSan
#   make test ONLY=NAME      one test (test_buf), or one check of it (test_buf/grows)
#   make mutants             plants bugs one at a time and sees whether the tests notice (docs/testing.md)
#   make test-web            the page's tests alone, with the release program
#   make lint tsan fuzz bench nightly coverage install clean

PREFIX ?= /usr/local
SECONDS ?= 60
ARGS ?= demo
NEEDS = @bash tools/install-deps.sh
SETUP = @meson setup --prefix=$(PREFIX)
# Without -O2 and most of the debugging information the build takes half as long.
SANITIZED = -Doptimization=1 -Ddebug=true -Dc_args=-g1 -Db_ndebug=false -Db_lundef=false

.PHONY: all run test test-web mutants lint tsan fuzz bench nightly coverage install clean

all: build/build.ninja
	@ninja -C build

build/build.ninja:
	$(NEEDS) build
	$(SETUP) -Dtests=disabled build

build-tests/build.ninja:
	$(NEEDS) build test
	$(SETUP) -Dtests=enabled build-tests

build-asan/build.ninja:
	$(NEEDS) build test
	$(SETUP) $(SANITIZED) -Dtests=enabled -Db_sanitize=address,undefined build-asan

build-tsan/build.ninja:
	$(NEEDS) build test
	$(SETUP) $(SANITIZED) -Dtests=enabled -Db_sanitize=thread build-tsan

build-coverage/build.ninja:
	$(NEEDS) build test coverage
	$(SETUP) -Dbuildtype=debug -Dtests=enabled -Db_coverage=true build-coverage

run: all
	@build/quandary $(ARGS)

test: build-tests/build.ninja build-asan/build.ninja
	@bash tools/web-tools.sh
ifdef ONLY
	@python3 tools/run-tests.py --only "$(ONLY)" build-tests build-asan
else
	@ninja -C build-tests
	@ninja -C build-asan
	@python3 tools/run-tests.py build-tests build-asan
endif

test-web: all
	@bash tools/web-tools.sh
	@bash tests/web.sh build/quandary .

# ONLY=harmony: the mutants whose name or file has that in it.
mutants:
	$(NEEDS) build test
	@bash tools/web-tools.sh
	@python3 tools/mutants.py $(if $(ONLY),--only "$(ONLY)")

tsan: build-tsan/build.ninja
	@ninja -C build-tsan
	@python3 tools/run-tests.py build-tsan

lint: build-tests/build.ninja
	$(NEEDS) lint
	@bash tools/lint.sh build-tests

fuzz:
	$(NEEDS) build fuzz
	@bash tools/fuzz.sh $(SECONDS)

bench: all
	@python3 tools/bench.py build

nightly: build-tests/build.ninja
	@ninja -C build-tests
	@QUANDARY_SLOW_TESTS=1 python3 tools/run-tests.py build-tests
	@bash tools/check-adding.sh

coverage: build-coverage/build.ninja
	@ninja -C build-coverage
	@python3 tools/run-tests.py build-coverage
	@gcovr --root . --filter src/ --exclude '.*/tests/' --object-directory build-coverage --print-summary

install: all
	@meson configure build -Dprefix=$(PREFIX)
	@meson install -C build

clean:
	@rm -rf build build-tests build-asan build-tsan build-coverage build-fuzz build-mutants
