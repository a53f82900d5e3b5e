#include "Library.h"
#include <sndfile.h>

// Functions of libsndfile, which is loaded with the first sound file: it brings seven decoders along, and would slow
// down each start.
#define CSNDFILE_FUNCTIONS(X) \
    X(sf_open_virtual) X(sf_close) X(sf_readf_float) X(sf_writef_float) X(sf_write_raw) X(sf_seek) \
    X(sf_command) X(sf_strerror)

LIBRARY(csndfile, "libsndfile.so.1", CSNDFILE_FUNCTIONS)
