#ifndef PAGE_FILES_H
#define PAGE_FILES_H

/// A file of the page as it stands in the program: UTF-8 that ends with a zero.
typedef struct {
    const char *name;
    const char *text;
} page_file;

/// A sound as it stands in the program: a FLAC file, and how many bytes it has.
typedef struct {
    const char *name;
    const unsigned char *bytes;
    unsigned long count;
} page_sound;

/// All sounds; the one behind the last has no name. They live as long as the program, and any thread may read them.
const page_sound *page_sounds(void);

/// All files; the one behind the last has no name. They live as long as the program, and any thread may read them.
const page_file *page_files(void);

#endif
