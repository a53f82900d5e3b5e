#ifndef PAGE_FILES_H
#define PAGE_FILES_H

/// An embedded file of the page: UTF-8 with a final zero.
typedef struct {
    const char *name;
    const char *text;
} page_file;

/// An embedded sound: a FLAC file and its size in bytes.
typedef struct {
    const char *name;
    const unsigned char *bytes;
    unsigned long count;
} page_sound;

/// All sounds, ending with one without a name. Valid for the program's life, on any thread.
const page_sound *page_sounds(void);

/// All files, ending with one without a name. Valid for the program's life, on any thread.
const page_file *page_files(void);

#endif
