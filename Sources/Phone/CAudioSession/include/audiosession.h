/* SPDX-License-Identifier: Apache-2.0 */
/*
 * audiosession.h: a program's part in the audio session of its device, in plain C.
 *
 * A host (`audiosession host`, or a private one of `audiosession run`) decides which programs are heard, how loud and
 * on which output. A program declares what its sound means, and either applies the host's levels to its own samples
 * (audiosession_process), or only pauses and resumes when it is notified (audiosession_next). No sound leaves the
 * program.
 *
 *     audiosession *session;
 *     if (audiosession_open(&session, NULL, NULL) < 0) return 1;
 *     audiosession_set_category(session, AUDIOSESSION_PLAYBACK, AUDIOSESSION_KEEP, AUDIOSESSION_KEEP);
 *     audiosession_set_format(session, 48000, 2);
 *     audiosession_play(session, AUDIOSESSION_ENDLESS);
 *     ...
 *     audiosession_process(session, samples, frames);    // then write them to the PCM as ever
 *
 * Which host: AUDIOSESSION_SOCKET is the path of its socket; if it is unset, the host of the login is looked for at
 * $XDG_RUNTIME_DIR/audiosession/host. If no host answers there, the program is *ungoverned*: every call is remembered
 * and answered with AUDIOSESSION_UNGOVERNED, samples pass at the program's own gain, and once a host is available the
 * program joins it under the same app name. If no host answers at a path that was given, opening fails and names it.
 * After a host has ended the program is ungoverned, and sounds continue at their levels.
 *
 * Boolean arguments: 0 is no, every other number is yes.
 *
 * Results: 0 or more if the program may proceed, less than 0 if not.
 *
 * Threads: every function may be called on any thread, several at once; audiosession_process has its own rules. The
 * library has one thread for each session, which blocks all signals. There are no callbacks. A child of fork must not
 * use a session that its parent opened, not even close it; it may open one.
 *
 * Signals: the library raises none. A lost host is a result, never SIGPIPE.
 */
#ifndef AUDIOSESSION_H
#define AUDIOSESSION_H 1

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header, the programs and every package; no other file contains it. */
#define AUDIOSESSION_VERSION "0.2.0"

/* Results of functions. */
enum {
    AUDIOSESSION_OK = 0,          /* done: the host has accepted it */
    AUDIOSESSION_UNGOVERNED = 1,  /* no host: in force, and remembered for the next one */
    AUDIOSESSION_REFUSED = -1,    /* refused by the policy; audiosession_explain has the rule and the remedy */
    AUDIOSESSION_INVALID = -2,    /* an argument is out of range; nothing was sent */
    AUDIOSESSION_UNREACHABLE = -3, /* no host at the given path, or an incompatible one */
    AUDIOSESSION_EXHAUSTED = -4   /* no memory, descriptors or threads left */
};

/* Keeps an argument of audiosession_set_category unchanged. */
#define AUDIOSESSION_KEEP (-1)
/* For audiosession_play: the sound plays until the program stops it. */
#define AUDIOSESSION_ENDLESS (-1.0)

/* What a program's sound means; `audiosession rules` prints the effects. */
enum {
    AUDIOSESSION_AMBIENT = 0,         /* mixes with other sound; silenced by the switch */
    AUDIOSESSION_SOLO_AMBIENT = 1,    /* alone; silenced by the switch; the category of a program that sets none */
    AUDIOSESSION_PLAYBACK = 2,        /* alone, in either position of the switch */
    AUDIOSESSION_RECORD = 3,          /* captures; silences others */
    AUDIOSESSION_PLAY_AND_RECORD = 4, /* plays and captures, like a call */
    AUDIOSESSION_AUDIO_PROCESSING = 5, /* neither, but uses the codec */
    AUDIOSESSION_MULTI_ROUTE = 6      /* several outputs at once; the rule book `modern` only */
};

/* A refinement of the category. */
enum {
    AUDIOSESSION_MODE_DEFAULT = 0,
    AUDIOSESSION_MODE_VOICE_CHAT = 1,
    AUDIOSESSION_MODE_GAME_CHAT = 2,
    AUDIOSESSION_MODE_VIDEO_RECORDING = 3,
    AUDIOSESSION_MODE_MEASUREMENT = 4,
    AUDIOSESSION_MODE_MOVIE_PLAYBACK = 5,
    AUDIOSESSION_MODE_VIDEO_CHAT = 6,
    AUDIOSESSION_MODE_SPOKEN_AUDIO = 7,
    AUDIOSESSION_MODE_VOICE_PROMPT = 8
};

