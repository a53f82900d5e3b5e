/*
 * libaudiosession against a host that is made of the test's own bytes. Each test is what a program does, and beside
 * it what its host sees and says, on a thread of its own. Without arguments all tests run, else those that are named.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "../../Sources/Phone/CAudioSession/include/audiosession.h"
#include "fake_host.h"

static char folder[64], path[100];
static const char *program; /* the file name of this one */

/* ---- What tests share ---- */

/* A host at the tests' path. */
static struct play *begin_play(void (*script)(struct host *host)) { return play_begin(script, path); }

static void end_play(struct play *play) { play_end(play); }

static audiosession *open_session(void) {
    audiosession *session;
    audiosession_why why;
    if (audiosession_open(&session, "player", &why) != AUDIOSESSION_OK) {
        fprintf(stderr, "not opened: %s\n", why.sentence);
        abort();
    }
    return session;
}

/* The next notice that is no mere level, waiting for it on the descriptor as a main loop does. */
static audiosession_notice next_notice(audiosession *session) {
    audiosession_notice notice;
    do {
        while (!audiosession_next(session, &notice)) {
            struct pollfd ready = {audiosession_descriptor(session), POLLIN, 0};
            CHECK(poll(&ready, 1, 30000) == 1);
        }
    } while (notice.kind == AUDIOSESSION_NOTICE_LEVEL);
    return notice;
}

static audiosession_notice expect_notice(audiosession *session, int kind, int advice) {
    const audiosession_notice notice = next_notice(session);
    CHECK(notice.kind == kind);
    CHECK(notice.advice == advice);
    return notice;
}

enum { FRAMES = 480 }; /* a hundredth of a second */

/* A period of ones; answers what its last frame became, and in `answer` what was said. */
static float play_ones(audiosession *session, int *answer) {
    float samples[2 * FRAMES];
    for (int sample = 0; sample < 2 * FRAMES; sample++) samples[sample] = 1;
    const int said = audiosession_process(session, samples, FRAMES);
    if (answer != NULL) *answer = said;
    CHECK(samples[2 * FRAMES - 1] == samples[2 * FRAMES - 2]);
    CHECK(said == AUDIOSESSION_HALTED || samples[2 * FRAMES - 1] == audiosession_gain(session));
    return samples[2 * FRAMES - 1];
}

/* So many hundredths of a second. */
static float play_for(audiosession *session, int count) {
    float last = 0;
    while (count-- > 0) last = play_ones(session, NULL);
    return last;
}

static int is_near(double one, double other) { return fabs(one - other) < 1e-6; }

static const struct shown sounding = {.runs = 1, .gain = 1, .duck = 1, .volume = 1, .outputs = 64, .pcm = "front"};

/* The host's side of a first play: granted, and heard at once. */
static void host_play(struct host *host) {
    host_greet(host, 0, "player", "player");
    const uint32_t number = HOST_EXPECT(host, 19, "bsqd", 0u, "samples", (int64_t)-1, 1.0);
    host_grant(host, number);
    struct shown shown = sounding;
    shown.begins = 1;
    host_show(host, shown);
    host_settle(host);
}

/* ---- Finding a host ---- */

static void host_none(struct host *host) { (void)host; }

static void test_given_path_without_host(void) {
    struct play *play = begin_play(host_none);
    end_play(play); /* its socket is left behind */
    audiosession *session = (audiosession *)&session;
    audiosession_why why;
    CHECK(audiosession_open(&session, "player", &why) == AUDIOSESSION_UNREACHABLE);
    CHECK(session == NULL);
    CHECK(strstr(why.sentence, path) != NULL && strstr(why.sentence, "audiosession host --socket") != NULL);
    CHECK(why.code == 0 && why.error[0] == 0 && why.rule[0] == 0);
    CHECK(unlink(path) == 0);
    CHECK(audiosession_open(&session, "player", NULL) == AUDIOSESSION_UNREACHABLE);
    char longer[160];
    memset(longer, 'x', sizeof longer);
    longer[0] = '/';
    longer[sizeof longer - 1] = 0;
    setenv("AUDIOSESSION_SOCKET", longer, 1);
    CHECK(audiosession_open(&session, "player", &why) == AUDIOSESSION_UNREACHABLE);
    CHECK(strstr(why.sentence, "longer than 99 bytes") != NULL);
    audiosession_close(NULL);
}

static void test_names(void) {
    audiosession *session;
    audiosession_why why;
    setenv("AUDIOSESSION_SOCKET", "", 1);
    static const char *const bad[] = {
        "", "a/b", "a\nb", "\x7f", "\xff", "a\xc3", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80",
        "a\xc2\x85", "a\xe2\x80\xa8", "\xef\xbb\xbfplayer", "a\xef\xbf\xb9", "a\xef\xbf\xbf", "\xe2\x80\xaegpj.exe", "\xe2\x81\xa6x",
    };
    for (size_t each = 0; each < sizeof bad / sizeof *bad; each++) {
        CHECK(audiosession_open(&session, bad[each], &why) == AUDIOSESSION_INVALID);
        CHECK(strstr(why.sentence, "cannot be an app's name") != NULL);
    }
    char longer[300];
    memset(longer, 'x', sizeof longer);
    longer[248] = 0;
    CHECK(audiosession_open(&session, longer, &why) == AUDIOSESSION_UNGOVERNED);
    audiosession_close(session);
    longer[248] = 'x';
    longer[249] = 0;
    CHECK(audiosession_open(&session, longer, &why) == AUDIOSESSION_INVALID);
    static const char *const good[] = {"na\xc3\xafve", "\xe9\x9f\xb3\xe6\xa5\xbd", "\xf0\x9f\x8e\xb5 player#2"};
    for (size_t each = 0; each < sizeof good / sizeof *good; each++) {
        CHECK(audiosession_open(&session, good[each], &why) == AUDIOSESSION_UNGOVERNED);
        audiosession_close(session);
    }
    char name[300];
    CHECK(audiosession_open(&session, NULL, &why) == AUDIOSESSION_UNGOVERNED);
    CHECK(audiosession_app(session, name, sizeof name) == AUDIOSESSION_UNGOVERNED);
    CHECK(strcmp(name, program) == 0);
    audiosession_close(session);
    setenv("AUDIOSESSION_APP", "from-outside", 1);
    CHECK(audiosession_open(&session, "player", &why) == AUDIOSESSION_UNGOVERNED);
    audiosession_app(session, name, sizeof name);
    CHECK(strcmp(name, "from-outside") == 0);
    CHECK(audiosession_app(session, name, 5) == AUDIOSESSION_UNGOVERNED && strcmp(name, "from") == 0);
    CHECK(audiosession_app(session, name, 0) == AUDIOSESSION_INVALID);
    audiosession_close(session);
    unsetenv("AUDIOSESSION_APP");
}

/* No host answers at the default path: the sound plays at the program's own gain, and every call says so. */
static void test_ungoverned(void) {
    unsetenv("AUDIOSESSION_SOCKET");
    audiosession *session;
    CHECK(audiosession_open(&session, "player", NULL) == AUDIOSESSION_UNGOVERNED);
    CHECK(audiosession_governed(session) == AUDIOSESSION_UNGOVERNED);
    int said, flag = 7;
    double volume = 7;
    CHECK(play_ones(session, &said) == 0 && said == AUDIOSESSION_HALTED);
    CHECK(audiosession_set_category(session, AUDIOSESSION_PLAYBACK, AUDIOSESSION_KEEP, 0) == AUDIOSESSION_UNGOVERNED);
    CHECK(audiosession_set_active(session, 1, 0) == AUDIOSESSION_UNGOVERNED);
    CHECK(audiosession_ask(session, AUDIOSESSION_OTHER_AUDIO_IS_PLAYING, &flag) == AUDIOSESSION_UNGOVERNED && flag == 7);
    CHECK(audiosession_ask_volume(session, &volume) == AUDIOSESSION_UNGOVERNED && volume == 7);
    CHECK(audiosession_set_gain(session, 0.5) == AUDIOSESSION_UNGOVERNED);
    CHECK(audiosession_play(session, AUDIOSESSION_ENDLESS) == AUDIOSESSION_UNGOVERNED);
    CHECK(is_near(play_ones(session, &said), 0.5) && said == AUDIOSESSION_SOUNDS);
    CHECK(audiosession_set_gain(session, 1) == AUDIOSESSION_UNGOVERNED);
    const float between = play_ones(session, NULL);
    CHECK(between > 0.5f && between < 1);
    CHECK(play_for(session, 2) == 1);
    CHECK(audiosession_pause(session) == AUDIOSESSION_UNGOVERNED);
    CHECK(play_ones(session, &said) < 0.01f && said == AUDIOSESSION_SOUNDS);
    CHECK(play_ones(session, &said) == 0 && said == AUDIOSESSION_HALTED);
    CHECK(audiosession_play(session, AUDIOSESSION_ENDLESS) == AUDIOSESSION_UNGOVERNED);
    CHECK(play_for(session, 2) == 1);
    CHECK(audiosession_stop(session) == AUDIOSESSION_UNGOVERNED);
    CHECK(play_for(session, 2) == 0);
    char pcm[32];
    CHECK(audiosession_pcm(session, pcm, sizeof pcm) == AUDIOSESSION_UNGOVERNED && strcmp(pcm, "default") == 0);
    /* A sound whose length is known ends, host or not. */
    CHECK(audiosession_play(session, 0.001) == AUDIOSESSION_UNGOVERNED);
    expect_notice(session, AUDIOSESSION_NOTICE_SOUND_FINISHED, AUDIOSESSION_GO_ON);
    audiosession_close(session);
}

