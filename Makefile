# `make` prints what can be made: each target here whose first line stands below a comment, with the comment's first sentence.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c

# The same flags in every debug build, so that nothing is built twice. An import of a target that Package.swift does not
# declare passes an incremental build without this check. An index of the sources takes a quarter of a build's time, and an
# editor makes its own.
WALLS := --explicit-target-dependency-import-check error --disable-index-store
# Debug builds optimize the rooms that compute: Package.swift says why.
export AUDIOSESSION_OPTIMIZED := yes
# On a terminal a build shows how far it is in one line; elsewhere it would print a line for each file.
QUIET := $(if $(MAKE_TERMOUT),,--quiet)
# In a folder of its own: SwiftPM lets one build at a time into a folder, and a debug build can go on beside this one.
# The toolchain's own linker: the other one warns about a function in the static Foundation that is not ours to mend.
# No library is loaded that would look for a program's own symbols; a table of them takes 0.7 MB.
RELEASE := -c release --scratch-path .build/released --static-swift-stdlib -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic
SCENARIOS := scenario-1-language-app scenario-2-game scenario-3-navigation scenario-4-blog
# The examples that are written as for iOS.
PROGRAMS := MusicPlayer Navigator Game LanguageTrainer Blog VoiceRecorder Probe

# What the tests with sound servers need, as install-deps names it.
SERVERS := pulseaudio pipewire pipewire-pulse wireplumber sox pactl=pulseaudio-utils pw-cat=pipewire-bin aplay=alsa-utils \
	dbus-daemon=dbus pcm_pulse=libasound2-plugins spa=libspa-0.2-modules python-dbus=python3-dbus

# What the tests with players and services of the desktop need, likewise.
DESKTOP := mpv mpv-mpris=mpv-mpris cvlc=vlc-bin vlc-plugins=vlc-plugin-base chromium busctl=systemd dbus-run-session=dbus sox \
	dbusmock=python3-dbusmock

# Install/install says what each of them means.
export PREFIX DESTDIR BINDIR LIBDIR INCLUDEDIR DATADIR MANDIR UNITDIR BASHDIR ZSHDIR FISHDIR

.DEFAULT_GOAL := help
.PHONY: help demo device page-policy page-export tutorial docs test explore-test page-test page-bench page-policy-deps page-test-deps \
	tsan asan server-test server-test-deps stream-walk desktop-test desktop-test-deps duck-bench kernel-test kernel-test-deps \
	cluster-test cluster-test-deps soak neon-test c-client-test combine-test combine-test-deps bench pictures lint build deps codecs speech tempo linkage verb-test examples fuzz nightly proof \
	package install uninstall install-test library audiotoolbox library-test alsa-plugin plugin-test wheel wheel-deps wheel-test wheel-test-deps deb deb-deps \
	deb-test deb-test-deps tarball action-test action-test-deps dependent-test release clean

help:
	@awk '/^#/ { text = text substr($$0, 2); next } \
		text != "" && /^[a-z][a-z-]*:/ { \
			sub(/:.*/, ""); sub(/\. .*/, ".", text); printf "make %-13s%s\n", $$0, text } \
		{ text = "" }' $(firstword $(MAKEFILE_LIST))

