#ifndef PAGE_FILES_H
#define PAGE_FILES_H

/// A file of the page as it stands in the program: UTF-8 that ends with a zero.
typedef struct {
    const char *name;
    const char *text;
} page_file;

/// All of them; the one behind the last has no name. They live as long as the program, and any thread may read them.
const page_file *page_files(void);

#endif
