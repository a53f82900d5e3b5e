/* SPDX-License-Identifier: Apache-2.0 */
/* A program's calls: each is a message and its outcome. */
#include "session.h"

#include <string.h>
#include <sys/eventfd.h>

static const double longest_sound = 1e9; /* seconds */

static int invalid(audiosession *session, const char *sentence) {
    pthread_mutex_lock(&session->lock);
    memset(&session->why, 0, sizeof session->why);
    strcpy(session->why.sentence, sentence);
    pthread_mutex_unlock(&session->lock);
    return AUDIOSESSION_INVALID;
}

/* Locks the session for one call. Other calls wait, and this one waits while a host is being greeted. */
static void begin_call(audiosession *session) {
    pthread_mutex_lock(&session->lock);
    while (session->is_calling || session->link == LINK_GREETING) pthread_cond_wait(&session->changed, &session->lock);
    session->is_calling = 1;
}

static void end_call(audiosession *session) {
    session->is_calling = 0;
    session->continues = 0;
    pthread_cond_broadcast(&session->changed);
    pthread_mutex_unlock(&session->lock);
}

/* The code of a category or mode; 255 keeps it. */
static uint8_t code(int word) { return word == AUDIOSESSION_KEEP ? 255 : (uint8_t)word; }

static void put_fields(struct outgoing *message, const struct wish *wish) {
    switch (wish->kind) {
    case KIND_SET_CATEGORY:
        put(message, code(wish->category), 1);
        put(message, code(wish->mode), 1);
        put(message, wish->options != AUDIOSESSION_KEEP, 1);
        put(message, wish->options == AUDIOSESSION_KEEP ? 0 : wish->options, 4);
        break;
    case KIND_SET_ACTIVE:
        put(message, wish->flag, 1);
        put(message, wish->notifies, 1);
        break;
    case KIND_OVERRIDE_OUTPUT:
    case KIND_RECORD: put(message, wish->flag, 1); break;
    case KIND_PLAY:
        put_text(message, SOUND_NAME);
        put(message, wish->left, 8);
        put_f64(message, wish->gain);
        break;
    case KIND_PAUSE:
    case KIND_STOP: put_text(message, SOUND_NAME); break;
    case KIND_SET_GAIN:
        put_text(message, SOUND_NAME);
        put_f64(message, wish->gain);
        put(message, -1, 8);
        break;
    case KIND_ASK: put(message, wish->code, 1); break;
    case KIND_ANSWER_COMMAND:
        put(message, wish->code, 1);
        put(message, wish->status, 1);
        break;
    default: break;
    }
}

void send_call(audiosession *session, const struct wish *wish) {
    struct outgoing message;
    begin(&message, wish->kind, ++session->number);
    put(&message, 0, 1); /* without reasons */
    put_fields(&message, wish);
    link_send(session, &message);
}

void keep_sound(audiosession *session, const struct wish *wish) {
    struct kept *kept = &session->kept;
    switch (wish->kind) {
    case KIND_PLAY:
        kept->left = wish->left;
        kept->since = now();
        kept->sound = SOUND_PLAYING;
        break;
    case KIND_PAUSE:
        if (kept->sound != SOUND_NONE) kept->sound = SOUND_PAUSED;
        break;
    case KIND_STOP: kept->sound = SOUND_NONE; break;
    case KIND_SET_GAIN: kept->gain = wish->gain; break;
    default: break;
    }
}

/* Keeps what a call declares without a host, for the next host. */
static void declare(struct declared *declared, const struct wish *wish) {
    switch (wish->kind) {
    case KIND_SET_CATEGORY:
        if (wish->category != AUDIOSESSION_KEEP) declared->category = wish->category;
        if (wish->category != AUDIOSESSION_KEEP) declared->overrides = 0;
        if (wish->mode != AUDIOSESSION_KEEP) declared->mode = wish->mode;
        if (wish->options != AUDIOSESSION_KEEP) declared->options = wish->options;
        return;
    case KIND_OVERRIDE_OUTPUT: declared->overrides = wish->flag; return;
    case KIND_SET_ACTIVE:
        declared->is_active = wish->flag;
        if (!wish->flag) declared->overrides = declared->records = 0;
        break;
    case KIND_RECORD:
        declared->records = wish->flag;
        declared->is_active |= wish->flag;
        break;
    case KIND_PLAY: declared->is_active = 1; break;
    default: return;
    }
    declared->is_interrupted = 0;
}

