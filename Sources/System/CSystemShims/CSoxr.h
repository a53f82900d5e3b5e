#include "Library.h"
#include <soxr.h>

// What is called of libsoxr. It is loaded with the first sound that needs another rate and not with the program, which
// would wait for it and for its OpenMP runtime each time it starts.
#define CSOXR_FUNCTIONS(X) \
    X(soxr_quality_spec) X(soxr_io_spec) X(soxr_create) X(soxr_process) X(soxr_delete)

LIBRARY(csoxr, "libsoxr.so.0", CSOXR_FUNCTIONS)