static void host_farewell(struct host *host) {
    host_accept(host);
    host_hear(host);
    host_send(host, 130, 0, "hs", 1u, "this host speaks 2 to 3, the program 1 to 1; install a newer library");
}

static void test_farewell(void) {
    struct play *play = begin_play(host_farewell);
    audiosession *session;
    audiosession_why why;
    CHECK(audiosession_open(&session, "player", &why) == AUDIOSESSION_UNREACHABLE);
    CHECK(session == NULL && strstr(why.sentence, "install a newer library") != NULL);
    end_play(play);
}

static void host_babbles(struct host *host) {
    host_accept(host);
    host_hear(host);
    host_send(host, 129, 1, "hb", 1u, 9u);
}

static void test_no_host_at_all(void) {
    struct play *play = begin_play(host_babbles);
    audiosession *session;
    audiosession_why why;
    CHECK(audiosession_open(&session, "player", &why) == AUDIOSESSION_UNREACHABLE);
    CHECK(strstr(why.sentence, "no host that this library understands") != NULL);
    end_play(play);
}

/* A host that is full takes the connection, says why not, and closes it, whether the greeting has come by then or not. */
static void host_is_full(struct host *host) {
    host_accept(host);
    host_send(host, 130, 0, "hs", 7u, "too many open files; allow more");
}

static void test_turned_away(void) {
    for (int round = 0; round < 300; round++) {
        struct play *play = begin_play(host_is_full);
        audiosession *session;
        audiosession_why why;
        CHECK(audiosession_open(&session, "player", &why) == AUDIOSESSION_UNREACHABLE);
        CHECK(strstr(why.sentence, "too many open files; allow more") != NULL);
        end_play(play);
    }
}

/* The host of another user is refused, at the path that is given and at the default one. */
static void test_other_user(void) {
    if (geteuid() != 0) {
        printf("   not looked at, only root can listen as another user: other user\n");
        return;
    }
    char inside[80], by_default[100];
    snprintf(inside, sizeof inside, "%s/audiosession", folder);
    snprintf(by_default, sizeof by_default, "%s/host", inside);
    CHECK(mkdir(inside, 0700) == 0);
    const char *const places[] = {path, by_default};
    for (int each = 0; each < 2; each++) {
        struct host host;
        host_listen(&host, places[each]);
        /* The kernel notes the user of the thread that begins to listen; this one alone changes. */
        CHECK(syscall(SYS_setresuid, -1, 65534, -1) == 0);
        CHECK(listen(host.listener, 8) == 0);
        CHECK(syscall(SYS_setresuid, -1, 0, -1) == 0);
        audiosession *session;
        audiosession_why why;
        CHECK(audiosession_open(&session, "player", &why) == AUDIOSESSION_UNREACHABLE);
        CHECK(strstr(why.sentence, places[each]) != NULL && strstr(why.sentence, "another user") != NULL);
        host_die(&host);
        CHECK(unlink(places[each]) == 0);
        unsetenv("AUDIOSESSION_SOCKET");
    }
    CHECK(rmdir(inside) == 0);
}

/* ---- Calls ---- */

static void host_greets(struct host *host) {
    /* The greeting of Docs/Wire.md, byte for byte. */
    host_accept(host);
    host_hear(host);
    static const uint8_t hello[] = {1, 0, 0, 0, 1, 0, 0, 0, 'A', 'S', 'E', 'S', 1, 0, 2, 0, 0, 3, 0, 'n', 'a', 'v'};
    CHECK(host->in.size == sizeof hello && memcmp(host->in.at, hello, sizeof hello) == 0);
    host_send(host, 129, 1, "hssbb", 1u, "nav#2", "iPhoneOS3", 0u, 0u);
    host_hear(host);
    static const uint8_t active[] = {17, 0, 0, 0, 2, 0, 0, 0, 0, 1, 0};
    CHECK(host->in.size == sizeof active && memcmp(host->in.at, active, sizeof active) == 0);
    host_grant(host, 2);
    host_settle(host);
    HOST_EXPECT(host, 64, "");
}

static void test_documented_bytes(void) {
    struct play *play = begin_play(host_greets);
    audiosession *session;
    CHECK(audiosession_open(&session, "nav", NULL) == AUDIOSESSION_OK);
    char name[32];
    CHECK(audiosession_app(session, name, sizeof name) == AUDIOSESSION_OK && strcmp(name, "nav#2") == 0);
    CHECK(audiosession_set_active(session, 1, 0) == AUDIOSESSION_OK);
    audiosession_close(session);
    end_play(play);
}

static void grant_next(struct host *host) {
    uint32_t number = 0;
    for (int byte = 3; byte >= 0; byte--) number = number << 8 | host->in.at[4 + byte];
    host_grant(host, number);
    host_settle(host);
}

static void host_grants(struct host *host) {
    host_greet(host, 0, "player", "player");
    HOST_EXPECT(host, 16, "bbbbw", 0u, 2u, 255u, 1u, (uint32_t)3);
    grant_next(host);
    HOST_EXPECT(host, 16, "bbbbw", 0u, 255u, 7u, 0u, (uint32_t)0);
    grant_next(host);
    HOST_EXPECT(host, 17, "bbb", 0u, 0u, 1u);
    grant_next(host);
    HOST_EXPECT(host, 18, "bb", 0u, 1u);
    grant_next(host);
    HOST_EXPECT(host, 19, "bsqd", 0u, "samples", INT64_C(1500000000), 0.25);
    grant_next(host);
    HOST_EXPECT(host, 22, "bsdq", 0u, "samples", 0.75, (int64_t)-1);
    grant_next(host);
    HOST_EXPECT(host, 48, "sq", "samples", INT64_C(500000000));
    HOST_EXPECT(host, 48, "sq", "samples", (int64_t)-1);
    HOST_EXPECT(host, 20, "bs", 0u, "samples");
    grant_next(host);
    HOST_EXPECT(host, 21, "bs", 0u, "samples");
    grant_next(host);
    HOST_EXPECT(host, 23, "bb", 0u, 1u);
    grant_next(host);
    HOST_EXPECT(host, 64, "");
}

static void test_calls(void) {
    struct play *play = begin_play(host_grants);
    audiosession *session = open_session();
    const int options = AUDIOSESSION_MIX_WITH_OTHERS | AUDIOSESSION_DUCK_OTHERS;
    CHECK(audiosession_set_category(session, AUDIOSESSION_PLAYBACK, AUDIOSESSION_KEEP, options) == AUDIOSESSION_OK);
    CHECK(audiosession_set_category(session, AUDIOSESSION_KEEP, AUDIOSESSION_MODE_SPOKEN_AUDIO, AUDIOSESSION_KEEP) == 0);
    CHECK(audiosession_set_active(session, 0, 1) == AUDIOSESSION_OK);
    CHECK(audiosession_override_output(session, 1) == AUDIOSESSION_OK);
    CHECK(audiosession_set_gain(session, 0.25) == AUDIOSESSION_OK); /* nothing to tell: no sound is started */
    CHECK(audiosession_play(session, 1.5) == AUDIOSESSION_OK);
    CHECK(audiosession_set_gain(session, 0.75) == AUDIOSESSION_OK);
    CHECK(audiosession_remaining(session, 0.5) == AUDIOSESSION_OK);
    CHECK(audiosession_remaining(session, AUDIOSESSION_ENDLESS) == AUDIOSESSION_OK);
    CHECK(audiosession_pause(session) == AUDIOSESSION_OK);
    CHECK(audiosession_stop(session) == AUDIOSESSION_OK);
    CHECK(audiosession_record(session, 1) == AUDIOSESSION_OK);
    /* A value out of its range is not sent to the host. */
    CHECK(audiosession_set_category(session, 7, 0, 0) == AUDIOSESSION_INVALID);
    CHECK(audiosession_set_category(session, 0, 9, 0) == AUDIOSESSION_INVALID);
    CHECK(audiosession_set_category(session, 0, 0, 0x100) == AUDIOSESSION_INVALID);
    CHECK(audiosession_play(session, 0) == AUDIOSESSION_INVALID && audiosession_play(session, NAN) == AUDIOSESSION_INVALID);
    CHECK(audiosession_play(session, 1e10) == AUDIOSESSION_INVALID);
    CHECK(audiosession_set_gain(session, 1.01) == AUDIOSESSION_INVALID);
    CHECK(audiosession_set_gain(session, NAN) == AUDIOSESSION_INVALID);
    CHECK(audiosession_remaining(session, -2) == AUDIOSESSION_INVALID);
    CHECK(audiosession_ask(session, 3, NULL) == AUDIOSESSION_INVALID);
    CHECK(audiosession_set_format(session, 0, 2) == AUDIOSESSION_INVALID);
    CHECK(audiosession_set_format(session, 48000, 65) == AUDIOSESSION_INVALID);
    audiosession_why why;
    audiosession_explain(session, &why);
    CHECK(strncmp(why.sentence, "question: ", 10) == 0 && why.error[0] == 0);
    audiosession_close(session);
    end_play(play);
}

