// A table of a library's functions, and `TABLE_load`, which loads the library for the rest of the program and fills the
// table; it returns the problem, or NULL. For LIBRARY, FUNCTIONS(X) calls X with the name of each function, which the
// library's header declares; for LIBRARY_DECLARED, with its type, name and parameters, so that no header is needed.
#include <dlfcn.h>
#include <stddef.h>

#define LIBRARY_MEMBER(name) __typeof__(name) *name;
#define LIBRARY_FIND(name) \
    if (!obstacle && !(library->name = (__typeof__(library->name))dlsym(handle, #name))) obstacle = "it lacks " #name;
#define LIBRARY_DECLARED_MEMBER(type, name, parameters) type(*name) parameters;
#define LIBRARY_DECLARED_FIND(type, name, parameters) LIBRARY_FIND(name)
#define LIBRARY_OF(table, file, FUNCTIONS, MEMBER, FIND) \
    struct table { \
        FUNCTIONS(MEMBER) \
    }; \
    static inline const char *table##_load(struct table *library) { \
        void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL); \
        const char *obstacle = handle ? NULL : dlerror(); \
        FUNCTIONS(FIND) \
        return obstacle; \
    }
#define LIBRARY(table, file, FUNCTIONS) LIBRARY_OF(table, file, FUNCTIONS, LIBRARY_MEMBER, LIBRARY_FIND)
#define LIBRARY_DECLARED(table, file, FUNCTIONS) \
    LIBRARY_OF(table, file, FUNCTIONS, LIBRARY_DECLARED_MEMBER, LIBRARY_DECLARED_FIND)