/* Options of the category: AVAudioSession's bits, combined by |. */
enum {
    AUDIOSESSION_MIX_WITH_OTHERS = 0x1,
    AUDIOSESSION_DUCK_OTHERS = 0x2, /* lowers others while this session is active; implies mixing */
    AUDIOSESSION_ALLOW_BLUETOOTH = 0x4,
    AUDIOSESSION_DEFAULT_TO_SPEAKER = 0x8,
    AUDIOSESSION_INTERRUPT_SPOKEN_AUDIO = 0x11, /* interrupts others that speak, mixes with the rest */
    AUDIOSESSION_ALLOW_BLUETOOTH_A2DP = 0x20,
    AUDIOSESSION_ALLOW_AIRPLAY = 0x40,
    AUDIOSESSION_OVERRIDE_MUTED_MICROPHONE = 0x80 /* continues while the hardware mutes the microphone */
};

/* A session: one app of this process. */
typedef struct audiosession audiosession;

/* Why a call failed. Texts are UTF-8 with a final zero byte, truncated if they are too long. */
typedef struct audiosession_why {
    int32_t code;       /* AVAudioSession's code, such as 561017449, or 0 */
    char error[40];     /* its name, such as "insufficientPriority"; "" if the policy did not decide */
    char rule[24];      /* the rule that decided, such as "R-INT-2"; "" likewise */
    char sentence[444]; /* the problem and the remedy */
} audiosession_why;

/* ---- Opening and closing ---- */

/*
 * Opens a session: finds a host, which knows the app from then on. The first call launches the app. Waits for the
 * host's answer, two seconds at most.
 *
 * session: receives the new session, or NULL on failure.
 * app:     the app's name unless AUDIOSESSION_APP is set; NULL for the program's file name. 1 to 248 bytes of UTF-8
 * without slashes, invisible characters and marks of the direction of writing, which a host refuses.
 * why:     receives the reason of a failure, or NULL.
 *
 * Returns OK, UNGOVERNED, INVALID, UNREACHABLE or EXHAUSTED.
 */
int audiosession_open(audiosession **session, const char *app, audiosession_why *why);

/*
 * Ends a session: its sound, its recording, and its app on the host. Do not use the session any more. NULL is allowed.
 *
 * A program that exits without it, by exit() or by returning from main(), has quit nevertheless; one that is killed,
 * aborts or calls _exit() has crashed. The others see no difference.
 */
void audiosession_close(audiosession *session);

/*
 * Copies the app's name on the host: the requested one, with "#2", "#3" ... appended if another app has it. Copies at
 * most `size` bytes, including the final zero byte.
 *
 * Returns OK, UNGOVERNED (the name is the one to be requested), or INVALID if size is 0.
 */
int audiosession_app(audiosession *session, char *name, size_t size);

/* Returns OK if a host governs the session, else UNGOVERNED. */
int audiosession_governed(audiosession *session);

/*
 * Explains the last failed call of this session, on any thread; all fields are empty if none has failed.
 */
void audiosession_explain(audiosession *session, audiosession_why *why);

/* ---- Calls ----
 *
 * Each of these waits for the host's decision: some tens of microseconds, or two seconds for a stopped host, which then
 * counts as lost. Not for the thread that plays. Each returns OK, UNGOVERNED, REFUSED (nothing has changed) or INVALID.
 */

/*
 * Declares what the program's sound means.
 *
 * category: AUDIOSESSION_AMBIENT ... AUDIOSESSION_MULTI_ROUTE; mode: AUDIOSESSION_MODE_...; options: bits.
 *           AUDIOSESSION_KEEP leaves each of them as it is.
 */
int audiosession_set_category(audiosession *session, int category, int mode, int options);

/*
 * Activates the session, which interrupts or lowers others as its category says, or deactivates it.
 *
 * active:        0 or 1.
 * notify_others: with active 0: whether the apps that it interrupted should resume.
 */
int audiosession_set_active(audiosession *session, int active, int notify_others);

/* Overrides the route to the loudspeaker (1) until the category is set again or the session ends, or ends that (0). */
int audiosession_override_output(audiosession *session, int to_speaker);

/*
 * Starts the program's sound, or continues a paused one, and activates the session. To the policy everything that the
 * program plays is one sound, named "samples".
 *
 * seconds: the length of the sound, above 0 and at most 1e9, or AUDIOSESSION_ENDLESS; ignored for a paused sound. At
 * its end AUDIOSESSION_NOTICE_SOUND_FINISHED is sent.
 */
int audiosession_play(audiosession *session, double seconds);