static void host_refuses(struct host *host) {
    host_greet(host, 0, "player", "player");
    const uint32_t number = HOST_EXPECT(host, 19, "bsqd", 0u, "samples", (int64_t)-1, 1.0);
    char sentence[600];
    memset(sentence, 'a', sizeof sentence);
    memcpy(sentence + 442, "\xC3\xA4", 2); /* a letter of two bytes, the second of which does not fit */
    sentence[599] = 0;
    host_send(host, 131, number, "qbbwssbh", (int64_t)1, 1u, 5u, (uint32_t)561017449, "R-INT-2", sentence, 0u, 0u);
    host_settle(host);
    HOST_EXPECT(host, 64, "");
}

static void test_refusal(void) {
    struct play *play = begin_play(host_refuses);
    audiosession *session = open_session();
    audiosession_why why;
    CHECK(audiosession_play(session, AUDIOSESSION_ENDLESS) == AUDIOSESSION_REFUSED);
    audiosession_explain(session, &why);
    CHECK(why.code == 561017449 && strcmp(why.error, "insufficientPriority") == 0 && strcmp(why.rule, "R-INT-2") == 0);
    CHECK(strlen(why.sentence) == 442);
    int said;
    CHECK(play_ones(session, &said) == 0 && said == AUDIOSESSION_HALTED);
    audiosession_close(session);
    end_play(play);
}

static void host_answers(struct host *host) {
    host_greet(host, 0, "player", "player");
    uint32_t number = HOST_EXPECT(host, 27, "bb", 0u, 5u);
    host_send(host, 131, number, "qbbbh", (int64_t)1, 0u, 1u, 1u, 0u);
    host_settle(host);
    number = HOST_EXPECT(host, 27, "bb", 0u, 2u);
    host_send(host, 131, number, "qbbdh", (int64_t)1, 0u, 2u, 0.625, 0u);
    host_settle(host);
    number = HOST_EXPECT(host, 27, "bb", 0u, 3u);
    host_send(host, 131, number, "qbbbbssbbssh", (int64_t)1, 0u, 4u, 1u, 8u, "headphones", "Headphones", 1u, 99u, "u", "n", 0u);
    host_settle(host);
    number = HOST_EXPECT(host, 28, "b", 0u);
    host_send(host, 131, number, "qbbbh", (int64_t)1, 0u, 1u, 0u, 0u);
    host_settle(host);
    HOST_EXPECT(host, 64, "");
}

static void test_questions(void) {
    struct play *play = begin_play(host_answers);
    audiosession *session = open_session();
    int flag = 7, granted = 7;
    double volume = 7;
    audiosession_route route;
    CHECK(audiosession_ask(session, AUDIOSESSION_INPUT_IS_AVAILABLE, &flag) == AUDIOSESSION_OK && flag == 1);
    CHECK(audiosession_ask_volume(session, &volume) == AUDIOSESSION_OK && volume == 0.625);
    CHECK(audiosession_ask_route(session, &route) == AUDIOSESSION_OK);
    CHECK(route.output_count == 1 && strcmp(route.outputs[0].kind, "headphones") == 0);
    CHECK(strcmp(route.outputs[0].name, "Headphones") == 0);
    CHECK(route.input_count == 1 && strcmp(route.inputs[0].kind, "unknown") == 0);
    CHECK(audiosession_request_permission(session, &granted) == AUDIOSESSION_OK && granted == 0);
    audiosession_close(session);
    end_play(play);
}

/* Waits until the program has closed the connection, whatever it has sent and left unread. */
static void host_hear_end(struct host *host) {
    ssize_t size;
    do size = recv(host->program, host->in.at, sizeof host->in.at, 0);
    while (size > 0 || (size < 0 && errno == ECONNRESET));
    close(host->program);
    host->program = -1;
}

/* Kinds of answers: none, a flag, a volume, a category, a route, two of a slider, and one of a later version. */
enum { NO_ANSWER, A_FLAG, A_VOLUME, A_CATEGORY, A_ROUTE, A_LEVEL, AN_ACCESSORY, AN_UNKNOWN, ANSWERS };

static void host_answer(struct host *host, uint32_t number, unsigned kind) {
    const int64_t at = 1;
    switch (kind) {
    case A_FLAG:
    case A_CATEGORY: host_send(host, 131, number, "qbbbh", at, 0u, kind, 1u, 0u); break;
    case A_VOLUME:
    case A_LEVEL: host_send(host, 131, number, "qbbdh", at, 0u, kind, 0.5, 0u); break;
    case A_ROUTE: host_send(host, 131, number, "qbbbbh", at, 0u, kind, 0u, 0u, 0u); break;
    case AN_ACCESSORY: host_send(host, 131, number, "qbbbnh", at, 0u, kind, 5u, 0u); break;
    default: host_send(host, 131, number, "qbbh", at, 0u, kind, 0u); break;
    }
}

/* A question, and its only answer. */
static const struct {
    unsigned question, answer;
} asked[] = {{5, A_FLAG}, {2, A_VOLUME}, {3, A_ROUTE}};

enum { QUESTIONS = sizeof asked / sizeof *asked };

/* Which of them is asked, and how it is answered. */
static int asked_now;
static unsigned answered_now;

static void host_answers_wrongly(struct host *host) {
    host_greet(host, 0, "player", "player");
    host_answer(host, HOST_EXPECT(host, 27, "bb", 0u, asked[asked_now].question), answered_now);
    host_hear_end(host);
}

static void test_wrong_answers(void) {
    for (asked_now = 0; asked_now < QUESTIONS; asked_now++) {
        for (answered_now = 0; answered_now < ANSWERS; answered_now++) {
            if (answered_now == asked[asked_now].answer) continue;
            struct play *play = begin_play(host_answers_wrongly);
            audiosession *session = open_session();
            int flag = 7, answer = AUDIOSESSION_OK;
            double volume = 7;
            audiosession_route route;
            memset(&route, 7, sizeof route);
            const audiosession_route untouched = route;
            switch (asked[asked_now].answer) {
            case A_FLAG: answer = audiosession_ask(session, AUDIOSESSION_INPUT_IS_AVAILABLE, &flag); break;
            case A_VOLUME: answer = audiosession_ask_volume(session, &volume); break;
            default: answer = audiosession_ask_route(session, &route); break;
            }
            CHECK(answer == AUDIOSESSION_UNGOVERNED);
            CHECK(flag == 7 && volume == 7 && memcmp(&route, &untouched, sizeof route) == 0);
            end_play(play);
            audiosession_close(session);
        }
    }
}

/* ---- One round trip for each call, since version 2 ---- */

static void host_counts(struct host *host) {
    host_greet_in(host, 2, 0, "player", "player");
    struct shown shown = sounding;
    shown.begins = 1;
    uint32_t number = HOST_EXPECT(host, 19, "bsqd", 0u, "samples", (int64_t)-1, 1.0);
    host_send(host, 131, number, "qbbh" "qq", (int64_t)1, 0u, 0u, 0u, (int64_t)1, (int64_t)1);
    host_show(host, shown);
    host_send(host, 133, 0, "qqbb", (int64_t)1, (int64_t)5, 4u, 1u);
    /* What comes next is the next call, and no question; with reasons and an answer before what is counted. */
    number = HOST_EXPECT(host, 20, "bs", 0u, "samples");
    host_send(host, 131, number, "qbb" "bs" "h" "sns" "sss" "qq", (int64_t)1, 0u, 6u, 5u, "Box", 2u, "R-X-1", "Why.", "R-X-2",
              "player", "Why.", (int64_t)2, (int64_t)1);
    shown.runs = shown.begins = 0;
    host_show(host, shown);
    /* Nothing follows from this one, and so nothing is waited for. */
    number = HOST_EXPECT(host, 21, "bs", 0u, "samples");
    host_send(host, 131, number, "qbbh" "qq", (int64_t)1, 0u, 0u, 0u, (int64_t)2, (int64_t)1);
    HOST_EXPECT(host, 64, "");
}

static void test_one_round_trip(void) {
    struct play *play = begin_play(host_counts);
    audiosession *session = open_session();
    audiosession_notice notice;
    int said;
    CHECK(audiosession_play(session, AUDIOSESSION_ENDLESS) == AUDIOSESSION_OK);
    CHECK(play_ones(session, &said) == 1 && said == AUDIOSESSION_SOUNDS);
    do CHECK(audiosession_next(session, &notice));
    while (notice.kind == AUDIOSESSION_NOTICE_LEVEL);
    CHECK(notice.kind == AUDIOSESSION_NOTICE_SILENCE_HINT);
    CHECK(audiosession_pause(session) == AUDIOSESSION_OK);
    play_for(session, 4);
    CHECK(play_ones(session, &said) == 0 && said == AUDIOSESSION_HALTED);
    CHECK(audiosession_stop(session) == AUDIOSESSION_OK);
    audiosession_close(session);
    end_play(play);
}

/* A host that says of more to come than comes is given up, as one that does not answer. */
static void host_promises(struct host *host) {
    host_greet_in(host, 2, 0, "player", "player");
    const uint32_t number = HOST_EXPECT(host, 17, "bbb", 0u, 1u, 0u);
    host_send(host, 131, number, "qbbh" "qq", (int64_t)1, 0u, 0u, 0u, (int64_t)7, (int64_t)0);
    host_hear_end(host);
}

