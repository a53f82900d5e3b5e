/* SPDX-License-Identifier: Apache-2.0 */
/* A made-up media player against the phone:  cc -std=c11 -o player_test player_test.c audiosession.c && ./player_test */
#include "audiosession.h"

#include <stdio.h>
#include <string.h>

/* The code under test: what the player's one button shows, and whether it plays on after an interruption. */
struct player {
    int is_playing, resumes;
};

static void press(struct player *player, struct phone *phone) {
    char result[64];
    if (player->is_playing) {
        phone_step(phone, "{\"do\": \"pause\", \"app\": \"player\"}");
        player->is_playing = 0;
    } else {
        const char *reply = phone_step(phone, "{\"do\": \"play\", \"app\": \"player\", \"sound\": \"song\"}");
        player->is_playing = !strcmp(field(reply, "result", result, sizeof result), "ok");
    }
    player->resumes = 0;
}

/* The player is told what the phone would tell it at the last step. */
static void listen(struct player *player, struct phone *phone) {
    char path[64], name[64], type[64], resume[64];
    for (int place = 0;; place++) {
        snprintf(path, sizeof path, "events/%d/name", place);
        if (!*field(phone->reply, path, name, sizeof name)) return;
        snprintf(path, sizeof path, "events/%d/type", place);
        field(phone->reply, path, type, sizeof type);
        snprintf(path, sizeof path, "events/%d/shouldResume", place);
        field(phone->reply, path, resume, sizeof resume);
        if (strcmp(name, "interruption")) continue;
        if (!strcmp(type, "began")) {
            player->resumes = player->is_playing;
            player->is_playing = 0;
        } else if (player->resumes && !strcmp(resume, "true")) {
            press(player, phone);
            return; /* Another reply stands there now. */
        }
    }
}

static int failures;

static void expect(struct phone *phone, const char *path, const char *wanted) {
    char actual[256];
    if (!strcmp(field(phone->reply, path, actual, sizeof actual), wanted)) return;
    printf("%s: expected \"%s\", got \"%s\" in\n    %s", path, wanted, actual, phone->reply);
    failures++;
}

static void expect_playing(const struct player *player, int wanted) {
    if (player->is_playing == wanted) return;
    printf("the button: expected %d, got %d\n", wanted, player->is_playing);
    failures++;
}

int main(void) {
    struct phone phone;
    struct player player = {0, 0};
    phone_open(&phone, "modern");
    /* Whether to resume is the player's own business here: that is what the test is about. */
    phone_step(&phone, "{\"do\": \"launch\", \"app\": \"player\", \"resumes\": false}");
    phone_step(&phone, "{\"do\": \"setCategory\", \"app\": \"player\", \"category\": \"playback\"}");

    press(&player, &phone);
    expect_playing(&player, 1);
    expect(&phone, "heard/0/sound", "song");
    expect(&phone, "heard/0/gainDB", "-6.0");
    expect(&phone, "sessions/player/phase", "active");

    /* A call comes and is declined: silence, then the song again. */
    phone_step(&phone, "{\"at\": 5, \"do\": \"call\", \"phase\": \"incoming\"}");
    listen(&player, &phone);
    expect_playing(&player, 0);
    expect(&phone, "heard/0/as", "ringtone");
    expect(&phone, "heard/1", "");
    expect(&phone, "unheard/0/rule", "R-INT-2");
    phone_step(&phone, "{\"at\": 9, \"do\": \"call\", \"phase\": \"declined\"}");
    listen(&player, &phone);
    expect_playing(&player, 1);
    expect(&phone, "heard/0/sound", "song");

    /* The same, but paused before the call: nothing may start by itself. */
    press(&player, &phone);
    phone_step(&phone, "{\"at\": 20, \"do\": \"call\", \"phase\": \"incoming\"}");
    listen(&player, &phone);
    phone_step(&phone, "{\"at\": 24, \"do\": \"call\", \"phase\": \"missed\"}");
    listen(&player, &phone);
    expect_playing(&player, 0);
    expect(&phone, "heard", "[]");

    /* A step that is none changes nothing and says what would be right. */
    phone_step(&phone, "{\"do\": \"ringSwitch\", \"to\": \"loud\"}");
    expect(&phone, "result/error", "badStep");
    expect(&phone, "result/column", "28");
    expect(&phone, "device/ringSwitch", "ring");

    if (phone_close(&phone)) failures++;
    printf("%s\n", failures ? "failed" : "passed");
    return failures ? 1 : 0;
}
