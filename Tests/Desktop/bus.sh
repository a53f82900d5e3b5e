# The start of the tests with a desktop: a folder for the host, and words for the players on the session bus, which is a
# private one. Sourced by the scripts beside it.
# shellcheck shell=bash
# shellcheck source=Tests/SoundServers/servers.sh
source "$(dirname "${BASH_SOURCE[0]}")/../SoundServers/servers.sh"

mkdir -m 700 "$work/run"
export AUDIOSESSION_SOCKET=$work/run/host
# The streams, the tables and the services of this machine are left alone.
export PULSE_SERVER=unix:$work/no-server XDG_CONFIG_HOME=$work/config DBUS_SYSTEM_BUS_ADDRESS=unix:path=$work/no-system

# The property of a player or of the host, as busctl prints it: PEER OBJECT INTERFACE PROPERTY.
property() { busctl --user get-property "$@" 2>/dev/null; }
status() { property "org.mpris.MediaPlayer2.$1" /org/mpris/MediaPlayer2 org.mpris.MediaPlayer2.Player PlaybackStatus; }
is() { [[ $(status "$1") == "s \"$2\"" ]]; }
heard() { [[ $(property org.audiosession.Host1 /org/audiosession/Host1 org.audiosession.Host1 Heard) == "$1" ]]; }
# A person at the player: PLAYER METHOD.
person() { busctl --user call "org.mpris.MediaPlayer2.$1" /org/mpris/MediaPlayer2 org.mpris.MediaPlayer2.Player "$2"; }
step() { "$program" step "$@" >>"$work/replies"; }

# Starts a host that follows the desktop, with further options. Sets `host`, its process.
start_host() {
    "$program" host --silent --desktop "$@" <>/dev/null >"$work/host" 2>"$work/complaints" &
    host=$!
    started+=("$host")
    until_true heard 'as 0'
}

# Ends the host, which must not have complained.
end_host() {
    [[ ! -s "$work/complaints" ]] || { complain "the host complained: $(cat "$work/complaints")"; exit 1; }
    kill "$host"
    wait "$host" || { complain "the host ended with status $?"; exit 1; }
}