/* Pauses the program's sound. Refused if none was started. */
int audiosession_pause(audiosession *session);

/* Ends the program's sound; the next one begins anew. Refused if none was started. */
int audiosession_stop(audiosession *session);

/* Sets the program's own level, 0 to 1, linear; initially 1. Without a started sound it applies to the next one. */
int audiosession_set_gain(audiosession *session, double gain);

/* Begins (1) or ends (0) the app's recording. */
int audiosession_record(audiosession *session, int on);

/*
 * Asks the person for the microphone. `granted` receives 0 or 1 if that is settled; otherwise it is unchanged, and the
 * answer comes as AUDIOSESSION_NOTICE_PERMISSION_CHANGED.
 */
int audiosession_request_permission(audiosession *session, int *granted);

/* Questions with a Boolean answer. */
enum {
    AUDIOSESSION_OTHER_AUDIO_IS_PLAYING = 0,
    AUDIOSESSION_SECONDARY_AUDIO_SHOULD_BE_SILENCED = 1,
    AUDIOSESSION_INPUT_IS_AVAILABLE = 2
};

/* Asks such a question. `answer` receives 0 or 1; it is unchanged unless the call returns OK. */
int audiosession_ask(audiosession *session, int question, int *answer);

/* Asks for the media volume in force, 0 to 1. `volume` is unchanged unless the call returns OK. */
int audiosession_ask_volume(audiosession *session, double *volume);

/* A port of a route. */
typedef struct audiosession_port {
    char kind[32];  /* AVAudioSession's spelling, such as "builtInSpeaker" or "bluetoothA2DP" */
    char uid[96];   /* distinguishes accessories of a kind */
    char name[128]; /* its name for people */
} audiosession_port;

/* The outputs and inputs in force. */
typedef struct audiosession_route {
    int output_count, input_count; /* 0 to 8; no inputs unless a session with input is active */
    audiosession_port outputs[8];
    audiosession_port inputs[8];
} audiosession_route;

/* Asks for the route in force. `route` is unchanged unless the call returns OK. */
int audiosession_ask_route(audiosession *session, audiosession_route *route);

/* ---- Notices ---- */

/* The kinds of notice. Ignore unknown ones, which a later library may have. */
enum {
    AUDIOSESSION_NOTICE_INTERRUPTION_BEGAN = 1, /* the sound is halted already */
    AUDIOSESSION_NOTICE_INTERRUPTION_ENDED = 2, /* should_resume: play again, or wait for the person */
    AUDIOSESSION_NOTICE_ROUTE_CHANGED = 3,      /* reason; pause at AUDIOSESSION_OLD_DEVICE_UNAVAILABLE */
    AUDIOSESSION_NOTICE_SILENCE_HINT = 4,       /* begins: whether another app's primary audio has begun, or ended */
    AUDIOSESSION_NOTICE_VOLUME_CHANGED = 5,     /* volume: the media volume in force */
    AUDIOSESSION_NOTICE_SERVICES_LOST = 6,      /* set everything up again after ... */
    AUDIOSESSION_NOTICE_SERVICES_RESET = 7,     /* ... this */
    AUDIOSESSION_NOTICE_SOUND_FINISHED = 8,     /* the sound has ended */
    AUDIOSESSION_NOTICE_TERMINATED = 9,         /* the device has ended the app; its next call launches it again */
    AUDIOSESSION_NOTICE_PERMISSION_CHANGED = 10, /* granted: the person's answer about the microphone */
    AUDIOSESSION_NOTICE_PCM_CHANGED = 11,       /* audiosession_pcm has changed: open that PCM */
    AUDIOSESSION_NOTICE_HOST_LOST = 12,         /* ungoverned from now on; the levels stay */
    AUDIOSESSION_NOTICE_HOST_FOUND = 13,        /* governed again, as the same app */
    AUDIOSESSION_NOTICE_LEVEL = 14,             /* the sound moves to `level`; only the latest is kept */
    AUDIOSESSION_NOTICE_RECORDING_FAILED = 15,  /* the recording cannot continue and has ended */
    AUDIOSESSION_NOTICE_REMOTE_COMMAND = 16,    /* command, has_value, value: a command from a person */
    AUDIOSESSION_NOTICE_RESUMPTION_RECOMMENDED = 17 /* should_resume: what had interrupted the sound, or refused it its
                                                       start, is over */
};

