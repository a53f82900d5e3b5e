#ifndef PAGE_FILES_H
#define PAGE_FILES_H

/// An embedded file of the page, or a sound as a FLAC file, with its size in bytes.
typedef struct {
    const char *name;
    const unsigned char *bytes;
    unsigned long count;
} page_file;

/// All files, ending with one without a name. Valid for the program's life, on any thread.
const page_file *page_files(void);

#endif