static void test_empty_promise(void) {
    struct play *play = begin_play(host_promises);
    audiosession *session = open_session();
    CHECK(audiosession_set_active(session, 1, 0) == AUDIOSESSION_OK); /* that was decided */
    CHECK(audiosession_governed(session) == AUDIOSESSION_UNGOVERNED);
    audiosession_close(session);
    end_play(play);
}

/* ---- Lengths and times that no host has ---- */

static void show_lying(struct host *host, int64_t at, unsigned flags, int64_t gain_over, double gain) {
    host_send(host, 134, 0, "qbbb" "nnn" "h" "hbsbdddqhbbbbbbbbnn" "hhbdbh", at, 1u, 5u, 6u, 0u, 1u, 6u, "samples", flags,
              gain, 1.0, 1.0, gain_over, 64u, 5u, 3u, 2u, 6u, 0u, 5u, 6u, 5u, 64u, 0u, 6u, 0.5, 1u, 64u);
}

static const int64_t absurd[] = {0, 1, INT64_C(1000000000), INT64_C(1000000000000000000), INT64_MAX - 1, INT64_MAX};

enum { ABSURD = sizeof absurd / sizeof *absurd };

static void host_lies_about_lengths(struct host *host) {
    for (int each = 0; each < ABSURD; each++) {
        const int64_t length = absurd[each];
        host_accept(host);
        host_hear(host);
        host_send(host, 129, 1, "hssbb" "bqbqbqbqbqbqbq", 1u, "player", "modern", 1u, 7u, 0u, length, 1u, length, 2u, length,
                  3u, length, 4u, length, 5u, length, 6u, length);
        host_grant(host, HOST_EXPECT(host, 19, "bsqd", 0u, "samples", (int64_t)-1, 1.0));
        for (int time = 0; time < ABSURD; time++) {
            const int64_t at = time % 2 == 0 ? absurd[time] : -absurd[time];
            show_lying(host, at, 3, -1, 1);
            show_lying(host, at, 0, length, 0.5);
            show_lying(host, at, 1, length, 0.25);
            show_lying(host, at, 1, absurd[time], 1);
        }
        host_settle(host);
        host_hear_end(host);
    }
}

static void test_lying_lengths(void) {
    struct play *play = begin_play(host_lies_about_lengths);
    for (int each = 0; each < ABSURD; each++) {
        audiosession *session = open_session();
        CHECK(audiosession_play(session, AUDIOSESSION_ENDLESS) == AUDIOSESSION_OK);
        for (unsigned rate = 1; rate <= 768000; rate *= 96) {
            CHECK(audiosession_set_format(session, rate, 2) == AUDIOSESSION_OK);
            const float heard = play_ones(session, NULL);
            CHECK(heard >= 0 && heard <= 1);
        }
        audiosession_close(session);
    }
    end_play(play);
}

/* ---- Levels ---- */

static void host_levels(struct host *host) {
    host_play(host);
    host_hear(host); /* each call tells that the program has looked */
    grant_next(host);
    struct shown shown = sounding;
    shown.duck = 0.1;
    shown.volume = 0.5;
    host_show(host, shown);
    host_send(host, 133, 0, "qqbb", (int64_t)1, (int64_t)5, 4u, 1u);
    host_hear(host);
    grant_next(host);
    shown.is_silenced = 1;
    host_show(host, shown);
    host_send(host, 133, 0, "qqbb", (int64_t)2, (int64_t)5, 4u, 0u);
    host_hear(host);
    grant_next(host);
    shown.runs = 0;
    host_show(host, shown);
    shown.is_silenced = 0;
    shown.runs = 1;
    shown.duck = 1;
    host_show(host, shown);
    host_send(host, 133, 0, "qqb", (int64_t)3, (int64_t)5, 6u);
    host_hear(host);
    grant_next(host);
    shown.is_absent = 1;
    host_show(host, shown);
    host_send(host, 133, 0, "qqb", (int64_t)4, (int64_t)5, 7u);
    HOST_EXPECT(host, 64, "");
}

static void test_levels(void) {
    struct play *play = begin_play(host_levels);
    audiosession *session = open_session();
    CHECK(audiosession_play(session, AUDIOSESSION_ENDLESS) == AUDIOSESSION_OK);
    int said;
    /* In force when play returns, and at once, for it begins. */
    CHECK(play_ones(session, &said) == 1 && said == AUDIOSESSION_SOUNDS);
    CHECK(audiosession_set_active(session, 1, 0) == AUDIOSESSION_OK);
    CHECK(expect_notice(session, AUDIOSESSION_NOTICE_SILENCE_HINT, AUDIOSESSION_GO_ON).begins == 1);
    /* A duck of 100 ms and a volume of 20 ms, each by itself and straight in decibels. */
    CHECK(is_near(play_ones(session, NULL), pow(0.1, 479.0 / 4800) * pow(0.5, 479.0 / 960)));
    CHECK(is_near(play_for(session, 4), pow(0.1, 2399.0 / 4800) * 0.5));
    CHECK(is_near(play_for(session, 6), 0.05));
    CHECK(audiosession_set_active(session, 1, 0) == AUDIOSESSION_OK);
    expect_notice(session, AUDIOSESSION_NOTICE_SILENCE_HINT, AUDIOSESSION_GO_ON);
    /* Silenced, it goes on; a cut is a cosine of 10 ms. */
    CHECK(is_near(play_ones(session, &said), 0.05 * (0.5 + 0.5 * cos(3.14159265358979 * 479 / 480))));
    CHECK(play_ones(session, &said) == 0 && said == AUDIOSESSION_SOUNDS);
    CHECK(audiosession_set_active(session, 1, 0) == AUDIOSESSION_OK);
    expect_notice(session, AUDIOSESSION_NOTICE_SERVICES_LOST, AUDIOSESSION_PAUSE);
    /* Halted and resumed: it comes back by the ramp of a resumption, 30 ms, from where it is. */
    float before = play_ones(session, NULL);
    for (int each = 0; each < 6; each++) {
        const float after = play_ones(session, NULL);
        CHECK(after >= before);
        before = after;
    }
    CHECK(is_near(before, 0.5));
    CHECK(audiosession_set_active(session, 1, 0) == AUDIOSESSION_OK);
    expect_notice(session, AUDIOSESSION_NOTICE_SERVICES_RESET, AUDIOSESSION_GO_ON);
    CHECK(play_ones(session, &said) > 0 && said == AUDIOSESSION_SOUNDS);
    CHECK(play_ones(session, &said) == 0 && said == AUDIOSESSION_HALTED);
    char pcm[32];
    CHECK(audiosession_pcm(session, pcm, sizeof pcm) == AUDIOSESSION_OK && strcmp(pcm, "front") == 0);
    audiosession_close(session);
    end_play(play);
}

static void host_finishes(struct host *host) {
    host_play(host);
    host_hear(host);
    grant_next(host);
    host_show(host, (struct shown){.is_absent = 1, .is_finished = 1});
    host_send(host, 133, 0, "qqbs", (int64_t)1, (int64_t)5, 8u, "samples");
    HOST_EXPECT(host, 64, "");
}

static void test_finished(void) {
    struct play *play = begin_play(host_finishes);
    audiosession *session = open_session();
    CHECK(audiosession_play(session, AUDIOSESSION_ENDLESS) == AUDIOSESSION_OK);
    char pcm[32];
    CHECK(audiosession_pcm(session, pcm, sizeof pcm) == AUDIOSESSION_OK && strcmp(pcm, "front") == 0);
    CHECK(audiosession_set_active(session, 1, 0) == AUDIOSESSION_OK);
    /* Its last frames, which the program has still to write, are not cut off; and no device is to be opened any more. */
    expect_notice(session, AUDIOSESSION_NOTICE_PCM_CHANGED, AUDIOSESSION_GO_ON);
    expect_notice(session, AUDIOSESSION_NOTICE_SOUND_FINISHED, AUDIOSESSION_GO_ON);
    int said;
    CHECK(play_for(session, 20) == 1);
    CHECK(play_ones(session, &said) == 1 && said == AUDIOSESSION_SOUNDS);
    CHECK(audiosession_pcm(session, pcm, sizeof pcm) == AUDIOSESSION_OK && strcmp(pcm, "") == 0);
    audiosession_close(session);
    end_play(play);
}

/* Shows a scene of a moment to come, so many nanoseconds from now, whose device is another one. */
static void show_late(struct host *host, int64_t nanoseconds) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    struct shown later = sounding;
    later.at = (int64_t)time.tv_sec * 1000000000 + time.tv_nsec + nanoseconds;
    later.pcm = "late";
    host_show(host, later);
}

/* A scene in parts is one scene, and one of a moment to come waits for it. */
static void host_parts(struct host *host) {
    host_play(host);
    host_send(host, 134, 0, "qbbbsnnhh", (int64_t)1, 0u, 5u, 6u, "rear", 0u, 0u);
    host_send(host, 134, 0, "qbbbsnnhhbsbdddqhbbbbbbbbnn", (int64_t)1, 1u, 5u, 6u, "rear", 0u, 1u, 6u, "samples", 1u, 1.0, 1.0, 0.25,
              (int64_t)-1, 64u, 5u, 3u, 2u, 6u, 0u, 5u, 6u, 5u);
    host_send(host, 133, 0, "qqb", (int64_t)1, (int64_t)5, 6u);
    /* The thread of the program's next call reads it, as it stands before the answer. */
    host_hear(host);
    show_late(host, INT64_C(200000000));
    grant_next(host);
    HOST_EXPECT(host, 64, "");
}

