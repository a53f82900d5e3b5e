// A table of the functions that are called of a library, and what loads the library for as long as the program runs and fills
// the table: `TABLE_load` returns what is in the way, or NULL. FUNCTIONS(X) calls X with the name of each function, whose
// declaration comes from the library's header or stands before.
#include <dlfcn.h>
#include <stddef.h>

#define LIBRARY_MEMBER(name) __typeof__(name) *name;
#define LIBRARY_FIND(name) \
    if (!obstacle && !(library->name = (__typeof__(library->name))dlsym(handle, #name))) obstacle = "it lacks " #name;
#define LIBRARY(table, file, FUNCTIONS) \
    struct table { \
        FUNCTIONS(LIBRARY_MEMBER) \
    }; \
    static inline const char *table##_load(struct table *library) { \
        void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL); \
        const char *obstacle = handle ? NULL : dlerror(); \
        FUNCTIONS(LIBRARY_FIND) \
        return obstacle; \
    }
