// A table of a library's functions, and `TABLE_load`, which loads the library for the rest of the program and fills the
// table; it returns the problem, or NULL. FUNCTIONS(X) calls X with the name of each function, whose declaration comes
// from the library's header or precedes it.
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
