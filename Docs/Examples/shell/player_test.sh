#!/bin/sh
# A made-up media player against the phone, in POSIX sh with sed and tr alone. Prints TAP, as many runners read it.
# What the player would do stands in the steps; AUDIOSESSION says where the program is.
set -u

steps='
{"do": "launch", "app": "player"}
{"do": "setCategory", "app": "player", "category": "playback"}
{"do": "play", "app": "player", "sound": "song", "seconds": 30}
{"at": 5, "do": "plug", "port": "headphones"}
{"at": 9, "do": "call", "phase": "incoming"}
{"at": 12, "do": "call", "phase": "declined"}
{"at": 15, "do": "ringSwitch", "to": "silent"}
{"at": 20, "do": "unplug", "port": "headphones"}
{"at": 25, "do": "play", "app": "player", "sound": "song"}
{"at": 60, "do": "ask", "app": "player", "for": "otherAudioIsPlaying"}
'

# With --strict a step that is none ends the oracle with status 2, and its reply says what is wrong.
replies=$(printf '%s' "$steps" | "${AUDIOSESSION:-audiosession}" oracle --strict)
status=$?
if [ "$status" -ne 0 ]; then
    printf 'Bail out! The oracle ended with status %d: %s\n' "$status" "$(printf '%s\n' "$replies" | sed -n '$p')"
    exit 1
fi

# The reply to a step, by its number from 1.
reply() { printf '%s\n' "$replies" | sed -n "${1}p"; }

# Who is heard after a step: "app/sound", or the name of a device's own sound, separated by spaces.
heard() {
    reply "$1" | sed 's/.*, "heard": \[\(.*\)\], "unheard": .*/\1/' | tr '{' '\n' |
        sed -n -e 's/^"app": "\([^"]*\)", "sound": "\([^"]*\)".*/\1\/\2/p' -e 's/^"as": "\([^"]*\)".*/\1/p' |
        tr '\n' ' ' | sed 's/ $//'
}

# What stands behind a key of a reply that holds a word, a number or a flag.
value() { reply "$1" | sed -n "s/.*[{ ]\"$2\": \"\{0,1\}\([^\",}]*\).*/\1/p"; }

count=0
failures=0

# is WANTED ACTUAL TITLE
is() {
    count=$((count + 1))
    if [ "$1" = "$2" ]; then
        printf 'ok %d - %s\n' "$count" "$3"
    else
        failures=$((failures + 1))
        printf 'not ok %d - %s\n# expected: %s\n# got:      %s\n' "$count" "$3" "$1" "$2"
    fi
}

is 'player/song' "$(heard 3)" 'a song is heard'
is 'player/song' "$(heard 4)" 'headphones continue it'
is 'ringtone' "$(heard 5)" 'a call silences it'
is 'player/song' "$(heard 6)" 'a call that is declined gives it back'
is 'player/song' "$(heard 7)" 'the switch leaves it alone'
is '' "$(heard 8)" 'pulling the headphones out pauses it'
is 'player/song' "$(heard 9)" 'pressing play goes on where it paused'
is 'ok' "$(value 10 result)" 'a question is answered'
is 'false' "$(value 10 answer)" 'no other app plays'
is '' "$(heard 10)" 'the song has ended by then'

printf '1..%d\n' "$count"
[ "$failures" -eq 0 ]
