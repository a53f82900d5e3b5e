#include "page_files.h"

// Embeds the files of the page; the Swift compiler would take minutes for such arrays.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const page_file files[] = {
    {"index.html", (const char[]){
#embed "Page/index.html" suffix(, 0)
    }},
    {"page.css", (const char[]){
#embed "Page/page.css" suffix(, 0)
    }},
    {"main.js", (const char[]){
#embed "Page/main.js" suffix(, 0)
    }},
    {"link.js", (const char[]){
#embed "Page/link.js" suffix(, 0)
    }},
    {"draw.js", (const char[]){
#embed "Page/draw.js" suffix(, 0)
    }},
    {"apps.js", (const char[]){
#embed "Page/apps.js" suffix(, 0)
    }},
    {"words.js", (const char[]){
#embed "Page/words.js" suffix(, 0)
    }},
    {"sessions.js", (const char[]){
#embed "Page/sessions.js" suffix(, 0)
    }},
    {"phone.js", (const char[]){
#embed "Page/phone.js" suffix(, 0)
    }},
    {"lanes.js", (const char[]){
#embed "Page/lanes.js" suffix(, 0)
    }},
    {"why.js", (const char[]){
#embed "Page/why.js" suffix(, 0)
    }},
    {"log.js", (const char[]){
#embed "Page/log.js" suffix(, 0)
    }},
    {"sound.js", (const char[]){
#embed "Page/sound.js" suffix(, 0)
    }},
    {0, 0},
};

const page_file *page_files(void) { return files; }

// The recordings of the scenarios.
static const unsigned char song[] = {
#embed "../../../Scenarios/Sounds/song.flac"
};
static const unsigned char soundtrack[] = {
#embed "../../../Scenarios/Sounds/soundtrack.flac"
};
static const unsigned char podcast[] = {
#embed "../../../Scenarios/Sounds/podcast.flac"
};
static const unsigned char lesson[] = {
#embed "../../../Scenarios/Sounds/lesson.flac"
};
static const unsigned char nav_left[] = {
#embed "../../../Scenarios/Sounds/nav-left.flac"
};
static const unsigned char nav_exit[] = {
#embed "../../../Scenarios/Sounds/nav-exit.flac"
};
static const unsigned char nav_arrived[] = {
#embed "../../../Scenarios/Sounds/nav-arrived.flac"
};
static const unsigned char game_jump[] = {
#embed "../../../Scenarios/Sounds/game-jump.flac"
};
static const unsigned char tap[] = {
#embed "../../../Scenarios/Sounds/tap.flac"
};
static const unsigned char blog_uploaded[] = {
#embed "../../../Scenarios/Sounds/blog-uploaded.flac"
};
static const unsigned char ringtone[] = {
#embed "../../../Scenarios/Sounds/ringtone.flac"
};
static const unsigned char callAudio[] = {
#embed "../../../Scenarios/Sounds/callAudio.flac"
};
static const unsigned char alarm[] = {
#embed "../../../Scenarios/Sounds/alarm.flac"
};
static const unsigned char alert[] = {
#embed "../../../Scenarios/Sounds/alert.flac"
};
static const unsigned char keyClick[] = {
#embed "../../../Scenarios/Sounds/keyClick.flac"
};

#define SOUND(name, bytes) {name, bytes, sizeof(bytes)}
static const page_sound sounds[] = {
    SOUND("song", song), SOUND("soundtrack", soundtrack), SOUND("podcast", podcast),
    SOUND("lesson", lesson), SOUND("nav-left", nav_left), SOUND("nav-exit", nav_exit),
    SOUND("nav-arrived", nav_arrived), SOUND("game-jump", game_jump), SOUND("tap", tap),
    SOUND("blog-uploaded", blog_uploaded), SOUND("ringtone", ringtone), SOUND("callAudio", callAudio),
    SOUND("alarm", alarm), SOUND("alert", alert), SOUND("keyClick", keyClick),
    {0, 0, 0},
};

const page_sound *page_sounds(void) { return sounds; }