static void test_parts_and_later_scenes(void) {
    struct play *play = begin_play(host_parts);
    audiosession *session = open_session();
    CHECK(audiosession_play(session, AUDIOSESSION_ENDLESS) == AUDIOSESSION_OK);
    expect_notice(session, AUDIOSESSION_NOTICE_SERVICES_LOST, AUDIOSESSION_PAUSE);
    char pcm[32];
    CHECK(audiosession_pcm(session, pcm, sizeof pcm) == AUDIOSESSION_OK && strcmp(pcm, "rear") == 0);
    CHECK(is_near(play_for(session, 5), 0.25));
    CHECK(audiosession_set_active(session, 1, 0) == AUDIOSESSION_OK);
    expect_notice(session, AUDIOSESSION_NOTICE_PCM_CHANGED, AUDIOSESSION_GO_ON);
    CHECK(audiosession_pcm(session, pcm, sizeof pcm) == AUDIOSESSION_OK && strcmp(pcm, "late") == 0);
    CHECK(is_near(play_for(session, 5), 1));
    audiosession_close(session);
    end_play(play);
}

/* ---- Notices ---- */

static void host_notices(struct host *host) {
    host_play(host);
    host_send(host, 133, 0, "qqb", (int64_t)1, (int64_t)11, 1u);
    host_send(host, 133, 0, "qqbb", (int64_t)2, (int64_t)12, 2u, 1u);
    host_send(host, 133, 0, "qqbb", (int64_t)3, (int64_t)13, 2u, 0u);
    host_send(host, 133, 0, "qqbbbb", (int64_t)4, (int64_t)14, 3u, 2u, 0u, 0u);
    host_send(host, 133, 0, "qqbbbb", (int64_t)5, (int64_t)15, 3u, 1u, 0u, 0u);
    host_send(host, 133, 0, "qqbd", (int64_t)6, (int64_t)16, 5u, 0.375);
    host_send(host, 133, 0, "qqbb", (int64_t)7, (int64_t)17, 11u, 2u);
    host_send(host, 133, 0, "qqbb", (int64_t)8, (int64_t)18, 13u, 2u);
    host_send(host, 133, 0, "qqb", (int64_t)9, (int64_t)19, 200u); /* of a later version */
    host_send(host, 999, 0, "q", (int64_t)9);                      /* likewise */
    host_send(host, 133, 0, "qqb", (int64_t)10, (int64_t)20, 12u);
    host_hear(host);
    grant_next(host);
    for (int64_t number = 0; number < 1100; number++) host_send(host, 133, 0, "qqbb", number, number, 4u, 1u);
    HOST_EXPECT(host, 64, "");
}

static void test_notices(void) {
    struct play *play = begin_play(host_notices);
    audiosession *session = open_session();
    CHECK(audiosession_play(session, AUDIOSESSION_ENDLESS) == AUDIOSESSION_OK);
    CHECK(expect_notice(session, AUDIOSESSION_NOTICE_INTERRUPTION_BEGAN, AUDIOSESSION_PAUSE).at == 11);
    CHECK(expect_notice(session, AUDIOSESSION_NOTICE_INTERRUPTION_ENDED, AUDIOSESSION_RESUME).should_resume == 1);
    CHECK(expect_notice(session, AUDIOSESSION_NOTICE_INTERRUPTION_ENDED, AUDIOSESSION_GO_ON).should_resume == 0);
    CHECK(expect_notice(session, AUDIOSESSION_NOTICE_ROUTE_CHANGED, AUDIOSESSION_PAUSE).reason == 2);
    CHECK(expect_notice(session, AUDIOSESSION_NOTICE_ROUTE_CHANGED, AUDIOSESSION_GO_ON).reason == 1);
    CHECK(expect_notice(session, AUDIOSESSION_NOTICE_VOLUME_CHANGED, AUDIOSESSION_GO_ON).volume == 0.375);
    CHECK(expect_notice(session, AUDIOSESSION_NOTICE_PERMISSION_CHANGED, AUDIOSESSION_GO_ON).granted == 1);
    CHECK(expect_notice(session, AUDIOSESSION_NOTICE_INTERRUPTION_BEGAN, AUDIOSESSION_PAUSE).at == 18);
    expect_notice(session, AUDIOSESSION_NOTICE_TERMINATED, AUDIOSESSION_PAUSE);
    CHECK(audiosession_set_active(session, 1, 0) == AUDIOSESSION_OK);
    /* Of more notices than are kept the last ones stay, and how many are missing is told. */
    uint64_t count = 0, missed = 0;
    for (audiosession_notice notice; count + missed < 1100; count++) {
        notice = expect_notice(session, AUDIOSESSION_NOTICE_SILENCE_HINT, AUDIOSESSION_GO_ON);
        missed += notice.missed;
        CHECK(notice.at == (int64_t)(count + missed));
    }
    audiosession_notice notice;
    CHECK(!audiosession_next(session, &notice));
    struct pollfd ready = {audiosession_descriptor(session), POLLIN, 0};
    CHECK(poll(&ready, 1, 0) == 0);
    audiosession_close(session);
    end_play(play);
}

/* ---- Remote commands and Now Playing ---- */

static void host_commands(struct host *host) {
    host_play(host);
    host_send(host, 133, 0, "qqbbb", (int64_t)1, (int64_t)11, 18u, 2u, 0u);
    host_send(host, 133, 0, "qqbbbd", (int64_t)2, (int64_t)12, 18u, 12u, 1u, 83.5);
    HOST_EXPECT(host, 20, "bs", 0u, "samples");
    grant_next(host);
    host_send(host, 133, 0, "qqbbb", (int64_t)3, (int64_t)13, 18u, 2u, 0u);
    host_send(host, 133, 0, "qqbbb", (int64_t)4, (int64_t)14, 18u, 0u, 0u);
    host_send(host, 133, 0, "qqbbb", (int64_t)5, (int64_t)15, 18u, 3u, 0u);
    host_send(host, 133, 0, "qqbbb", (int64_t)6, (int64_t)16, 18u, 99u, 0u); /* of a later version */
    host_grant(host, HOST_EXPECT(host, 34, "bbb", 0u, 12u, 0u));
    host_settle(host);
    const uint32_t number = HOST_EXPECT(host, 34, "bbb", 0u, 19u, 4u);
    host_send(host, 131, number, "qbbwssbh", (int64_t)1, 1u, 0u, (uint32_t)-50, "R-RC-1", "No command waits.", 0u, 0u);
    host_settle(host);
    HOST_EXPECT(host, 64, "");
}

/* The person's buttons: what they ask for, and what a program does that only pauses and resumes. */
static void test_commands(void) {
    struct play *play = begin_play(host_commands);
    audiosession *session = open_session();
    CHECK(audiosession_play(session, AUDIOSESSION_ENDLESS) == AUDIOSESSION_OK);
    const int kind = AUDIOSESSION_NOTICE_REMOTE_COMMAND;
    audiosession_notice notice = expect_notice(session, kind, AUDIOSESSION_PAUSE);
    CHECK(notice.at == 11 && notice.command == AUDIOSESSION_COMMAND_TOGGLE_PLAY_PAUSE && !notice.has_value);
    notice = expect_notice(session, kind, AUDIOSESSION_GO_ON);
    CHECK(notice.command == AUDIOSESSION_COMMAND_CHANGE_POSITION && notice.has_value && notice.value == 83.5);
    CHECK(audiosession_pause(session) == AUDIOSESSION_OK);
    CHECK(expect_notice(session, kind, AUDIOSESSION_RESUME).command == AUDIOSESSION_COMMAND_TOGGLE_PLAY_PAUSE);
    CHECK(expect_notice(session, kind, AUDIOSESSION_RESUME).command == AUDIOSESSION_COMMAND_PLAY);
    CHECK(expect_notice(session, kind, AUDIOSESSION_PAUSE).command == AUDIOSESSION_COMMAND_STOP);
    CHECK(expect_notice(session, kind, AUDIOSESSION_GO_ON).command == 99);
    CHECK(audiosession_answer_command(session, AUDIOSESSION_COMMAND_CHANGE_POSITION, AUDIOSESSION_COMMAND_SUCCESS) == AUDIOSESSION_OK);
    CHECK(audiosession_answer_command(session, AUDIOSESSION_COMMAND_CHANGE_SHUFFLE_MODE, AUDIOSESSION_COMMAND_FAILED) ==
          AUDIOSESSION_REFUSED);
    audiosession_why why;
    audiosession_explain(session, &why);
    CHECK(strcmp(why.rule, "R-RC-1") == 0);
    CHECK(audiosession_answer_command(session, 20, 0) == AUDIOSESSION_INVALID);
    CHECK(audiosession_answer_command(session, -1, 0) == AUDIOSESSION_INVALID);
    CHECK(audiosession_answer_command(session, 0, 5) == AUDIOSESSION_INVALID);
    CHECK(audiosession_answer_command(session, 0, -1) == AUDIOSESSION_INVALID);
    audiosession_close(session);
    end_play(play);
}

