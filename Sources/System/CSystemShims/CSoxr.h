#include "Library.h"
#include <soxr.h>

// Functions of libsoxr, which is loaded with the first sound that needs another rate: it and its OpenMP runtime would
// slow down each start.
#define CSOXR_FUNCTIONS(X) \
    X(soxr_quality_spec) X(soxr_io_spec) X(soxr_create) X(soxr_process) X(soxr_delete)

LIBRARY(csoxr, "libsoxr.so.0", CSOXR_FUNCTIONS)
