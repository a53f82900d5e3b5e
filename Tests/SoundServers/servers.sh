# Starts sound servers that play into no loudspeaker, and records them. Sourced by the scripts beside it.
#
# Every server has a null sink of its own and a folder of its own: nothing that runs on this machine is touched, no sound
# card is needed. PulseAudio and PipeWire are both played on through ALSA's `pulse` plug-in, as Debian sets it up.
# shellcheck shell=bash

set -euo pipefail
servers=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
name=${0##*/}
cd "$servers/../.."

# A test says which program it means; what measures takes the release build.
program=${PROGRAM:-$(swift build -c release --scratch-path .build/released --static-swift-stdlib -Xswiftc -use-ld=lld --show-bin-path)/audiosession}
work=$(mktemp -d)
started=()
# Servers have real-time priority where the system is set up for sound. Without it a busy machine tears holes into what
# they, their players and recorders have in hand. Who may not give it to them goes on without.
promptly=()
if chrt -f 10 true 2>/dev/null; then promptly=(chrt -f 10); fi

complain() { echo "$name: $*" >&2; }

# Ends the processes that were started, or some of them, the newest first: what plays or records ends before its server.
stop() {
    local index process remaining=()
    for ((index = ${#started[@]} - 1; index >= 0; index--)); do
        process=${started[index]}
        if (($# > 0)) && [[ " $* " != *" $process "* ]]; then
            remaining=("$process" "${remaining[@]}")
            continue
        fi
        kill "$process" 2>/dev/null || true
        wait "$process" 2>/dev/null || true
    done
    started=("${remaining[@]}")
}
trap 'stop; rm -rf "$work"' EXIT

# Waits up to ten seconds until a command succeeds.
until_true() {
    local _
    for _ in {1..200}; do
        "$@" >/dev/null 2>&1 && return
        sleep 0.05
    done
    complain "'$*' did not come true in ten seconds"
    exit 1
}

# Every server gets an environment of its own, so that it finds no other and no other finds it.
enter() {
    local folder=$work/$1
    # A server that is started again keeps it.
    ((${keep:-0})) || rm -rf "$folder"
    mkdir -p "$folder"/{run,config,state,home}
    chmod 700 "$folder/run"
    unset DISPLAY PULSE_SERVER DBUS_SESSION_BUS_ADDRESS DBUS_SYSTEM_BUS_ADDRESS
    export XDG_RUNTIME_DIR=$folder/run XDG_CONFIG_HOME=$folder/config XDG_STATE_HOME=$folder/state HOME=$folder/home
    export PULSE_RUNTIME_PATH=$folder/run/pulse PULSE_STATE_PATH=$folder/state PULSE_COOKIE=$folder/cookie
    export ALSA_CONFIG_PATH=$folder/asound.conf
    cat >"$ALSA_CONFIG_PATH" <<-CONF
	pcm_type.pulse { lib "libasound_module_pcm_pulse.so" }
	ctl_type.pulse { lib "libasound_module_ctl_pulse.so" }
	pcm.pulse { @args [ DEVICE ] @args.DEVICE { type string default "" } type pulse device \$DEVICE }
	ctl.pulse { @args [ DEVICE ] @args.DEVICE { type string default "" } type pulse device \$DEVICE }
	pcm.!default { type pulse }
	ctl.!default { type pulse }
	CONF
}

# Starts PulseAudio; the arguments are further modules to load. Sets `server`, its process.
start_pulseaudio() {
    enter pulseaudio
    {
        echo .fail
        # Without norewinds the null sink swallows the first two seconds in one gulp.
        echo "load-module module-null-sink norewinds=1 sink_name=speaker rate=48000 channels=2 format=float32le"
        echo "set-default-sink speaker"
        echo "load-module module-native-protocol-unix auth-anonymous=1 socket=$XDG_RUNTIME_DIR/native"
        if (($# > 0)); then printf 'load-module %s\n' "$@"; fi
    } >"$work/pulseaudio/default.pa"
    pulseaudio -n -F "$work/pulseaudio/default.pa" --daemonize=no --exit-idle-time=-1 --use-pid-file=no \
        --realtime=no --high-priority=no >"$work/pulseaudio/log" 2>&1 &
    server=$!
    started+=("$server")
    export PULSE_SERVER=unix:$XDG_RUNTIME_DIR/native
    until_true pactl info
    # It takes off the priority that it was started with.
    if ((${#promptly[@]} > 0)); then chrt --all-tasks --fifo --pid 10 "$server"; fi
}

# Starts PipeWire with its session manager and its PulseAudio protocol; the argument is a file of the session manager's
# policy, if any. Sets `server`, its process.
start_pipewire() {
    enter pipewire
    mkdir -p "$XDG_CONFIG_HOME/pipewire/pipewire.conf.d" "$XDG_CONFIG_HOME/wireplumber/policy.lua.d"
    # Its number puts it before the shipped file that reads what it sets.
    if (($# > 0)); then cp "$1" "$XDG_CONFIG_HOME/wireplumber/policy.lua.d/60-${1##*/}"; fi
    # A virtual machine is given a larger quantum than a real one unless told otherwise.
    cat >"$XDG_CONFIG_HOME/pipewire/pipewire.conf.d/speaker.conf" <<-CONF
	context.properties = {
	    vm.overrides = { default.clock.min-quantum = 256 } default.clock.quantum = 512 default.clock.rate = 48000
	}
	context.objects = [ { factory = adapter args = {
	    factory.name = support.null-audio-sink node.name = speaker media.class = Audio/Sink
	    audio.position = "FL,FR" object.linger = true monitor.channel-volumes = true priority.session = 1000
	} } ]
	CONF
    # Without a session bus WirePlumber ends, and then nothing is ever linked.
    "${promptly[@]}" dbus-daemon --session --nofork --nopidfile --address="unix:path=$XDG_RUNTIME_DIR/bus" \
        >"$work/pipewire/dbus.log" 2>&1 &
    started+=($!)
    export DBUS_SESSION_BUS_ADDRESS=unix:path=$XDG_RUNTIME_DIR/bus
    until_true test -S "$XDG_RUNTIME_DIR/bus"
    "${promptly[@]}" pipewire >"$work/pipewire/log" 2>&1 &
    server=$!
    started+=("$server")
    until_true test -S "$XDG_RUNTIME_DIR/pipewire-0"
    wireplumber >"$work/pipewire/wireplumber.log" 2>&1 &
    started+=($!)
    "${promptly[@]}" pipewire-pulse >"$work/pipewire/pulse.log" 2>&1 &
    started+=($!)
    export PULSE_SERVER=unix:$XDG_RUNTIME_DIR/pulse/native
    until_true sh -c 'test "$(pactl get-default-sink)" = speaker'
}

# Records a monitor into a file as raw stereo 32-bit float at 48 kHz: FILE MONITOR, then options for the recorder. Sets
# `recorder`, its process. Returns once a tenth of a second has come.
record() {
    # Emptied here and not by the recorder's start: what is left of an earlier recording would pass for this one's, and the
    # player begin before the recorder.
    : >"$1"
    "${promptly[@]}" parec -d "$2" --rate=48000 --channels=2 --format=float32le --latency-msec=20 --raw "${@:3}" >"$1" &
    recorder=$!
    started+=("$recorder")
    until_true longer_than "$1" 38400
}

longer_than() { (($(stat -c %s "$1") > $2)); }

# How often each thread of a process has gone on after a wait or a rest: lines of its number and a count. Threads that have
# ended are left out.
switches() { awk '/^Pid:/ { thread = $2 } /ctxt_switches/ { sum[thread] += $2 } END { for (thread in sum) print thread, sum[thread] }' \
    /proc/"$1"/task/*/status; }

# The number of times that threads of a process have gone on in so many seconds, in which it has nothing to do: PROCESS SECONDS.
wakeups() {
    switches "$1" >"$work/switches"
    sleep "$2"
    switches "$1" | awk 'NR == FNR { before[$1] = $2; next } { sum += $2 - before[$1] } END { print sum + 0 }' "$work/switches" -
}
