// Sound that libsndfile does not know: AAC and ALAC in MPEG-4 files, and AAC by itself.
//
// libavformat and libavcodec are loaded with the first such file and not with the program. Where their headers were not
// there when this was compiled, or the libraries are not there when it runs, every file is refused with the reason.
// Files are used by one thread at a time.
#ifndef CAVCODEC_H
#define CAVCODEC_H

#include <stdbool.h>
#include <stdint.h>

enum { cav_reason_size = 256 };

// What a file says of itself.
struct cav_info {
    int64_t frames;    // at `rate`; -1 where the file does not say
    int rate;          // frames per second
    int channels;      // samples per frame
    uint32_t codec;    // four letters, as Apple's formats are named: 'aac ', 'alac', '.mp3'
};

// What is written.
enum cav_form {
    cav_aac_m4a,   // AAC in an MPEG-4 file
    cav_aac_adts,  // AAC by itself
    cav_alac_m4a,  // ALAC of 16 bits in an MPEG-4 file
};

// The package in which Debian has what is missing.
const char *cav_package(void);

// Loads the libraries for as long as the program runs. Returns what is in the way, or NULL.
const char *cav_load(void);

struct cav_reader;
// Opens a file; NULL and a reason where it cannot be decoded.
struct cav_reader *cav_open(const char *path, struct cav_info *info, char reason[cav_reason_size]);
// Decodes interleaved frames; fewer only at the end, -1 where the file is damaged.
int64_t cav_read(struct cav_reader *reader, float *samples, int64_t frames);
// Places the next read at a frame of at most the file's length.
bool cav_seek(struct cav_reader *reader, int64_t frame);
void cav_close(struct cav_reader *reader);

struct cav_writer;
// Makes a file; NULL and a reason where the rate, the channels or the bits per second are not the encoder's.
//
// `bit_rate`: bits per second; 0 is the encoder's own choice.
struct cav_writer *cav_create(
    const char *path, enum cav_form form, int rate, int channels, int64_t bit_rate, char reason[cav_reason_size]);
// Encodes interleaved frames.
bool cav_write(struct cav_writer *writer, const float *samples, int64_t frames);
// Completes the file and frees the writer; false where it could not be completed.
bool cav_finish(struct cav_writer *writer);

#endif
