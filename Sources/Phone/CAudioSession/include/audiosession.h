/* SPDX-License-Identifier: Apache-2.0 */
/*
 * audiosession.h: a program's part in the audio session of its device, in plain C.
 *
 * A host (`audiosession host`, or a private one of `audiosession run`) decides who may be heard now, how loud and on
 * what. A program tells it what its sound means, and is told what becomes of it: either so that it applies the levels
 * to its own samples (audiosession_process), or only so that it pauses and resumes (audiosession_next). No sound
 * leaves the program.
 *
 *     audiosession *session;
 *     if (audiosession_open(&session, NULL, NULL) < 0) return 1;
 *     audiosession_set_category(session, AUDIOSESSION_PLAYBACK, AUDIOSESSION_KEEP, AUDIOSESSION_KEEP);
 *     audiosession_set_format(session, 48000, 2);
 *     audiosession_play(session, AUDIOSESSION_ENDLESS);
 *     ...
 *     audiosession_process(session, samples, frames);    // then write them to the PCM as ever
 *
 * Which host: the environment says. AUDIOSESSION_SOCKET is the path of its socket; where it is unset, the host of the
 * login is looked for at $XDG_RUNTIME_DIR/audiosession/host. Where no host answers there, the program is *ungoverned*:
 * every call is remembered and answered with AUDIOSESSION_UNGOVERNED, its samples pass at its own gain, and as soon
 * as a host comes the program is on it the app it says it is. Where no host answers at a path that was given, opening
 * fails and names it. A host that ends is as if none had come: sounds go on at the levels they had.
 *
 * Arguments that say yes or no: 0 is no, every other number is yes.
 *
 * Answers of functions: 0 or more means that the program goes on as it meant to, less than 0 that it does not.
 *
 * Threads: every function may be called on any thread, several at once, but for what its description says of
 * audiosession_process. The library has one thread of its own for each session, which holds back all signals. Nothing
 * is called back. A child of fork must call nothing of a session that its parent opened, not even close it; it may
 * open one.
 *
 * Signals: the library raises none. A host that has gone is an answer, and never SIGPIPE.
 */
#ifndef AUDIOSESSION_H
#define AUDIOSESSION_H 1

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header, of the programs and of every package: no other file holds it. */
#define AUDIOSESSION_VERSION "0.2.0"

/* What functions answer. */
enum {
    AUDIOSESSION_OK = 0,          /* done: the host has decided, and granted it */
    AUDIOSESSION_UNGOVERNED = 1,  /* no host: remembered for the next one, and in force without one */
    AUDIOSESSION_REFUSED = -1,    /* the policy says no; audiosession_explain tells the rule and what would work */
    AUDIOSESSION_INVALID = -2,    /* an argument is outside of its range; nothing was asked */
    AUDIOSESSION_UNREACHABLE = -3, /* no host at the path that was given, or one that cannot be spoken with */
    AUDIOSESSION_EXHAUSTED = -4   /* no memory, descriptors or threads left */
};

/* For an argument of audiosession_set_category that is to stay as it is. */
#define AUDIOSESSION_KEEP (-1)
/* For audiosession_play: the sound ends when the program says so. */
#define AUDIOSESSION_ENDLESS (-1.0)

