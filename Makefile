# Two commands for a newcomer, each of which may be the very first: `make demo` and `make test`.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c

# The same flags in every debug build, so that nothing is built twice. An import of a target that Package.swift does not
# declare passes an incremental build without this check.
WALLS := --explicit-target-dependency-import-check error
# The toolchain's own linker: the other one warns about a function in the static Foundation that is not ours to mend.
RELEASE := -c release --static-swift-stdlib -Xswiftc -use-ld=lld
SCENARIOS := scenario-1-language-app scenario-2-game scenario-3-navigation scenario-4-blog
# The examples that are written as for iOS.
PROGRAMS := MusicPlayer Navigator Game LanguageTrainer Blog VoiceRecorder Probe

# What the tests with sound servers need, as install-deps names it.
SERVERS := pulseaudio pipewire pipewire-pulse wireplumber sox pactl=pulseaudio-utils pw-cat=pipewire-bin \
	dbus-daemon=dbus pcm_pulse=libasound2-plugins spa=libspa-0.2-modules

# Install/install says what each of them means.
export PREFIX DESTDIR BINDIR LIBDIR INCLUDEDIR DATADIR MANDIR UNITDIR BASHDIR ZSHDIR FISHDIR

.PHONY: demo device page-policy page-export tutorial docs test page-test page-bench page-policy-deps page-test-deps tsan \
	server-test server-test-deps duck-bench kernel-test kernel-test-deps cluster-test cluster-test-deps soak neon-test \
	bench pictures lint build deps linkage examples fuzz nightly proof package install uninstall install-test library \
	audiotoolbox library-test clean

