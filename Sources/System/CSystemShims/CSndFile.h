#include "Library.h"
#include <sndfile.h>

// What is called of libsndfile. It is loaded with the first sound file and not with the program: it brings seven decoders
// along, for which a program that opens no sound would wait each time it starts.
#define CSNDFILE_FUNCTIONS(X) \
    X(sf_open_virtual) X(sf_close) X(sf_readf_float) X(sf_writef_float) X(sf_write_raw) X(sf_seek) \
    X(sf_command) X(sf_strerror)

LIBRARY(csndfile, "libsndfile.so.1", CSNDFILE_FUNCTIONS)