static void host_recommends(struct host *host) {
    host_play(host);
    host_send(host, 133, 0, "qqbb", (int64_t)1, (int64_t)11, 24u, 1u); /* it plays */
    struct shown shown = sounding;
    shown.runs = 0;
    host_show(host, shown);
    host_send(host, 133, 0, "qqb", (int64_t)2, (int64_t)12, 1u);
    host_send(host, 133, 0, "qqbb", (int64_t)3, (int64_t)13, 2u, 1u);
    host_send(host, 133, 0, "qqbb", (int64_t)4, (int64_t)14, 24u, 1u);
    host_send(host, 133, 0, "qqbb", (int64_t)5, (int64_t)15, 24u, 0u);
    host_grant(host, HOST_EXPECT(host, 19, "bsqd", 0u, "samples", (int64_t)-1, 1.0));
    host_show(host, sounding);
    host_settle(host);
    host_send(host, 133, 0, "qqbb", (int64_t)6, (int64_t)16, 24u, 1u);
    HOST_EXPECT(host, 64, "");
}

/* A recommendation to resume is advice to resume only while the sound does not play: it may follow an interruption's end. */
static void test_recommendation(void) {
    struct play *play = begin_play(host_recommends);
    audiosession *session = open_session();
    CHECK(audiosession_play(session, AUDIOSESSION_ENDLESS) == AUDIOSESSION_OK);
    const int kind = AUDIOSESSION_NOTICE_RESUMPTION_RECOMMENDED;
    audiosession_notice notice = next_notice(session);
    CHECK(notice.kind == kind && notice.should_resume == 1);
    expect_notice(session, AUDIOSESSION_NOTICE_INTERRUPTION_BEGAN, AUDIOSESSION_PAUSE);
    expect_notice(session, AUDIOSESSION_NOTICE_INTERRUPTION_ENDED, AUDIOSESSION_RESUME);
    CHECK(expect_notice(session, kind, AUDIOSESSION_RESUME).should_resume == 1);
    CHECK(expect_notice(session, kind, AUDIOSESSION_GO_ON).should_resume == 0);
    CHECK(audiosession_play(session, AUDIOSESSION_ENDLESS) == AUDIOSESSION_OK);
    CHECK(expect_notice(session, kind, AUDIOSESSION_GO_ON).should_resume == 1);
    audiosession_close(session);
    end_play(play);
}

static char long_title[400];

static void host_hears_titles(struct host *host) {
    host_greet(host, 0, "player", "player");
    HOST_EXPECT(host, 55, "bssn" "bdbdbd" "b", 1u, "Song", "Band", 1u, 200.0, 1u, 12.5, 1u, -1.0, 1u);
    char cut[260];
    memcpy(cut, long_title, 256);
    cut[255] = 0; /* the last character that fits has two bytes, and the first of them would be the 256th */
    HOST_EXPECT(host, 55, "bsnn" "bbb" "b", 1u, cut, 0u, 0u, 0u, 2u);
}

static void host_hears_titles_again(struct host *host) {
    host_greet(host, 1, "player", "player");
    char cut[260];
    memcpy(cut, long_title, 256);
    cut[255] = 0;
    HOST_EXPECT(host, 55, "bsnn" "bbb" "b", 1u, cut, 0u, 0u, 0u, 2u);
    host_facts(host, HOST_EXPECT(host, 32, ""));
    HOST_EXPECT(host, 55, "b", 0u);
    HOST_EXPECT(host, 64, "");
}

/* What the program says it plays, told to each host. */
static void test_now_playing(void) {
    long_title[0] = 'x'; /* so that a character stands across the end of the 256 bytes */
    for (size_t at = 1; at + 2 < sizeof long_title; at += 2) memcpy(long_title + at, "\xc3\xa4", 3);
    struct play *play = begin_play(host_hears_titles);
    audiosession *session = open_session();
    audiosession_now_playing playing = {
        .title = "Song", .artist = "Band", .has_duration = 1, .duration = 200, .has_position = 1, .position = 12.5,
        .has_rate = 1, .rate = -1, .state = AUDIOSESSION_STATE_PLAYING};
    CHECK(audiosession_set_now_playing(session, &playing) == AUDIOSESSION_OK);
    const audiosession_now_playing titled = {.title = long_title, .state = AUDIOSESSION_STATE_PAUSED};
    CHECK(audiosession_set_now_playing(session, &titled) == AUDIOSESSION_OK);
    audiosession_why why;
#define REFUSES(field, bad, word) \
    do { \
        audiosession_now_playing wrong = playing; \
        wrong.field = bad; \
        CHECK(audiosession_set_now_playing(session, &wrong) == AUDIOSESSION_INVALID); \
        audiosession_explain(session, &why); \
        CHECK(strncmp(why.sentence, word ": give ", strlen(word) + 7) == 0); \
    } while (0)
    REFUSES(title, "\xff", "title");
    REFUSES(artist, "a\xc3", "artist");
    REFUSES(album, "\xed\xa0\x80", "album");
    REFUSES(duration, -1, "duration");
    REFUSES(duration, NAN, "duration");
    REFUSES(position, 2e9, "position");
    REFUSES(rate, INFINITY, "rate");
    REFUSES(state, 5, "state");
    expect_notice(session, AUDIOSESSION_NOTICE_HOST_LOST, AUDIOSESSION_GO_ON);
    end_play(play);
    play = begin_play(host_hears_titles_again);
    expect_notice(session, AUDIOSESSION_NOTICE_HOST_FOUND, AUDIOSESSION_GO_ON);
    CHECK(audiosession_set_now_playing(session, NULL) == AUDIOSESSION_OK);
    audiosession_close(session);
    end_play(play);
}

/* ---- Losing a host, and finding one ---- */

static void host_ducks_and_dies(struct host *host) {
    host_greet(host, 0, "player", "player#2");
    HOST_EXPECT(host, 16, "bbbbw", 0u, 2u, 7u, 1u, (uint32_t)1);
    grant_next(host);
    host_grant(host, HOST_EXPECT(host, 19, "bsqd", 0u, "samples", (int64_t)-1, 1.0));
    host_tell(host, (struct told){.category = 2, .mode = 7, .options = 1, .phase = 1});
    struct shown shown = sounding;
    shown.begins = 1;
    shown.duck = 0.25;
    host_show(host, shown);
    host_settle(host);
}

static void host_comes(struct host *host) {
    host_greet(host, 3, "player#2", "player");
    uint32_t number = HOST_EXPECT(host, 16, "bbbbw", 0u, 2u, 7u, 1u, (uint32_t)1);
    host_grant(host, number);
    number = HOST_EXPECT(host, 17, "bbb", 0u, 1u, 0u);
    host_grant(host, number);
    number = HOST_EXPECT(host, 19, "bsqd", 0u, "samples", (int64_t)-1, 0.5);
    host_grant(host, number);
    struct shown shown = sounding;
    shown.begins = 1; /* as far as this host knows */
    shown.gain = 0.5;
    host_show(host, shown);
    host_settle(host);
    HOST_EXPECT(host, 64, "");
}

static void test_new_host(void) {
    struct play *play = begin_play(host_ducks_and_dies);
    audiosession *session = open_session();
    CHECK(audiosession_set_category(session, AUDIOSESSION_PLAYBACK, AUDIOSESSION_MODE_SPOKEN_AUDIO, AUDIOSESSION_MIX_WITH_OTHERS) == 0);
    CHECK(audiosession_play(session, AUDIOSESSION_ENDLESS) == AUDIOSESSION_OK);
    CHECK(is_near(play_ones(session, NULL), 0.25));
    end_play(play);
    expect_notice(session, AUDIOSESSION_NOTICE_HOST_LOST, AUDIOSESSION_GO_ON);
    CHECK(audiosession_governed(session) == AUDIOSESSION_UNGOVERNED);
    /* At the levels it had, but for what the program does itself. */
    CHECK(is_near(play_for(session, 10), 0.25));
    CHECK(audiosession_set_gain(session, 0.5) == AUDIOSESSION_UNGOVERNED);
    CHECK(is_near(play_for(session, 10), 0.125));
    play = begin_play(host_comes);
    expect_notice(session, AUDIOSESSION_NOTICE_HOST_FOUND, AUDIOSESSION_GO_ON);
    CHECK(audiosession_governed(session) == AUDIOSESSION_OK);
    /* It did not begin: its duck ends by a ramp. */
    const float first = play_ones(session, NULL);
    CHECK(first > 0.125f && first < 0.5f);
    CHECK(is_near(play_for(session, 80), 0.5));
    char name[32];
    CHECK(audiosession_app(session, name, sizeof name) == AUDIOSESSION_OK && strcmp(name, "player") == 0);
    audiosession_close(session);
    end_play(play);
}

static void host_interrupts_and_dies(struct host *host) {
    host_play(host);
    host_tell(host, (struct told){.category = 1, .phase = 2});
    struct shown shown = sounding;
    shown.runs = 0;
    host_show(host, shown);
    host_send(host, 133, 0, "qqb", (int64_t)1, (int64_t)5, 1u);
}