void call_alone(audiosession *session, struct call *call) {
    if (call->is_alone) return;
    call->is_alone = 1;
    const int goes_on = sound_stands(session);
    keep_sound(session, &call->wish);
    declare(&session->kept.session, &call->wish);
    eventfd_write(session->wake, 1); /* the sound may end sooner now */
    switch (call->wish.kind) {
    case KIND_PLAY: sound_play(session, !goes_on); break;
    case KIND_PAUSE:
    case KIND_STOP: sound_halt(session); break;
    case KIND_SET_GAIN:
        if (session->heard.runs) sound_set_gain(session);
        break;
    default: break;
    }
}

/* Sends the call, and waits until it is decided and has taken effect. A host that does not answer is given up. */
static int decide(audiosession *session, struct wish wish) {
    memset(&session->call, 0, sizeof session->call);
    session->call.wish = wish;
    session->call.number = session->number + 1;
    if (session->link == LINK_GOVERNED) {
        const int64_t until = now() + PATIENCE;
        send_call(session, &wish);
        while (session->link == LINK_GOVERNED && !session->call.is_settled) {
            if (!link_wait(session, until)) link_lose(session);
        }
    } else {
        call_alone(session, &session->call);
    }
    if (session->call.is_alone) return AUDIOSESSION_UNGOVERNED;
    if (!session->call.outcome.is_refused) return AUDIOSESSION_OK;
    session->why = session->call.outcome.why;
    return AUDIOSESSION_REFUSED;
}

static int perform(audiosession *session, struct wish wish) {
    begin_call(session);
    const int answer = decide(session, wish);
    end_call(session);
    return answer;
}

/* ---- Calls ---- */

int audiosession_set_category(audiosession *session, int category, int mode, int options) {
    const int known = 0xFF, keep = AUDIOSESSION_KEEP;
    if (category < keep || category > AUDIOSESSION_MULTI_ROUTE) {
        return invalid(session, "category: give AUDIOSESSION_AMBIENT or one below it, or AUDIOSESSION_KEEP");
    }
    if (mode < keep || mode > AUDIOSESSION_MODE_VOICE_PROMPT) {
        return invalid(session, "mode: give AUDIOSESSION_MODE_DEFAULT or one below it, or AUDIOSESSION_KEEP");
    }
    if (options != keep && (options & ~known) != 0) {
        return invalid(session, "options: give AUDIOSESSION_MIX_WITH_OTHERS and bits below it, or AUDIOSESSION_KEEP");
    }
    return perform(
        session, (struct wish){.kind = KIND_SET_CATEGORY, .category = category, .mode = mode, .options = options});
}

int audiosession_set_active(audiosession *session, int active, int notify_others) {
    return perform(
        session, (struct wish){.kind = KIND_SET_ACTIVE, .flag = active != 0, .notifies = notify_others != 0});
}

int audiosession_override_output(audiosession *session, int to_speaker) {
    return perform(session, (struct wish){.kind = KIND_OVERRIDE_OUTPUT, .flag = to_speaker != 0});
}

int audiosession_record(audiosession *session, int on) {
    return perform(session, (struct wish){.kind = KIND_RECORD, .flag = on != 0});
}

/* Converts a length to nanoseconds: -1 for endless, -2 for an invalid one. */
static int64_t nanoseconds(double seconds, double least) {
    if (seconds == AUDIOSESSION_ENDLESS) return -1;
    return seconds >= least && seconds <= longest_sound ? (int64_t)(seconds * 1e9) : -2;
}