# Replays four stories and runs two programs written for iOS, through ALSA or into WAV files under out/.
demo: deps
	@echo "Building, which takes about a minute the first time."
	@for name in audiosession MusicPlayer Navigator; do swift build $(QUIET) $(WALLS) --product $$name; done
	@mkdir -p out && rm -f out/*.wav
	@programs="$$(swift build $(WALLS) --show-bin-path)"; cd out; status=0; \
	"$$programs/audiosession" replay --brief $(SCENARIOS:%=../Scenarios/%.yaml) || status=$$?; \
	echo "Every step, and the rule behind it: .build/debug/audiosession replay Scenarios/scenario-3-navigation.yaml"; \
	echo; ../Docs/Examples/apple/demo "$$programs" || status=$$?; \
	if compgen -G '*.wav' >/dev/null; then echo "The sound is in:"; printf '    out/%s\n' *.wav; fi; \
	exit $$status

# Builds and runs the tests, in about three minutes once they are built; prints what failed, how far they are, and the sum.
test: deps
	@.ci/install-deps dbus-daemon=dbus
	@Tests/run $(WALLS)

# Builds and runs the tests that walk millions of states of the policy, and that hold the conformance suite to wrong rules.
explore-test: deps
	@Tests/run --explorations $(WALLS)

# Shows a device as a page in the browser, and prints its address. `make device OPTIONS='--rules modern'`.
device: OPTIONS ?=
device: deps
	swift build $(WALLS) --product audiosession-device
	@exec "$$(swift build --show-bin-path)/audiosession-device" $(OPTIONS)

# Compiles the policy to WebAssembly for browsers: .build/page/policy.wasm.
page-policy: page-policy-deps
	@Install/page-policy

# Writes the page as files that need no server: open FOLDER/index.html. `make page-export FOLDER=out/table OPTIONS='--rules modern'`.
page-export: OPTIONS ?=
page-export: FOLDER ?= out/table
page-export: deps page-policy
	swift build $(WALLS) --product audiosession-device
	@"$$(swift build --show-bin-path)/audiosession-device" --export "$(FOLDER)" --policy .build/page/policy.wasm $(OPTIONS)

# Tests the pages in Chromium, as a person uses them; keeps pictures under out/page.
page-test: page-test-deps deps page-policy
	swift build $(WALLS) --product audiosession
	swift build $(WALLS) --product audiosession-device
	@Tests/Page/run "$$(swift build --show-bin-path)"

# Measures reports and the page in Chromium; writes its section of Tests/Figures.md.
page-bench: page-test-deps deps page-policy
	swift build $(RELEASE) $(WALLS) --product audiosession
	swift build $(RELEASE) $(WALLS) --product audiosession-device
	@Tests/Page/measure "$$(swift build $(RELEASE) --show-bin-path)"

# Runs the tests in which threads meet under the thread sanitizer. It is first shown a race; built apart from all others.
tsan: SUITES ?= MixerTests ALSADeviceTests SounderTests SessionPhoneTests SessionWireTests \
	SessionDeviceTests AppleNamesTests SessionExplorationTests.WorkerThreadsTests
tsan: deps
	@Tests/ThreadSanitizer/run $(SUITES)

# Starts and stops sounds by the thousand under the address sanitizer. Built apart from all others.
asan: deps
	swift build $(WALLS) --sanitize address --scratch-path .build/asan --product Benchmarks
	@"$$(swift build --sanitize address --scratch-path .build/asan --show-bin-path)/Benchmarks" churn

# Plays through PulseAudio and PipeWire, and compares what they recorded. Installs both, and starts servers of its own.
server-test: server-test-deps
	swift build $(WALLS) --product audiosession
	@export PROGRAM="$$(swift build $(WALLS) --show-bin-path)/audiosession"; Tests/SoundServers/run && Tests/SoundServers/walk

# Walks PulseAudio and PipeWire at random: streams, sliders, hosts and servers that are killed. `SEED=… make stream-walk` repeats one.
stream-walk: server-test-deps
	swift build $(WALLS) --product audiosession
	@PROGRAM="$$(swift build $(WALLS) --show-bin-path)/audiosession" Tests/SoundServers/walk

# Lets a host govern mpv, VLC and Chromium, and follow logind. Installs what is missing, the service as a mock.
desktop-test: desktop-test-deps
	swift build $(WALLS) --product audiosession
	swift build $(WALLS) --product MusicPlayer
	@export PROGRAM="$$(swift build $(WALLS) --show-bin-path)/audiosession"; \
	for test in run players remote services; do Tests/Desktop/$$test; done

# Measures how a prompt ducks music, here and on PulseAudio and WirePlumber; writes its section of Tests/Figures.md.
duck-bench: server-test-deps
	swift build $(RELEASE) $(WALLS) --product audiosession
	@Tests/SoundServers/measure-duck

# Plays on a Debian kernel's cards in QEMU. An HDA card, a loopback, a USB headset that is plugged in and out, and sleep.
kernel-test: kernel-test-deps
	swift build $(RELEASE) $(WALLS) --product audiosession
	swift build $(RELEASE) $(WALLS) --product KernelTestCapture
	@Tests/Kernel/run

# Plays for ten minutes with every core busy, and counts xruns, late periods and memory. `make soak SECONDS=600`.
soak: SECONDS ?= 600
soak: deps
	@.ci/install-deps sox
	swift build $(RELEASE) $(WALLS) --product audiosession
	@Tests/Soak/run "$(SECONDS)"

# Builds aubio and GStreamer's backend for Apple from Debian's sources against the library in C, and runs them.
c-client-test: deps
	@.ci/install-deps gst-launch=gstreamer1.0-tools gstreamer-audio-1.0=libgstreamer-plugins-base1.0-dev gst-base=gstreamer1.0-plugins-base
	swift build $(WALLS) --product audiotoolbox
	@Tests/CClients/run "$$(swift build $(WALLS) --show-bin-path)"

# Tests the product Combine in a package that asks for its trait, built apart from all others.
combine-test: deps combine-test-deps
	swift build $(QUIET) --disable-index-store --package-path Tests/Combine --scratch-path .build/combine --build-tests
	@.build/combine/debug/CombineClientPackageTests.xctest --testing-library swift-testing --quiet

combine-test-deps:
	@swift package --package-path Tests/Combine --scratch-path .build/combine resolve

# Runs the mixer's kernels as NEON, under QEMU's emulation of a 64-bit ARM.
neon-test:
	@.ci/install-deps qemu-aarch64=qemu-user aarch64-libc=libc6-dev-arm64-cross aarch64-libgcc=libgcc-12-dev-arm64-cross
	@Tests/Neon/run

# Measures, prints a table, and writes bench.json and Tests/Figures.md. Nothing here is a test: figures depend on the machine.
bench: deps
	@.ci/install-deps SDL2_mixer=libsdl2-mixer-dev openal=libopenal-dev
	swift build $(RELEASE) $(WALLS) --product audiosession
	swift build $(RELEASE) $(WALLS) --product BenchmarkHello
	swift build $(RELEASE) $(WALLS) --product BenchmarkApple
	swift build $(RELEASE) $(WALLS) --product Benchmarks
	@"$$(swift build $(RELEASE) --show-bin-path)/Benchmarks"

# Runs every command of the documents, and compares what they print.
tutorial: deps wheel-deps
	@.ci/install-deps python3 dbus-daemon=dbus busctl=systemd
	swift build $(QUIET) $(WALLS) --product audiosession
	@env -u AUDIOSESSION_OPTIMIZED Tests/Documents/run Docs/*.md Docs/HowTo/*.md

# Makes the reference of the Swift products, as static files under out/docs; each public symbol has its sentence.
docs: deps
	@.ci/install-deps python3
	swift build $(WALLS)
	@Tests/Documents/reference "$$(swift build --show-bin-path)"

# Draws the four scenarios as the documents show them.
pictures: deps
	swift build $(QUIET) $(WALLS) --product audiosession
	@program="$$(swift build $(WALLS) --show-bin-path)/audiosession"; \
	for name in $(SCENARIOS); do "$$program" replay --quiet Scenarios/$$name.yaml --svg Docs/Pictures/$$name.svg; done; rm -f Docs/Pictures/*-modern.svg

# Checks the format of the Swift sources.
lint:
	swift format lint --strict --parallel --recursive Package.swift Sources Tests Install

# Builds everything, the tests included.
build: deps
	swift build $(WALLS) --build-tests

# Checks which libraries a program that uses only the policy, the world or the oracle loads, and on which of Apple's systems it
# could run.
linkage: deps
	.ci/linkage-test
	Tests/ApplePlatforms/run

# Adds a verb of an app to a copy of the sources, and asks the oracle of that copy.
verb-test: deps
	Tests/NewVerb/run

# Builds and tests the examples: in other languages, and with Apple's names.
examples: library
	@.ci/install-deps python3 glib-2.0=libglib2.0-dev node=nodejs esbuild go=golang-go rustc
	for name in audiosession audiotoolbox $(PROGRAMS); do swift build $(WALLS) --product $$name; done
	@Docs/Examples/run "$$(swift build --show-bin-path)/audiosession"
	@unset AUDIOSESSION_OPTIMIZED; set -x; \
	swift test --scratch-path .build/apart --package-path Docs/Examples/testing; \
	swift test --scratch-path .build/apart --package-path Docs/Examples/swift --disable-xctest; \
	swift run --scratch-path .build/apart --package-path Docs/Examples/swift --skip-build play Scenarios/Sounds/game-jump.flac

# Puts together under .build/package what `make install` copies.
package: deps
	swift build $(RELEASE) $(WALLS) --product audiosession
	swift build $(RELEASE) $(WALLS) --product audiosession-device
	swift build $(RELEASE) $(WALLS) --product audiotoolbox-archive
	@Install/package "$$(swift build $(RELEASE) --show-bin-path)/audiosession"

# Makes a Python wheel with the program in it, for pytest and others: `pip install out/audiosession-*.whl`.
wheel: deps wheel-deps
	swift build $(RELEASE) $(WALLS) --product audiosession
	@Install/wheel "$$(swift build $(RELEASE) --show-bin-path)"

# Installs the wheel into a bare Python environment, and tests client, plug-in and example there.
wheel-test: wheel wheel-test-deps
	@Tests/Python/run
	@Tests/Python/bare

wheel-test-deps: wheel-deps
	@.ci/install-deps debootstrap=debootstrap
	@Tests/Packages/fetch >/dev/null

wheel-deps:
	@.ci/install-deps python3 ensurepip=python3-venv
	@python3 -m venv .build/wheel-tools
	@.build/wheel-tools/bin/pip --quiet --disable-pip-version-check install setuptools pytest auditwheel

# Makes Debian packages of what `make install` copies, and of the Python client: `sudo apt install ./out/*.deb`.
deb: deb-deps page-policy
	@$(MAKE) --no-print-directory package
	@Install/deb

deb-deps: page-policy-deps
	@.ci/install-deps debhelper=debhelper dh-python=dh-python pybuild-plugin=pybuild-plugin-pyproject python3-all=python3-all \
		python3-setuptools=python3-setuptools

# Makes an archive of the same for other distributions: unpack out/audiosession-*.tar.xz and run Install/install there.
tarball: package
	@Install/static "$$(swift build $(RELEASE) --show-bin-path)" audiosession=audiosession audiosession-device=Page
	@Install/tarball

# Asks lintian about the packages, then installs, uses, upgrades and purges them in a bare Debian; the archive, too.
deb-test: deb-test-deps deb tarball
	@Tests/Packages/run

deb-test-deps: deb-deps
	@.ci/install-deps lintian debootstrap=debootstrap
	@Tests/Packages/fetch >/dev/null

# Runs each line of the action for GitHub, and of the page on CI for GitLab, in a bare Debian without Swift.
action-test: action-test-deps tarball
	@Tests/Action/run

action-test-deps:
	@.ci/install-deps python3 debootstrap=debootstrap
	@Tests/Packages/fetch >/dev/null

# Builds packages that depend on this one by its address and version, out of a clone with the tag.
dependent-test: deps
	@Tests/Dependent/run

# Makes and checks all files of a release in out/release, and prints the tag to set. `make release VERSION=0.2.0`.
release: deb-test-deps wheel-test-deps
	@Install/release "$(VERSION)"

# Builds libaudiosession, which needs neither Swift nor another library.
library:
	@Install/library

# Builds libaudiotoolbox, which brings along what it needs of Swift.
audiotoolbox: deps
	swift build $(RELEASE) $(WALLS) --product audiotoolbox-archive
	@Install/audiotoolbox "$$(swift build $(RELEASE) --show-bin-path)"

# Tests libaudiosession against a host that the test plays itself, under what finds faults in C.
library-test: library
	@Tests/Library/run

# Builds ALSA's plug-in, which puts programs that know of ALSA only under the policy.
alsa-plugin: deps
	@Install/alsa-plugin

# Tests ALSA's plug-in against a host that the test plays itself, under what finds faults in C.
plugin-test: library alsa-plugin
	@Tests/ALSAPlugin/run

# Installs programs, libraries, scenarios, manual pages and units. `make install PREFIX=/usr/local DESTDIR=`; Docs/Installing.md.
install: package
	@Install/install

# Removes exactly what `make install` with the same PREFIX and DESTDIR installed.
uninstall:
	@Install/install --uninstall

# Installs into scratch folders, looks at everything there, and uninstalls again.
install-test: package
	@Tests/Install/run

# Explores ten million states in two rule books, invariants checked in every one. Some minutes and 4 GB for each.
nightly: STATES ?= 10000000
nightly: deps
	swift build $(RELEASE) $(WALLS) --product audiosession
	@program="$$(swift build $(RELEASE) --show-bin-path)/audiosession"; mkdir -p out && cd out; \
	for book in iPhoneOS3 modern; do echo "$$book"; "$$program" explore --rules $$book --states $(STATES); done

# Explores every slice of two rule books to its end, checks the promises, and writes
# its section of Tests/Figures.md.
proof: BOOKS ?= iPhoneOS3 modern
proof: deps
	swift build $(RELEASE) $(WALLS) --product audiosession
	@Tests/Proof/run "$$(swift build $(RELEASE) --show-bin-path)/audiosession" $(BOOKS)

# Throws bytes at the readers under libFuzzer. Each for so many seconds: `make fuzz SECONDS=600`.
fuzz: SECONDS ?= 60
fuzz: deps
	@Tests/Fuzz/run "$(SECONDS)"


# The targets that end in -deps get what a test needs beside the libraries: .ci/run asks them first whether it can be had.

server-test-deps:
	@.ci/install-deps $(SERVERS)

desktop-test-deps:
	@.ci/install-deps $(DESKTOP)

# Runs the cluster examples, shared out by Apache Spark between the processors of this machine.
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
	@.ci/install-deps python3 chromium chromedriver=chromium-driver brotli
	@Tests/Page/fetch

# Installs the C libraries that are missing; does nothing where they are there.
deps:
	@.ci/install-deps

# Installs FFmpeg's libraries and headers: what is built after that reads and writes AAC and ALAC.
codecs:
	@.ci/install-deps libavformat=libavformat-dev libavcodec=libavcodec-dev

# Installs espeak-ng's library: Apple's names then speak.
speech:
	@.ci/install-deps espeak-ng=libespeak-ng1

# Installs SoundTouch's library: a rate of Apple's players then keeps the pitch.
tempo:
	@.ci/install-deps soundtouch=libsoundtouch1

# Removes what was built.
clean:
	rm -rf .build out bench.json
