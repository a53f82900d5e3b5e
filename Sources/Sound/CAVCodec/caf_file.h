// CAF files with packets of a codec. FFmpeg cannot write AAC into them, and does not report their padding frames.
#ifndef CAF_FILE_H
#define CAF_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// Reads the number of frames before the sound and of the sound itself; false if the file is no CAF or does not say.
bool caf_read_frames(const char *path, int64_t *priming, int64_t *valid);

struct caf_file {
    FILE *file;
    uint32_t *sizes;
    size_t count, room;
    int64_t bytes;
};

// Creates the file and writes what precedes its packets. `codec`: four letters; `cookie`: the codec's own description.
bool caf_begin(
    struct caf_file *caf, const char *path, uint32_t codec, int rate, int channels, int frames_per_packet,
    uint32_t flags, const uint8_t *cookie, size_t cookie_size);
bool caf_append(struct caf_file *caf, const uint8_t *packet, uint32_t size);
// Writes the table of packets and closes the file.
bool caf_end(struct caf_file *caf, int64_t valid, int32_t priming, int32_t remainder);

#endif