int audiosession_play(audiosession *session, double seconds) {
    const int64_t asked = nanoseconds(seconds, 1e-9);
    if (asked == -2) return invalid(session, "seconds: give more than 0 and at most 1e9, or AUDIOSESSION_ENDLESS");
    begin_call(session);
    session->continues = sound_stands(session);
    const int64_t left = session->continues ? session->kept.left : asked;
    const int answer =
        decide(session, (struct wish){.kind = KIND_PLAY, .left = left, .gain = session->kept.gain});
    end_call(session);
    return answer;
}

int audiosession_pause(audiosession *session) { return perform(session, (struct wish){.kind = KIND_PAUSE}); }
int audiosession_stop(audiosession *session) { return perform(session, (struct wish){.kind = KIND_STOP}); }

int audiosession_set_gain(audiosession *session, double gain) {
    if (!(gain >= 0 && gain <= 1)) return invalid(session, "gain: give 0 to 1");
    const struct wish wish = {.kind = KIND_SET_GAIN, .gain = gain};
    begin_call(session);
    int answer = session->link == LINK_GOVERNED ? AUDIOSESSION_OK : AUDIOSESSION_UNGOVERNED;
    if (session->kept.sound != SOUND_NONE) {
        answer = decide(session, wish);
    } else {
        keep_sound(session, &wish); /* Nothing to tell a host yet. */
    }
    end_call(session);
    return answer;
}

int audiosession_remaining(audiosession *session, double seconds) {
    const int64_t left = nanoseconds(seconds, 0);
    if (left == -2) return invalid(session, "seconds: give 0 to 1e9, or AUDIOSESSION_ENDLESS");
    begin_call(session);
    struct outgoing message;
    begin(&message, KIND_SOUND_MOVED, 0);
    put_text(&message, SOUND_NAME);
    put(&message, left, 8);
    const int told = session->link == LINK_GOVERNED && link_send(session, &message);
    session->kept.left = left;
    session->kept.since = now();
    eventfd_write(session->wake, 1);
    end_call(session);
    return told ? AUDIOSESSION_OK : AUDIOSESSION_UNGOVERNED;
}

int tell_now_playing(audiosession *session) {
    const struct now_playing *playing = &session->kept.now_playing;
    struct outgoing message;
    begin(&message, KIND_NOW_PLAYING, 0);
    put(&message, session->kept.has_now_playing != 0, 1);
    if (session->kept.has_now_playing) {
        for (int each = 0; each < TEXTS; each++) {
            put_text(&message, playing->texts[each][0] != 0 ? playing->texts[each] : NULL);
        }
        for (int each = 0; each < NUMBERS; each++) {
            put(&message, playing->has_number[each] != 0, 1);
            if (playing->has_number[each]) put_f64(&message, playing->numbers[each]);
        }
        put(&message, playing->state, 1);
    }
    return link_send(session, &message);
}

/* Copies as many whole characters as fit; returns 0 if the text is not UTF-8. NULL is the empty text. */
static int copy_text(char to[LONGEST_NAME + 1], const char *text) {
    const int size = text != NULL ? place_fitting(text, LONGEST_NAME) : 0;
    if (size < 0) return 0;
    if (size > 0) memcpy(to, text, (size_t)size);
    to[size] = 0;
    return 1;
}