/* The greeting of a program that was on another host, and its category as that host has told it. */
static void host_greet_again(struct host *host, unsigned flags) {
    host_greet(host, flags, "player", "player");
    host_grant(host, HOST_EXPECT(host, 16, "bbbbw", 0u, 1u, 0u, 1u, (uint32_t)0));
}

static void host_hears_of_rest(struct host *host) {
    host_greet_again(host, 7);
    host_send(host, 133, 0, "qqbb", (int64_t)1, (int64_t)7, 2u, 0u);
    host_settle(host);
    const uint32_t number = HOST_EXPECT(host, 19, "bsqd", 0u, "samples", (int64_t)-1, 1.0);
    host_grant(host, number);
    struct shown shown = sounding;
    shown.begins = 1;
    host_show(host, shown);
    host_settle(host);
    HOST_EXPECT(host, 64, "");
}

static void test_interrupted_when_lost(void) {
    struct play *play = begin_play(host_interrupts_and_dies);
    audiosession *session = open_session();
    CHECK(audiosession_play(session, AUDIOSESSION_ENDLESS) == AUDIOSESSION_OK);
    expect_notice(session, AUDIOSESSION_NOTICE_INTERRUPTION_BEGAN, AUDIOSESSION_PAUSE);
    expect_notice(session, AUDIOSESSION_NOTICE_HOST_LOST, AUDIOSESSION_GO_ON);
    end_play(play);
    int said;
    play_for(session, 9);
    CHECK(play_ones(session, &said) == 0 && said == AUDIOSESSION_HALTED);
    play = begin_play(host_hears_of_rest);
    expect_notice(session, AUDIOSESSION_NOTICE_INTERRUPTION_ENDED, AUDIOSESSION_GO_ON);
    expect_notice(session, AUDIOSESSION_NOTICE_HOST_FOUND, AUDIOSESSION_GO_ON);
    CHECK(play_ones(session, &said) == 0 && said == AUDIOSESSION_HALTED);
    CHECK(audiosession_play(session, AUDIOSESSION_ENDLESS) == AUDIOSESSION_OK);
    CHECK(play_for(session, 10) == 1);
    audiosession_close(session);
    end_play(play);
}

static void host_ends_an_interruption(struct host *host) {
    host_interrupts_and_dies(host);
    host_tell(host, (struct told){.category = 1});
    host_send(host, 133, 0, "qqbb", (int64_t)2, (int64_t)6, 2u, 0u);
}

static void host_halts_by_a_deactivation(struct host *host) {
    host_play(host);
    host_grant(host, HOST_EXPECT(host, 18, "bb", 0u, 1u));
    host_settle(host);
    host_grant(host, HOST_EXPECT(host, 23, "bb", 0u, 1u));
    host_settle(host);
    host_tell(host, (struct told){.category = 1, .phase = 1, .overrides = 1, .records = 1});
    host_grant(host, HOST_EXPECT(host, 17, "bbb", 0u, 0u, 0u));
    host_tell(host, (struct told){.category = 1});
    struct shown shown = sounding;
    shown.runs = 0;
    host_show(host, shown);
    host_settle(host);
}

static void host_hears_of_silence(struct host *host) {
    host_greet_again(host, 3);
    host_settle(host);
    host_grant(host, HOST_EXPECT(host, 17, "bbb", 0u, 1u, 0u));
    host_tell(host, (struct told){.category = 1, .phase = 1});
    host_settle(host);
}

static void host_hears_of_an_active_session(struct host *host) {
    host_greet_again(host, 3);
    host_grant(host, HOST_EXPECT(host, 17, "bbb", 0u, 1u, 0u));
    host_settle(host);
    host_grant(host, HOST_EXPECT(host, 23, "bb", 0u, 1u));
    host_tell(host, (struct told){.category = 1, .phase = 1, .records = 1});
    host_settle(host);
}

static void host_hears_of_a_recording(struct host *host) {
    host_greet_again(host, 3);
    host_grant(host, HOST_EXPECT(host, 17, "bbb", 0u, 1u, 0u));
    host_grant(host, HOST_EXPECT(host, 23, "bb", 0u, 1u));
    host_settle(host);
    HOST_EXPECT(host, 64, "");
}

/* A sound that an interruption or the program's own deactivation has halted is started on no other host. */
static void test_halted_when_lost(void) {
    for (int is_interrupted = 0; is_interrupted < 2; is_interrupted++) {
        struct play *play = begin_play(is_interrupted ? host_ends_an_interruption : host_halts_by_a_deactivation);
        audiosession *session = open_session();
        CHECK(audiosession_play(session, AUDIOSESSION_ENDLESS) == AUDIOSESSION_OK);
        if (is_interrupted) {
            expect_notice(session, AUDIOSESSION_NOTICE_INTERRUPTION_BEGAN, AUDIOSESSION_PAUSE);
            expect_notice(session, AUDIOSESSION_NOTICE_INTERRUPTION_ENDED, AUDIOSESSION_GO_ON);
        } else {
            CHECK(audiosession_override_output(session, 1) == AUDIOSESSION_OK);
            CHECK(audiosession_record(session, 1) == AUDIOSESSION_OK);
            CHECK(audiosession_set_active(session, 0, 0) == AUDIOSESSION_OK);
        }
        end_play(play);
        expect_notice(session, AUDIOSESSION_NOTICE_HOST_LOST, AUDIOSESSION_GO_ON);
        play = begin_play(host_hears_of_silence);
        expect_notice(session, AUDIOSESSION_NOTICE_HOST_FOUND, AUDIOSESSION_GO_ON);
        CHECK(audiosession_set_active(session, 1, 0) == AUDIOSESSION_OK);
        end_play(play);
        expect_notice(session, AUDIOSESSION_NOTICE_HOST_LOST, AUDIOSESSION_GO_ON);
        play = begin_play(host_hears_of_an_active_session);
        expect_notice(session, AUDIOSESSION_NOTICE_HOST_FOUND, AUDIOSESSION_GO_ON);
        CHECK(audiosession_record(session, 1) == AUDIOSESSION_OK);
        end_play(play);
        expect_notice(session, AUDIOSESSION_NOTICE_HOST_LOST, AUDIOSESSION_GO_ON);
        play = begin_play(host_hears_of_a_recording);
        expect_notice(session, AUDIOSESSION_NOTICE_HOST_FOUND, AUDIOSESSION_GO_ON);
        audiosession_close(session);
        end_play(play);
    }
}

static void host_is_first(struct host *host) {
    host_greet(host, 0, "player", "player");
    uint32_t number = HOST_EXPECT(host, 17, "bbb", 0u, 1u, 0u);
    host_grant(host, number);
    number = HOST_EXPECT(host, 19, "bsqd", 0u, "samples", (int64_t)-1, 1.0);
    host_grant(host, number);
    host_settle(host);
    HOST_EXPECT(host, 64, "");
}

/* A program that began without a host is on the first one that comes: also where its very folder comes later. */
static void test_first_host_comes_later(void) {
    unsetenv("AUDIOSESSION_SOCKET");
    char runtime[100], deeper[100];
    sprintf(runtime, "%s/runtime", folder);
    sprintf(deeper, "%s/runtime/audiosession", folder);
    CHECK(mkdir(runtime, 0700) == 0);
    setenv("XDG_RUNTIME_DIR", runtime, 1);
    audiosession *session;
    CHECK(audiosession_open(&session, "player", NULL) == AUDIOSESSION_UNGOVERNED);
    CHECK(audiosession_play(session, AUDIOSESSION_ENDLESS) == AUDIOSESSION_UNGOVERNED);
    CHECK(mkdir(deeper, 0700) == 0);
    sprintf(path, "%s/runtime/audiosession/host", folder);
    struct play *play = begin_play(host_is_first);
    expect_notice(session, AUDIOSESSION_NOTICE_HOST_FOUND, AUDIOSESSION_GO_ON);
    audiosession_close(session);
    end_play(play);
}

static void host_leaves_nothing(struct host *host) {
    host_greet(host, 0, "player", "player");
    CHECK(unlink(path) == 0);
}

static void host_hears_nothing_new(struct host *host) {
    host_greet(host, 1, "player", "player");
    host_settle(host);
    HOST_EXPECT(host, 64, "");
}

/* Lets the process open nothing more, as the numbers of its standard streams are taken; returns the limit as it was. */
static struct rlimit forbid_files(void) {
    struct rlimit before, limit;
    CHECK(getrlimit(RLIMIT_NOFILE, &before) == 0);
    limit = before;
    limit.rlim_cur = 3;
    CHECK(setrlimit(RLIMIT_NOFILE, &limit) == 0);
    return before;
}

/* A host that comes while the program may open nothing more is found later, though nothing more happens in its folder. */
static void test_host_comes_without_descriptors(void) {
    struct play *play = begin_play(host_leaves_nothing);
    audiosession *session = open_session();
    end_play(play);
    expect_notice(session, AUDIOSESSION_NOTICE_HOST_LOST, AUDIOSESSION_GO_ON);
    /* Its socket comes to the path once the program can open nothing more. */
    char aside[sizeof path + 4];
    snprintf(aside, sizeof aside, "%s.new", path);
    play = play_begin(host_hears_nothing_new, aside);
    const struct rlimit before = forbid_files();
    CHECK(rename(aside, path) == 0);
    /* For as long as it takes the library to be told of it, and to fail. */
    poll(NULL, 0, 100);
    CHECK(audiosession_governed(session) == AUDIOSESSION_UNGOVERNED);
    CHECK(setrlimit(RLIMIT_NOFILE, &before) == 0);
    expect_notice(session, AUDIOSESSION_NOTICE_HOST_FOUND, AUDIOSESSION_GO_ON);
    audiosession_close(session);
    end_play(play);
}