# Replays the four documented scenarios, and lets two programs written for iOS meet: through ALSA where there is a card,
# else into WAV files under out/.
demo: deps
	for name in audiosession MusicPlayer Navigator; do swift build $(RELEASE) $(WALLS) --product $$name; done
	@mkdir -p out && rm -f out/*.wav
	@program="$$(swift build $(RELEASE) --show-bin-path)/audiosession"; cd out; status=0; \
	"$$program" replay $(SCENARIOS:%=../Scenarios/%.yaml) || status=$$?; \
	echo; ../Docs/Examples/apple/demo "$$(dirname "$$program")" || status=$$?; \
	if compgen -G '*.wav' >/dev/null; then echo "The sound is in:"; printf '    out/%s\n' *.wav; fi; \
	exit $$status

# A device on the table: prints the address of its page. `make device OPTIONS='--rules modern'`.
device: OPTIONS ?=
device: deps
	swift build $(WALLS) --product audiosession-device
	@exec "$$(swift build --show-bin-path)/audiosession-device" $(OPTIONS)

# The policy for browsers, as WebAssembly: .build/page/policy.wasm.
page-policy: page-policy-deps
	@Install/page-policy

# The same page as files that need no server: open FOLDER/index.html. `make page-export FOLDER=out/table OPTIONS='--rules modern'`.
page-export: OPTIONS ?=
page-export: FOLDER ?= out/table
page-export: deps page-policy
	swift build $(WALLS) --product audiosession-device
	@"$$(swift build --show-bin-path)/audiosession-device" --export "$(FOLDER)" --policy .build/page/policy.wasm $(OPTIONS)

test: deps
	swift test $(WALLS) --disable-xctest

# The pages in a real browser, as a person uses them; keeps pictures under out/page.
page-test: page-test-deps deps page-policy
	swift build $(WALLS) --product audiosession
	swift build $(WALLS) --product audiosession-device
	@Tests/Page/run "$$(swift build --show-bin-path)"

# How fast reports and the page are in Chromium; writes its section of Docs/Benchmarks.md.
page-bench: page-test-deps deps
	swift build $(RELEASE) $(WALLS) --product audiosession
	swift build $(RELEASE) $(WALLS) --product audiosession-device
	@Tests/Page/measure "$$(swift build $(RELEASE) --show-bin-path)"

# The tests in which threads meet, watched by the thread sanitizer, which is first shown a race; built apart from all others.
tsan: SUITES ?= MixerTests SessionHostTests ALSADeviceTests SessionSoundTests SessionLiveTests SessionWireTests \
	SessionDeviceTests AppleNamesTests SessionExplorationTests.CrewTests SessionExplorationTests.ParallelWalkTests
tsan: deps
	@Tests/ThreadSanitizer/run $(SUITES)

# Sounds that come and go by the thousand, watched by the address sanitizer; built apart from all others.
asan: deps
	swift build $(WALLS) --sanitize address --scratch-path .build/asan --product Benchmarks
	@folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; \
	"$$(swift build --sanitize address --scratch-path .build/asan --show-bin-path)/Benchmarks" --only device.churn \
		--output "$$folder/bench.json"

# What PulseAudio and PipeWire make of our sound; installs both, and starts them where nobody else hears them.
server-test: server-test-deps
	swift build $(RELEASE) $(WALLS) --product audiosession
	@Tests/SoundServers/run

# How a prompt ducks music, ours beside what PulseAudio and WirePlumber have; writes its section of Docs/Benchmarks.md.
duck-bench: server-test-deps
	swift build $(RELEASE) $(WALLS) --product audiosession
	@Tests/SoundServers/measure-duck

# A stock Debian kernel in QEMU: an HDA card, a loopback, a USB headset that is plugged in and pulled out, and sleep.
kernel-test: kernel-test-deps
	swift build $(RELEASE) $(WALLS) --product audiosession
	swift build $(RELEASE) $(WALLS) --product KernelTestCapture
	@Tests/Kernel/run

# Ten minutes of playing with every core busy: xruns of our making, late periods, memory. `make soak SECONDS=600`.
soak: SECONDS ?= 600
soak: deps
	@.ci/install-deps sox
	swift build $(RELEASE) $(WALLS) --product audiosession
	@Tests/Soak/run "$(SECONDS)"

# The mixer's kernels as NEON, under QEMU's emulation of a 64-bit ARM.
neon-test:
	@.ci/install-deps qemu-aarch64=qemu-user aarch64-libc=libc6-dev-arm64-cross aarch64-libgcc=libgcc-12-dev-arm64-cross
	@Tests/Neon/run

# Prints a table, writes bench.json and Docs/Benchmarks.md. Nothing here is a test: figures depend on the machine.
bench: deps
	@.ci/install-deps valgrind SDL2_mixer=libsdl2-mixer-dev openal=libopenal-dev
	@Tests/Cluster/fetch || echo "explore.spark will not be measured." >&2
	swift build $(RELEASE) $(WALLS) --product audiosession
	swift build $(RELEASE) $(WALLS) --product BenchmarkHello
	swift build $(RELEASE) $(WALLS) --product BenchmarkApple
	swift build $(RELEASE) $(WALLS) --product Benchmarks
	@"$$(swift build $(RELEASE) --show-bin-path)/Benchmarks"

# Does what the tutorial and the how-tos tell their readers to do.
tutorial: deps
	@.ci/install-deps python3
	swift build $(RELEASE) $(WALLS) --product audiosession
	@Tests/Documents/run Docs/Tutorial.md Docs/HowTo/*.md

# The reference of the Swift products, as static files under out/docs; each public symbol has its sentence.
docs: deps
	@.ci/install-deps python3
	swift build $(WALLS)
	@Tests/Documents/reference "$$(swift build --show-bin-path)"

# Draws the four scenarios as the documents show them.
pictures: deps
	swift build $(RELEASE) $(WALLS) --product audiosession
	@program="$$(swift build $(RELEASE) --show-bin-path)/audiosession"; \
	for name in $(SCENARIOS); do "$$program" replay --quiet Scenarios/$$name.yaml --svg Docs/Pictures/$$name.svg; done

lint:
	swift format lint --strict --parallel --recursive Package.swift Sources Tests Install

build: deps
	swift build $(WALLS) --build-tests

# What a program that uses only the policy, the world or the oracle must bring along to start, and on which of Apple's systems
# it could.
linkage: deps
	.ci/linkage-test
	Tests/ApplePlatforms/run

# The examples, against the program of the debug build: in other languages, and with Apple's names.
examples: library
	@.ci/install-deps python3 glib-2.0=libglib2.0-dev
	for name in audiosession audiotoolbox $(PROGRAMS); do swift build $(WALLS) --product $$name; done
	@Docs/Examples/run "$$(swift build --show-bin-path)/audiosession"
	swift test --package-path Docs/Examples/swift --disable-xctest
	swift run --package-path Docs/Examples/swift --skip-build play Scenarios/Sounds/game-jump.flac

# What `make install` copies, put together under .build/package.
package: deps
	swift build $(RELEASE) $(WALLS) --product audiosession
	swift build $(RELEASE) $(WALLS) --product audiosession-device
	swift build $(RELEASE) $(WALLS) --product audiotoolbox-archive
	@Install/package "$$(swift build $(RELEASE) --show-bin-path)/audiosession"

# libaudiosession alone, for which neither Swift nor another library is needed.
library:
	@Install/library

# libaudiotoolbox alone, which brings along what it needs of Swift.
audiotoolbox: deps
	swift build $(RELEASE) $(WALLS) --product audiotoolbox-archive
	@Install/audiotoolbox "$$(swift build $(RELEASE) --show-bin-path)"

# The library against a host that its test plays itself, under what finds faults in C.
library-test: library
	@Tests/Library/run

# Programs, libraries, manual pages, completions and units for everybody: `make install PREFIX=/usr/local DESTDIR=`; see Docs/Installing.md.
install: package
	@Install/install

# Takes away exactly what `make install` with the same PREFIX and DESTDIR brought.
uninstall:
	@Install/install --uninstall

# Installs into scratch folders, looks at everything there, and uninstalls again.
install-test: package
	@Tests/Install/run

# Explores ten million states in each rule book, invariants checked in every one: some minutes and 4 GB for each.
nightly: STATES ?= 10000000
nightly: deps
	swift build $(RELEASE) $(WALLS) --product audiosession
	@program="$$(swift build $(RELEASE) --show-bin-path)/audiosession"; mkdir -p out && cd out; \
	for book in iPhoneOS3 modern; do echo "$$book"; "$$program" explore --rules $$book --states $(STATES); done

# Explores every slice of each rule book to its end and holds it to the promises; goes on where it was stopped, and writes
# its section of Docs/Benchmarks.md.
proof: BOOKS ?= iPhoneOS3 modern
proof: deps
	swift build $(RELEASE) $(WALLS) --product audiosession
	@Tests/Proof/run "$$(swift build $(RELEASE) --show-bin-path)/audiosession" $(BOOKS)

# Throws bytes at the readers under libFuzzer, each for so many seconds: `make fuzz SECONDS=600`.
fuzz: SECONDS ?= 60
fuzz: deps
	@Tests/Fuzz/run "$(SECONDS)"

# What these two need beside the libraries, so that it can be asked first whether it can be had.
server-test-deps:
	@.ci/install-deps $(SERVERS)

# The cluster examples, shared out by Apache Spark between the processors of this machine.
cluster-test: cluster-test-deps deps
	swift build $(RELEASE) $(WALLS) --product audiosession
	@Tests/Cluster/run "$$(swift build $(RELEASE) --show-bin-path)"

cluster-test-deps:
	@.ci/install-deps python3
	@Tests/Cluster/fetch

kernel-test-deps:
	@.ci/install-deps qemu-system-x86_64=qemu-system-x86 busybox=busybox-static cpio depmod=kmod amixer=alsa-utils sox
	@Tests/Kernel/fetch >/dev/null

page-policy-deps:
	@.ci/install-deps python3 wasi-libc=wasi-libc clang-rt-wasm32=libclang-rt-14-dev-wasm32

page-test-deps: page-policy-deps
	@.ci/install-deps python3 chromium chromedriver=chromium-driver
	@Tests/Page/fetch

# Installs the C libraries that are missing; does nothing where they are there.
deps:
	@.ci/install-deps

clean:
	rm -rf .build out bench.json