/* What a program's sound means; see `audiosession rules` for what each comes to. */
enum {
    AUDIOSESSION_AMBIENT = 0,         /* beside all other sound; silenced by the switch */
    AUDIOSESSION_SOLO_AMBIENT = 1,    /* alone; silenced by the switch; the category of a program that sets none */
    AUDIOSESSION_PLAYBACK = 2,        /* alone, switch or not */
    AUDIOSESSION_RECORD = 3,          /* captures; silences others */
    AUDIOSESSION_PLAY_AND_RECORD = 4, /* both, like a call */
    AUDIOSESSION_AUDIO_PROCESSING = 5, /* neither, but holds the codec */
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

/* Options of the category, AVAudioSession's bits; put together by |. */
enum {
    AUDIOSESSION_MIX_WITH_OTHERS = 0x1,
    AUDIOSESSION_DUCK_OTHERS = 0x2, /* others are made quieter while this session is active; implies mixing */
    AUDIOSESSION_ALLOW_BLUETOOTH = 0x4,
    AUDIOSESSION_DEFAULT_TO_SPEAKER = 0x8,
    AUDIOSESSION_INTERRUPT_SPOKEN_AUDIO = 0x11, /* others that speak are interrupted, the rest mixed with */
    AUDIOSESSION_ALLOW_BLUETOOTH_A2DP = 0x20,
    AUDIOSESSION_ALLOW_AIRPLAY = 0x40,
    AUDIOSESSION_OVERRIDE_MUTED_MICROPHONE = 0x80 /* goes on where the microphone is muted by its hardware */
};

/* One session: what one app, which is this process, says and is told. */
typedef struct audiosession audiosession;

/* Why a call was not done. Texts end in a zero byte, in UTF-8, and are cut where they are too long. */
typedef struct audiosession_why {
    int32_t code;       /* AVAudioSession's, such as 561017449; 0 where it has none */
    char error[40];     /* its name, such as "insufficientPriority"; "" where the policy was not asked */
    char rule[24];      /* the rule that decided, such as "R-INT-2"; "" likewise */
    char sentence[444]; /* what is wrong and what would work */
} audiosession_why;

/* ---- A session's life ---- */

/*
 * Opens a session: finds a host, and is known to it as an app from then on; that does not launch the app, which its
 * first call does. Takes as long as the host takes to answer, two seconds at most.
 *
 * session: where the new session is put; NULL is put there on failure.
 * app:     the app's name where AUDIOSESSION_APP does not give one; NULL is the program's file name. 1 to 248 bytes
 * of UTF-8 without slashes, and without characters that show nothing or turn the direction of writing: a host refuses
 * those.
 * why:     where a failure is explained, or NULL.
 *
 * Answers OK, UNGOVERNED, INVALID, UNREACHABLE or EXHAUSTED.
 */
int audiosession_open(audiosession **session, const char *app, audiosession_why *why);

/*
 * Ends a session: its sound, its recording, and its app on the host. No other function of it may run or follow.
 * NULL is allowed.
 *
 * A program that ends by exit() or by returning from main() without it has quit all the same, and so have its apps; one
 * that is killed, aborts or ends by _exit() has crashed. For the others both are the same.
 */
void audiosession_close(audiosession *session);

/*
 * The app's name as the host knows it: what it asked for, or with "#2", "#3" ... behind it where another app of that
 * name lives. Copies at most `size` bytes, a zero byte included.
 *
 * Answers OK, UNGOVERNED (the name is what it will ask for), or INVALID where size is 0.
 */
int audiosession_app(audiosession *session, char *name, size_t size);

/* Whether a host governs the session now: OK or UNGOVERNED. */
int audiosession_governed(audiosession *session);

/*
 * Explains the last call of this session that answered less than 0, on whatever thread that was; all empty where none
 * did.
 */
void audiosession_explain(audiosession *session, audiosession_why *why);

/* ---- What a program asks for ----
 *
 * Each of these waits for the host's decision: some ten microseconds, and two seconds where the host is stopped,
 * after which it counts as lost. Not for the thread that plays. Answers OK, UNGOVERNED, REFUSED or INVALID; refused
 * means that nothing has changed.
 */

/*
 * Says what the program's sound means.
 *
 * category: AUDIOSESSION_AMBIENT ... AUDIOSESSION_MULTI_ROUTE; mode: AUDIOSESSION_MODE_...; options: bits.
 *           AUDIOSESSION_KEEP leaves each of them as it is.
 */
int audiosession_set_category(audiosession *session, int category, int mode, int options);

/*
 * Activates the session: others are interrupted or made quieter as its category says; or deactivates it.
 *
 * active:        0 or 1.
 * notify_others: with active 0: whether those that were interrupted may be told to resume.
 */
int audiosession_set_active(audiosession *session, int active, int notify_others);

/* Sends the sound to the loudspeaker (1) until the category is set again or the session ends, or no longer (0). */
int audiosession_override_output(audiosession *session, int to_speaker);

/*
 * Starts the program's sound, or goes on with one that was paused; activates the session where it was not active. The
 * policy treats all that the program plays as one sound, named "samples".
 *
 * seconds: how long the sound lasts from its beginning, above 0 and at most 1e9, or AUDIOSESSION_ENDLESS. A paused
 * sound keeps what it had left. At its end comes AUDIOSESSION_NOTICE_SOUND_FINISHED.
 */
int audiosession_play(audiosession *session, double seconds);

/* Pauses the program's sound. It is refused where none was started. */
int audiosession_pause(audiosession *session);

/* Ends the program's sound; the next one begins anew. It is refused where none was started. */
int audiosession_stop(audiosession *session);

/* The program's own level, 0 to 1, linear; 1 at the beginning. Kept for the next sound where none was started. */
int audiosession_set_gain(audiosession *session, double gain);

/* Begins (1) or ends (0) the app's recording. */
int audiosession_record(audiosession *session, int on);

/*
 * Asks the person for the microphone. 0 or 1 is put into `granted` where that is settled already; else it stays as it
 * is, and the answer comes as AUDIOSESSION_NOTICE_PERMISSION_CHANGED.
 */
int audiosession_request_permission(audiosession *session, int *granted);

/* Questions with yes or no for an answer. */
enum {
    AUDIOSESSION_OTHER_AUDIO_IS_PLAYING = 0,
    AUDIOSESSION_SECONDARY_AUDIO_SHOULD_BE_SILENCED = 1,
    AUDIOSESSION_INPUT_IS_AVAILABLE = 2
};

/* Asks such a question; 0 or 1 is put into `answer`, which stays as it is unless the call answers OK. */
int audiosession_ask(audiosession *session, int question, int *answer);

/* Asks for the media volume in force, 0 to 1; `volume` stays as it is unless the call answers OK. */
int audiosession_ask_volume(audiosession *session, double *volume);

/* One end of a route. */
typedef struct audiosession_port {
    char kind[32];  /* AVAudioSession's spelling, such as "builtInSpeaker" or "bluetoothA2DP" */
    char uid[96];   /* tells two accessories of a kind apart */
    char name[128]; /* what people call it */
} audiosession_port;

/* Where sound goes, and where it comes from. */
typedef struct audiosession_route {
    int output_count, input_count; /* 0 to 8; there are inputs only while a session with input is active */
    audiosession_port outputs[8];
    audiosession_port inputs[8];
} audiosession_route;

/* Asks for the route in force; `route` stays as it is unless the call answers OK. */
int audiosession_ask_route(audiosession *session, audiosession_route *route);

/* ---- What a program is told ---- */

/* The kinds of notice. A later library may have more: pass over those that you do not know. */
enum {
    AUDIOSESSION_NOTICE_INTERRUPTION_BEGAN = 1, /* the sound is halted already */
    AUDIOSESSION_NOTICE_INTERRUPTION_ENDED = 2, /* should_resume: play again, or wait for the person */
    AUDIOSESSION_NOTICE_ROUTE_CHANGED = 3,      /* reason; pause at AUDIOSESSION_OLD_DEVICE_UNAVAILABLE */
    AUDIOSESSION_NOTICE_SILENCE_HINT = 4,       /* begins: another app's primary audio has begun, or ended */
    AUDIOSESSION_NOTICE_VOLUME_CHANGED = 5,     /* volume: the media volume in force */
    AUDIOSESSION_NOTICE_SERVICES_LOST = 6,      /* everything is to be set up anew after ... */
    AUDIOSESSION_NOTICE_SERVICES_RESET = 7,     /* ... this */
    AUDIOSESSION_NOTICE_SOUND_FINISHED = 8,     /* the sound came to its end */
    AUDIOSESSION_NOTICE_TERMINATED = 9,         /* the device has ended the app; its next call launches it again */
    AUDIOSESSION_NOTICE_PERMISSION_CHANGED = 10, /* granted: the person's answer about the microphone */
    AUDIOSESSION_NOTICE_PCM_CHANGED = 11,       /* audiosession_pcm answers something else: open that */
    AUDIOSESSION_NOTICE_HOST_LOST = 12,         /* ungoverned from here on; the levels stay */
    AUDIOSESSION_NOTICE_HOST_FOUND = 13,        /* governed again, as the app it was */
    AUDIOSESSION_NOTICE_LEVEL = 14,             /* the sound goes to `level`; of several only the latest is kept */
    AUDIOSESSION_NOTICE_RECORDING_FAILED = 15,  /* the recording cannot go on; it has ended */
    AUDIOSESSION_NOTICE_REMOTE_COMMAND = 16,    /* command, has_value, value: a person wants this of what plays */
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
 * Remote commands: what a person asks of the sound with the buttons of a headset, a keyboard, a lock screen or a car.
 * The names of MPRemoteCommandCenter.
 */
enum {
    AUDIOSESSION_COMMAND_PLAY = 0,
    AUDIOSESSION_COMMAND_PAUSE = 1,
    AUDIOSESSION_COMMAND_TOGGLE_PLAY_PAUSE = 2,
    AUDIOSESSION_COMMAND_STOP = 3,
    AUDIOSESSION_COMMAND_NEXT_TRACK = 4,
    AUDIOSESSION_COMMAND_PREVIOUS_TRACK = 5,
    AUDIOSESSION_COMMAND_SKIP_FORWARD = 6,  /* value: seconds; without one, as many as the program usually skips */
    AUDIOSESSION_COMMAND_SKIP_BACKWARD = 7, /* likewise */
    AUDIOSESSION_COMMAND_BEGIN_SEEK_FORWARD = 8,
    AUDIOSESSION_COMMAND_END_SEEK_FORWARD = 9,
    AUDIOSESSION_COMMAND_BEGIN_SEEK_BACKWARD = 10,
    AUDIOSESSION_COMMAND_END_SEEK_BACKWARD = 11,
    AUDIOSESSION_COMMAND_CHANGE_POSITION = 12, /* value: the position, in seconds */
    AUDIOSESSION_COMMAND_CHANGE_RATE = 13,     /* value: the speed, 1 being the usual one */
    AUDIOSESSION_COMMAND_RATING = 14,          /* value: stars */
    AUDIOSESSION_COMMAND_LIKE = 15,
    AUDIOSESSION_COMMAND_DISLIKE = 16,
    AUDIOSESSION_COMMAND_BOOKMARK = 17,
    AUDIOSESSION_COMMAND_CHANGE_REPEAT_MODE = 18, /* value: MPRepeatType's number */
    AUDIOSESSION_COMMAND_CHANGE_SHUFFLE_MODE = 19 /* value: MPShuffleType's number */
};

/* What a program that does nothing but pause and resume does at a notice. */
enum { AUDIOSESSION_GO_ON = 0, AUDIOSESSION_PAUSE = 1, AUDIOSESSION_RESUME = 2 };

/* One notice; of the members below `advice`, those that its kind names above mean something. */
typedef struct audiosession_notice {
    int kind;     /* AUDIOSESSION_NOTICE_... */
    int advice;   /* AUDIOSESSION_GO_ON, _PAUSE or _RESUME: what Apple's guidelines ask of a player, or a person does */
    int should_resume;
    int reason;
    int begins;
    int granted;
    double volume;
    double level;        /* the factor that the sound goes to, 0 to 1, linear; 0 where it stands still */
    double seconds;      /* how long it takes to get there */
    int64_t at;          /* when it was decided, in nanoseconds of CLOCK_MONOTONIC */
    uint64_t missed;     /* how many notices before this one were dropped, because 1024 were unread */
    int command;         /* AUDIOSESSION_COMMAND_...; a later host may have more: pass over those that you do not know */
    int has_value;       /* whether the command has a value */
    double value;
    uint64_t reserved[6];
} audiosession_notice;

/*
 * A descriptor that can be read while notices wait: for poll, epoll, g_unix_fd_add or any other main loop. It stays the
 * same, and belongs to the session: do not read, write or close it.
 */
int audiosession_descriptor(audiosession *session);

/* Takes the next notice, without waiting: 1 where there was one, else 0. In the order in which the policy decided. */
int audiosession_next(audiosession *session, audiosession_notice *notice);

/* ---- What a program says it plays, and what a person asks of it ---- */

/* Whether the program plays, as it says itself. */
enum {
    AUDIOSESSION_STATE_UNKNOWN = 0,
    AUDIOSESSION_STATE_PLAYING = 1,
    AUDIOSESSION_STATE_PAUSED = 2,
    AUDIOSESSION_STATE_STOPPED = 3,
    AUDIOSESSION_STATE_INTERRUPTED = 4
};

/* A description of what is played. One that is all zero says nothing, so set only what is known. */
typedef struct audiosession_now_playing {
    const char *title, *artist, *album; /* in UTF-8, or NULL; a longer text than 256 bytes is cut */
    int has_duration, has_position, has_rate;
    double duration; /* the length of the piece, 0 to 1e9 seconds */
    double position; /* where in it the sound is now, 0 to 1e9 seconds */
    double rate;     /* its speed, -1000 to 1000, 1 being the usual one */
    int state;       /* AUDIOSESSION_STATE_... */
    uint64_t reserved[8];
} audiosession_now_playing;

/*
 * Tells what the program plays: to the lock screen of the device, and to the media keys and widgets of a desktop whose
 * host follows it. Tell it once for each piece, and after each pause, seek and change of speed; the position between
 * goes by the clock. The next host is told the same.
 *
 * playing: copied; NULL: the program says nothing any more.
 *
 * Answers OK, UNGOVERNED, or INVALID: a text is not UTF-8, a number is outside of its range. It is a fact, and is never
 * refused. Any thread but the one that plays.
 */
int audiosession_set_now_playing(audiosession *session, const audiosession_now_playing *playing);

/* What came of a remote command: MPRemoteCommandHandlerStatus. */
enum {
    AUDIOSESSION_COMMAND_SUCCESS = 0,
    AUDIOSESSION_COMMAND_NO_SUCH_CONTENT = 1,
    AUDIOSESSION_COMMAND_NO_ACTIONABLE_ITEM = 2,
    AUDIOSESSION_COMMAND_DEVICE_NOT_FOUND = 3,
    AUDIOSESSION_COMMAND_FAILED = 4
};

/*
 * Says what came of a remote command (AUDIOSESSION_NOTICE_REMOTE_COMMAND), after what it asks for has been done. Without
 * it the command has its effect all the same; whoever gave it does not learn of that.
 *
 * command: as in the notice; status: AUDIOSESSION_COMMAND_SUCCESS ... AUDIOSESSION_COMMAND_FAILED.
 *
 * Answers OK, UNGOVERNED, REFUSED or INVALID, and waits as the calls above do.
 */
int audiosession_answer_command(audiosession *session, int command, int status);

/* ---- The program's own samples ---- */

/*
 * Says how the samples come that are handed to audiosession_process: 48000 frames a second of 2 channels if left out.
 * Not while audiosession_process runs.
 *
 * rate: 1 to 768000 frames a second; channels: 1 to 64. Answers OK or INVALID.
 */
int audiosession_set_format(audiosession *session, unsigned rate, unsigned channels);

/* What audiosession_process found. */
enum {
    AUDIOSESSION_SOUNDS = 0, /* the sound goes on, at whatever level: also where its level is zero */
    AUDIOSESSION_HALTED = 1  /* it stands still: nothing of these samples was heard; keep them for later */
};

/*
 * Applies to samples what the policy makes of them: its levels, ramps and silences, the program's own gain and the
 * volume as far as no hardware does it. A change that has come in takes effect at the first of these frames.
 *
 * For the thread that plays: does not allocate, lock or wait, and makes no system call. One thread at a time.
 *
 * samples: interleaved, `frames` times channels of them, changed in place. NULL advances the levels by `frames` and
 * touches no samples: for a program that only asks audiosession_gain.
 */
int audiosession_process(audiosession *session, float *samples, size_t frames);

/* The same for signed samples of 16 bits, rounded to the nearest. */
int audiosession_process_s16(audiosession *session, int16_t *samples, size_t frames);

/*
 * The factor that the last frame of audiosession_process got, 0 to 1, linear; after 0 frames what the next one will
 * get. For the thread that plays, like audiosession_process: for a program whose player has a volume of its own.
 */
float audiosession_gain(audiosession *session);

/*
 * The name of the PCM (of ALSA) that the route names: what a program opens that plays through a device of its own.
 * Copies at most `size` bytes, a zero byte included; "" where no device is to be opened, and sound passes by the clock.
 *
 * Answers OK, UNGOVERNED ("default"), or INVALID where size is 0.
 */
int audiosession_pcm(audiosession *session, char *name, size_t size);

/* The same for capturing; "" also while nothing is to be recorded. */
int audiosession_capture_pcm(audiosession *session, char *name, size_t size);

/*
 * Says that the device behind the route is gone, or can no longer be opened: for an accessory that is as good as being
 * pulled out. Answers OK or UNGOVERNED; it is a fact, and is never refused.
 */
int audiosession_output_lost(audiosession *session);

/*
 * Says how many seconds the sound has to go, if it goes on by itself: after the program sought in it; 0 where it is
 * at its end, AUDIOSESSION_ENDLESS where it has none. Answers OK, UNGOVERNED or INVALID.
 */
int audiosession_remaining(audiosession *session, double seconds);

#ifdef __cplusplus
}
#endif

#endif