static void host_writes_nonsense(struct host *host) {
    host_play(host);
    host_send(host, 134, 0, "qb", (int64_t)1, 1u);
    host_hear(host); /* the end of the connection */
    CHECK(host->in.size == 0);
}

static void test_nonsense(void) {
    struct play *play = begin_play(host_writes_nonsense);
    audiosession *session = open_session();
    CHECK(audiosession_play(session, AUDIOSESSION_ENDLESS) == AUDIOSESSION_OK);
    expect_notice(session, AUDIOSESSION_NOTICE_HOST_LOST, AUDIOSESSION_GO_ON);
    CHECK(play_ones(session, NULL) == 1);
    end_play(play);
    audiosession_close(session);
}

static void host_is_stopped(struct host *host) {
    host_greet(host, 0, "player", "player");
    host_hear(host);
    host_hear(host);
    host_hear(host); /* the end: no call waits for ever */
    CHECK(host->in.size == 0);
}

static void test_stopped_host(void) {
    struct play *play = begin_play(host_is_stopped);
    audiosession *session = open_session();
    CHECK(audiosession_play(session, AUDIOSESSION_ENDLESS) == AUDIOSESSION_UNGOVERNED);
    CHECK(play_ones(session, NULL) == 1);
    expect_notice(session, AUDIOSESSION_NOTICE_HOST_LOST, AUDIOSESSION_GO_ON);
    end_play(play);
    audiosession_close(session);
}

/* ---- Threads ---- */

enum { CALLERS = 3, ROUNDS = 200 };

static void host_serves(struct host *host) {
    host_play(host);
    for (int each = 0; each < CALLERS * ROUNDS; each++) {
        host_hear(host);
        struct shown shown = sounding;
        shown.duck = each % 2 ? 1 : 0.5;
        host_show(host, shown);
        host_send(host, 133, 0, "qqbb", (int64_t)each, (int64_t)5, 4u, 1u);
        grant_next(host);
    }
    HOST_EXPECT(host, 64, "");
}

static void *call_often(void *session) {
    for (int each = 0; each < ROUNDS; each++) CHECK(audiosession_set_gain(session, 1) == AUDIOSESSION_OK);
    return NULL;
}

static void test_threads(void) {
    struct play *play = begin_play(host_serves);
    audiosession *session = open_session();
    CHECK(audiosession_play(session, AUDIOSESSION_ENDLESS) == AUDIOSESSION_OK);
    pthread_t callers[CALLERS];
    for (int each = 0; each < CALLERS; each++) CHECK(pthread_create(&callers[each], NULL, call_often, session) == 0);
    int hints = 0;
    while (hints < CALLERS * ROUNDS) {
        audiosession_notice notice;
        const float heard = play_ones(session, NULL);
        CHECK(heard >= 0.5f && heard <= 1);
        while (audiosession_next(session, &notice)) {
            CHECK(notice.missed == 0);
            if (notice.kind == AUDIOSESSION_NOTICE_SILENCE_HINT) CHECK(notice.at == 5 && ++hints > 0);
        }
    }
    for (int each = 0; each < CALLERS; each++) CHECK(pthread_join(callers[each], NULL) == 0);
    audiosession_close(session);
    end_play(play);
}

/* ---- Any bytes at all ---- */

#ifdef WITH_INSIDES
#include "../../Sources/Phone/CAudioSession/message.h"

/* Whatever a host may send is read without harm, and what is read is in its range. */
static void read_anything(const uint8_t *bytes, size_t size) {
    struct incoming message = received(bytes, size);
    static struct welcome welcome;
    static struct outcome outcome;
    static struct scene scene;
    audiosession_notice notice;
    audiosession_why why;
    int is_in_foreground;
    struct incoming again = message;
    if (get_welcome(&again, &welcome)) CHECK(strlen(welcome.app) <= 256 && welcome.lengths.of[CHANGE_CUT] >= 0);
    again = message;
    if (get_farewell(&again, &why)) CHECK(strlen(why.sentence) < sizeof why.sentence);
    again = message;
    if (get_outcome(&again, size % 2 + 1, &outcome)) CHECK(outcome.route.output_count >= 0 && outcome.route.output_count <= 8);
    again = message;
    struct declared declared;
    get_session(&again, &declared, &is_in_foreground);
    again = message;
    if (get_notice(&again, &notice)) CHECK(notice.volume >= 0 && notice.volume <= 1);
    again = message;
    if (get_scene(&again, "samples", &scene)) CHECK(scene.sound.gain >= 0 && scene.sound.gain <= 1 && scene.sound.duck <= 1);
}

static uint64_t dice = 88172645463325252u;

static unsigned roll(unsigned sides) {
    dice ^= dice << 13;
    dice ^= dice >> 7;
    dice ^= dice << 17;
    return (unsigned)(dice >> 33) % sides;
}

static void test_any_bytes(void) {
    static struct bytes scene;
    pack(&scene, "hhwqbbbsnnhbshbsbdddqhbbbbbbbbnshbsbdddqhbbbbbbbbnn", 134u, 0u, (uint32_t)0, (int64_t)1, 1u, 5u, 6u, "front", 1u, 6u,
         "samples", 1u, 6u, "samples", 1u, 1.0, 0.5, 0.25, (int64_t)-1, 64u, 5u, 3u, 2u, 6u, 0u, 5u, 6u, 5u, "R-X-1", 1u, 6u,
         "samples", 1u, 1.0, 0.5, 0.25, (int64_t)-1, 64u, 5u, 3u, 2u, 6u, 0u, 5u, 6u, 5u);
    for (int each = 0; each < 200000; each++) {
        /* Of exactly so many bytes, so that a sanitizer sees what is read behind them. */
        const size_t size = roll(4) == 0 ? roll((unsigned)scene.size + 1) : scene.size;
        uint8_t *bytes = malloc(size + (size == 0));
        CHECK(bytes != NULL);
        memcpy(bytes, scene.at, size);
        for (unsigned flips = roll(8); flips > 0 && size > 0; flips--) bytes[roll((unsigned)size)] = (uint8_t)roll(256);
        if (each % 2 == 0) for (size_t byte = 0; byte < size; byte++) bytes[byte] = (uint8_t)roll(roll(2) ? 256 : 4);
        read_anything(bytes, size);
        free(bytes);
    }
}
#endif

/* ---- All of them ---- */

static const struct {
    const char *name;
    void (*run)(void);
} tests[] = {
    {"given path without host", test_given_path_without_host},
    {"names", test_names},
    {"ungoverned", test_ungoverned},
    {"farewell", test_farewell},
    {"no host at all", test_no_host_at_all},
    {"turned away", test_turned_away},
    {"other user", test_other_user},
    {"documented bytes", test_documented_bytes},
    {"calls", test_calls},
    {"refusal", test_refusal},
    {"questions", test_questions},
    {"wrong answers", test_wrong_answers},
    {"one round trip", test_one_round_trip},
    {"empty promise", test_empty_promise},
    {"lying lengths", test_lying_lengths},
    {"levels", test_levels},
    {"finished", test_finished},
    {"parts and later scenes", test_parts_and_later_scenes},
    {"notices", test_notices},
    {"commands", test_commands},
    {"recommendation", test_recommendation},
    {"now playing", test_now_playing},
    {"new host", test_new_host},
    {"interrupted when lost", test_interrupted_when_lost},
    {"halted when lost", test_halted_when_lost},
    {"first host comes later", test_first_host_comes_later},
    {"host comes without descriptors", test_host_comes_without_descriptors},
    {"nonsense", test_nonsense},
    {"stopped host", test_stopped_host},
    {"threads", test_threads},
#ifdef WITH_INSIDES
    {"any bytes", test_any_bytes},
#endif
};

int main(int count, char **names) {
    const char *temporary = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/audiosession-XXXXXX", temporary != NULL ? temporary : "/tmp");
    CHECK(mkdtemp(folder) != NULL);
    const char *slash = strrchr(names[0], '/');
    program = slash != NULL ? slash + 1 : names[0];
    unsetenv("AUDIOSESSION_APP");
    int ran = 0;
    for (size_t each = 0; each < sizeof tests / sizeof *tests; each++) {
        int is_named = count == 1;
        for (int name = 1; name < count; name++) is_named |= strcmp(names[name], tests[each].name) == 0;
        if (!is_named) continue;
        snprintf(path, sizeof path, "%s/host", folder);
        setenv("AUDIOSESSION_SOCKET", path, 1);
        setenv("XDG_RUNTIME_DIR", folder, 1);
        printf("   %s\n", tests[each].name);
        fflush(stdout);
        tests[each].run();
        ran++;
    }
    char remove[100];
    snprintf(remove, sizeof remove, "rm -rf '%s'", folder);
    CHECK(system(remove) == 0);
    printf("holds: %d tests of the library\n", ran);
    return ran > 0 ? 0 : 1;
}