int audiosession_set_now_playing(audiosession *session, const audiosession_now_playing *playing) {
    struct now_playing told;
    memset(&told, 0, sizeof told);
    if (playing != NULL) {
        if (!copy_text(told.texts[0], playing->title)) return invalid(session, "title: give UTF-8, or NULL");
        if (!copy_text(told.texts[1], playing->artist)) return invalid(session, "artist: give UTF-8, or NULL");
        if (!copy_text(told.texts[2], playing->album)) return invalid(session, "album: give UTF-8, or NULL");
        const struct {
            int is_there;
            double number, least, most;
            const char *problem;
        } numbers[NUMBERS] = {
            {playing->has_duration, playing->duration, 0, longest_sound,
             "duration: give 0 to 1e9 seconds, or leave has_duration 0"},
            {playing->has_position, playing->position, 0, longest_sound,
             "position: give 0 to 1e9 seconds, or leave has_position 0"},
            {playing->has_rate, playing->rate, -1000, 1000, "rate: give -1000 to 1000, or leave has_rate 0"}};
        for (int each = 0; each < NUMBERS; each++) {
            told.has_number[each] = numbers[each].is_there;
            told.numbers[each] = numbers[each].number;
            const int is_within = told.numbers[each] >= numbers[each].least && told.numbers[each] <= numbers[each].most;
            if (told.has_number[each] && !is_within) return invalid(session, numbers[each].problem);
        }
        if (playing->state < AUDIOSESSION_STATE_UNKNOWN || playing->state > AUDIOSESSION_STATE_INTERRUPTED)
            return invalid(session, "state: give AUDIOSESSION_STATE_UNKNOWN or one below it");
        told.state = (uint8_t)playing->state;
    }
    begin_call(session);
    session->kept.has_now_playing = playing != NULL;
    session->kept.now_playing = told;
    const int is_told = session->link == LINK_GOVERNED && tell_now_playing(session);
    end_call(session);
    return is_told ? AUDIOSESSION_OK : AUDIOSESSION_UNGOVERNED;
}

int audiosession_answer_command(audiosession *session, int command, int status) {
    if (command < AUDIOSESSION_COMMAND_PLAY || command > AUDIOSESSION_COMMAND_CHANGE_SHUFFLE_MODE)
        return invalid(session, "command: give the one of the notice");
    if (status < AUDIOSESSION_COMMAND_SUCCESS || status > AUDIOSESSION_COMMAND_FAILED)
        return invalid(session, "status: give AUDIOSESSION_COMMAND_SUCCESS or one below it");
    return perform(session, (struct wish){.kind = KIND_ANSWER_COMMAND, .code = command, .status = status});
}

/* ---- Questions ---- */

enum { QUESTION_VOLUME = 2, QUESTION_ROUTE = 3, QUESTION_INPUT = 5 };
enum { ANSWER_FLAG = 1, ANSWER_VOLUME = 2, ANSWER_ROUTE = 4 };

/* Asks a question. `answer` receives the answer of a kind, and is unchanged unless the call returns OK. */
static int ask(audiosession *session, int question, int kind, void *answer, size_t size) {
    begin_call(session);
    const int result = decide(session, (struct wish){.kind = KIND_ASK, .code = question, .answer = kind});
    const struct outcome *outcome = &session->call.outcome;
    const void *found = kind == ANSWER_ROUTE ? (const void *)&outcome->route : &outcome->flag;
    if (kind == ANSWER_VOLUME) found = &outcome->volume;
    if (result == AUDIOSESSION_OK) memcpy(answer, found, size);
    end_call(session);
    return result;
}

int audiosession_ask(audiosession *session, int question, int *answer) {
    static const uint8_t codes[] = {0, 1, QUESTION_INPUT};
    if (question < AUDIOSESSION_OTHER_AUDIO_IS_PLAYING || question > AUDIOSESSION_INPUT_IS_AVAILABLE)
        return invalid(session, "question: give AUDIOSESSION_OTHER_AUDIO_IS_PLAYING or one below it");
    return ask(session, codes[question], ANSWER_FLAG, answer, sizeof *answer);
}

int audiosession_ask_volume(audiosession *session, double *volume) {
    return ask(session, QUESTION_VOLUME, ANSWER_VOLUME, volume, sizeof *volume);
}

int audiosession_ask_route(audiosession *session, audiosession_route *route) {
    return ask(session, QUESTION_ROUTE, ANSWER_ROUTE, route, sizeof *route);
}

int audiosession_request_permission(audiosession *session, int *granted) {
    begin_call(session);
    const int result = decide(session, (struct wish){.kind = KIND_REQUEST_PERMISSION});
    const struct outcome *outcome = &session->call.outcome;
    if (result == AUDIOSESSION_OK && outcome->answer == ANSWER_FLAG) *granted = outcome->flag;
    end_call(session);
    return result;
}
