#include "page_files.h"

// The files of the page become bytes of the program here, in no time; the Swift compiler takes minutes over so many numbers.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const page_file files[] = {
    {"index.html", (const char[]){
#embed "Page/index.html" suffix(, 0)
    }},
    {"parts.html", (const char[]){
#embed "Page/parts.html" suffix(, 0)
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
    {"parts.js", (const char[]){
#embed "Page/parts.js" suffix(, 0)
    }},
    {0, 0},
};

const page_file *page_files(void) { return files; }