/* Why a route changed: AVAudioSession's numbers. */
enum {
    AUDIOSESSION_ROUTE_UNKNOWN = 0,
    AUDIOSESSION_NEW_DEVICE_AVAILABLE = 1,
    AUDIOSESSION_OLD_DEVICE_UNAVAILABLE = 2,
    AUDIOSESSION_CATEGORY_CHANGE = 3,
    AUDIOSESSION_OVERRIDE = 4,
    AUDIOSESSION_WAKE_FROM_SLEEP = 6,
    AUDIOSESSION_NO_SUITABLE_ROUTE = 7,
    AUDIOSESSION_CONFIGURATION_CHANGE = 8
};

/*
 * Remote commands of a person, by the buttons of a headset, a keyboard, a lock screen or a car, with the names of
 * MPRemoteCommandCenter.
 */
enum {
    AUDIOSESSION_COMMAND_PLAY = 0,
    AUDIOSESSION_COMMAND_PAUSE = 1,
    AUDIOSESSION_COMMAND_TOGGLE_PLAY_PAUSE = 2,
    AUDIOSESSION_COMMAND_STOP = 3,
    AUDIOSESSION_COMMAND_NEXT_TRACK = 4,
    AUDIOSESSION_COMMAND_PREVIOUS_TRACK = 5,
    AUDIOSESSION_COMMAND_SKIP_FORWARD = 6,  /* value: seconds; without one, the program's usual interval */
    AUDIOSESSION_COMMAND_SKIP_BACKWARD = 7, /* likewise */
    AUDIOSESSION_COMMAND_BEGIN_SEEK_FORWARD = 8,
    AUDIOSESSION_COMMAND_END_SEEK_FORWARD = 9,
    AUDIOSESSION_COMMAND_BEGIN_SEEK_BACKWARD = 10,
    AUDIOSESSION_COMMAND_END_SEEK_BACKWARD = 11,
    AUDIOSESSION_COMMAND_CHANGE_POSITION = 12, /* value: the position, in seconds */
    AUDIOSESSION_COMMAND_CHANGE_RATE = 13,     /* value: the speed; 1 is normal */
    AUDIOSESSION_COMMAND_RATING = 14,          /* value: stars */
    AUDIOSESSION_COMMAND_LIKE = 15,
    AUDIOSESSION_COMMAND_DISLIKE = 16,
    AUDIOSESSION_COMMAND_BOOKMARK = 17,
    AUDIOSESSION_COMMAND_CHANGE_REPEAT_MODE = 18, /* value: MPRepeatType's number */
    AUDIOSESSION_COMMAND_CHANGE_SHUFFLE_MODE = 19 /* value: MPShuffleType's number */
};

/* What a notice means for a program that only pauses and resumes. */
enum { AUDIOSESSION_GO_ON = 0, AUDIOSESSION_PAUSE = 1, AUDIOSESSION_RESUME = 2 };

/* A notice. Of the members after `advice`, those that its kind names above are valid. */
typedef struct audiosession_notice {
    int kind;     /* AUDIOSESSION_NOTICE_... */
    int advice;   /* AUDIOSESSION_GO_ON, _PAUSE or _RESUME, by Apple's guidelines for players, or a person's command */
    int should_resume;
    int reason;
    int begins;
    int granted;
    double volume;
    double level;        /* the target factor of the sound, 0 to 1, linear; 0 if it is halted */
    double seconds;      /* the duration of the change */
    int64_t at;          /* when it was decided, in nanoseconds of CLOCK_MONOTONIC */
    uint64_t missed;     /* the number of notices dropped before this one because 1024 were unread */
    int command;         /* AUDIOSESSION_COMMAND_...; ignore unknown ones, which a later host may have */
    int has_value;       /* whether the command has a value */
    double value;
    uint64_t reserved[6];
} audiosession_notice;

/*
 * Returns a descriptor that is readable while notices wait: for poll, epoll, g_unix_fd_add or any other main loop. It
 * never changes, and belongs to the session: do not read, write or close it.
 */
int audiosession_descriptor(audiosession *session);

/*
 * Removes the next notice, without waiting, in the order of decisions. Returns 1 if there was one, else 0. Request the
 * next one once this one is handled: until then `audiosession run --disrupt` takes each call for a reaction to it.
 */
int audiosession_next(audiosession *session, audiosession_notice *notice);

/* ---- Now Playing and remote commands ---- */

/* The program's playback state. */
enum {
    AUDIOSESSION_STATE_UNKNOWN = 0,
    AUDIOSESSION_STATE_PLAYING = 1,
    AUDIOSESSION_STATE_PAUSED = 2,
    AUDIOSESSION_STATE_STOPPED = 3,
    AUDIOSESSION_STATE_INTERRUPTED = 4
};

