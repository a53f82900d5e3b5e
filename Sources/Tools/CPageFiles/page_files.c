#include "page_files.h"

// Embeds the files of the page; the Swift compiler would take minutes for such arrays.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char index_html[] = {
#embed "Page/index.html"
};
static const unsigned char page_css[] = {
#embed "Page/page.css"
};
static const unsigned char page_js[] = {
#embed "Page/link.js" suffix(,)
#embed "Page/draw.js" suffix(,)
#embed "Page/apps.js" suffix(,)
#embed "Page/words.js" suffix(,)
#embed "Page/phone.js" suffix(,)
#embed "Page/sessions.js" suffix(,)
#embed "Page/lanes.js" suffix(,)
#embed "Page/why.js" suffix(,)
#embed "Page/log.js" suffix(,)
#embed "Page/sound.js" suffix(,)
#embed "Page/main.js" suffix(,)
};

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

#define FILE(name, bytes) {name, bytes, sizeof(bytes)}
static const page_file files[] = {
    FILE("index.html", index_html), FILE("page.css", page_css), FILE("page.js", page_js),
    FILE("song", song), FILE("soundtrack", soundtrack), FILE("podcast", podcast),
    FILE("lesson", lesson), FILE("nav-left", nav_left), FILE("nav-exit", nav_exit),
    FILE("nav-arrived", nav_arrived), FILE("game-jump", game_jump), FILE("tap", tap),
    FILE("blog-uploaded", blog_uploaded),
    {0, 0, 0},
};

const page_file *page_files(void) { return files; }