/* A description of what is played. Zero fields are unknown: set only what is known. */
typedef struct audiosession_now_playing {
    const char *title, *artist, *album; /* UTF-8, or NULL; truncated to 256 bytes */
    int has_duration, has_position, has_rate;
    double duration; /* the length, 0 to 1e9 seconds */
    double position; /* the current position, 0 to 1e9 seconds */
    double rate;     /* the speed, -1000 to 1000; 1 is normal */
    int state;       /* AUDIOSESSION_STATE_... */
    uint64_t reserved[8];
} audiosession_now_playing;

/*
 * Sets what the program plays, for the lock screen of the device, and for the media keys and widgets of a desktop that
 * the host follows. Call it for each piece, and after each pause, seek and change of speed; in between the position
 * follows the clock. The next host receives it, too.
 *
 * playing: copied; NULL clears it.
 *
 * Returns OK, UNGOVERNED, or INVALID if a text is not UTF-8 or a number is out of range. Never refused. Any thread but
 * the one that plays.
 */
int audiosession_set_now_playing(audiosession *session, const audiosession_now_playing *playing);

/* The status of a remote command: MPRemoteCommandHandlerStatus. */
enum {
    AUDIOSESSION_COMMAND_SUCCESS = 0,
    AUDIOSESSION_COMMAND_NO_SUCH_CONTENT = 1,
    AUDIOSESSION_COMMAND_NO_ACTIONABLE_ITEM = 2,
    AUDIOSESSION_COMMAND_DEVICE_NOT_FOUND = 3,
    AUDIOSESSION_COMMAND_FAILED = 4
};

/*
 * Reports the status of a remote command (AUDIOSESSION_NOTICE_REMOTE_COMMAND) after carrying it out. Without a report
 * the sender of the command does not learn its outcome.
 *
 * command: as in the notice; status: AUDIOSESSION_COMMAND_SUCCESS ... AUDIOSESSION_COMMAND_FAILED.
 *
 * Returns OK, UNGOVERNED, REFUSED or INVALID, and waits as the calls above do.
 */
int audiosession_answer_command(audiosession *session, int command, int status);

/* ---- The program's own samples ---- */

/*
 * Sets the format of the samples for audiosession_process; the default is 48000 frames a second of 2 channels. Not
 * while audiosession_process runs.
 *
 * rate: 1 to 768000 frames a second; channels: 1 to 64. Returns OK or INVALID.
 */
int audiosession_set_format(audiosession *session, unsigned rate, unsigned channels);

/* Results of audiosession_process. */
enum {
    AUDIOSESSION_SOUNDS = 0, /* the sound runs, even at level zero */
    AUDIOSESSION_HALTED = 1  /* it is halted: these samples were not heard; keep them for later */
};

/*
 * Applies the policy's levels, ramps and silences to samples, with the program's own gain and the volume that no
 * hardware applies. A received change takes effect at the first of these frames.
 *
 * For the thread that plays: does not allocate, lock or wait, and makes no system call. One thread at a time.
 *
 * samples: interleaved, `frames` times channels, changed in place. NULL only advances the levels by `frames`, for a
 * program that uses audiosession_gain.
 */
int audiosession_process(audiosession *session, float *samples, size_t frames);

/* The same for signed 16-bit samples, rounded to nearest. */
int audiosession_process_s16(audiosession *session, int16_t *samples, size_t frames);

/*
 * Returns the factor of the last frame of audiosession_process, 0 to 1, linear, or before any of the next one. On the
 * thread that plays, like audiosession_process; for a program whose player has its own volume.
 */
float audiosession_gain(audiosession *session);

/*
 * Copies the name of the route's ALSA PCM, for a program that opens its own device: at most `size` bytes, including the
 * final zero byte; "" if no device should be opened and sound passes by the clock.
 *
 * Returns OK, UNGOVERNED ("default"), or INVALID if size is 0.
 */
int audiosession_pcm(audiosession *session, char *name, size_t size);

/* The same for capturing; "" also while nothing should be recorded. */
int audiosession_capture_pcm(audiosession *session, char *name, size_t size);

/*
 * Reports that the route's device is gone or can no longer be opened; an accessory then counts as unplugged. Returns OK
 * or UNGOVERNED; never refused.
 */
int audiosession_output_lost(audiosession *session);

/*
 * Reports, after a seek, how many seconds the sound has to go: 0 at its end, AUDIOSESSION_ENDLESS if it has none.
 * Returns OK, UNGOVERNED or INVALID.
 */
int audiosession_remaining(audiosession *session, double seconds);

#ifdef __cplusplus
}
#endif

#endif
