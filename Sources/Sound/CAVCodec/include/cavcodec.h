// Formats that libsndfile does not support: AAC and ALAC in MPEG-4 and CAF files, bare AAC, and IMA4 in CAF.
// libavformat and libavcodec are loaded with the first such file. If the headers of FFmpeg 5.1 or later were missing at
// compile time, or the libraries are at run time, every file is refused with the reason. One thread per file.
#ifndef CAVCODEC_H
#define CAVCODEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { cav_reason_size = 256 };

// The facts of a file.
struct cav_info {
    int64_t frames;    // at `rate`; -1 if the file does not say
    int rate;          // frames per second
    int channels;      // samples per frame
    uint32_t codec;    // four letters, as Apple's formats are named: 'aac ', 'alac', 'ima4', '.mp3'
};

// The format of a written file.
enum cav_form {
    cav_aac_m4a,   // AAC in an MPEG-4 file
    cav_aac_adts,  // bare AAC
    cav_alac_m4a,  // ALAC of 16 bits in an MPEG-4 file
    cav_aac_caf,   // AAC in a CAF file
    cav_alac_caf,  // ALAC of 16 bits in a CAF file
};

// The Debian package of the missing library.
const char *cav_package(void);

// Loads the libraries for the rest of the program. Returns the problem, or NULL.
const char *cav_load(void);

// The functions below exist, and may be called, only if `cav_load` reports no problem.
#pragma clang attribute push(__attribute__((weak)), apply_to = function)

struct cav_reader;
// Opens a file. Returns NULL and a reason if it cannot be decoded.
struct cav_reader *cav_open(const char *path, struct cav_info *info, char reason[cav_reason_size]);
// Decodes interleaved frames. Returns fewer only at the end, -1 if the file is damaged.
int64_t cav_read(struct cav_reader *reader, float *samples, int64_t frames);
// Seeks to a frame, up to the file's length.
bool cav_seek(struct cav_reader *reader, int64_t frame);
void cav_close(struct cav_reader *reader);

struct cav_writer;
// Creates a file. Returns NULL and a reason if the encoder does not support the rate, the channels or the bit rate.
// `bit_rate`: bits per second, or 0 for the encoder's choice.
struct cav_writer *cav_create(
    const char *path, enum cav_form form, int rate, int channels, int64_t bit_rate, char reason[cav_reason_size]);
// Encodes interleaved frames.
bool cav_write(struct cav_writer *writer, const float *samples, int64_t frames);
// Completes the file and frees the writer. Returns false on failure.
bool cav_finish(struct cav_writer *writer);

// Decodes or encodes packets without a file. Codecs: 'aac ', 'alac', '.mp3' (decoding only).
struct cav_coder;
// `cookie`: the encoder's description, as stored in a file; may be empty for AAC and MP3.
struct cav_coder *cav_decoder(
    uint32_t codec, int rate, int channels, const uint8_t *cookie, size_t cookie_size, char reason[cav_reason_size]);
struct cav_coder *cav_encoder(uint32_t codec, int rate, int channels, int64_t bit_rate, char reason[cav_reason_size]);
// The number of frames in an encoder's packet.
int cav_packet_frames(const struct cav_coder *coder);
// Copies the encoder's description, at most 64 bytes. Returns its size.
size_t cav_cookie(const struct cav_coder *coder, uint8_t cookie[64]);
// Decodes a packet, or with NULL the decoder's remaining frames. Returns interleaved frames that are valid until the
// next call, and their number; -1 for a damaged packet.
int64_t cav_decode_packet(struct cav_coder *coder, const uint8_t *packet, size_t size, const float **samples);
// Encodes at most the frames of a packet, fewer only at the end; with NULL flushes the encoder.
bool cav_encode_frames(struct cav_coder *coder, const float *samples, int frames);
// Returns the next packet, valid until the next call, or NULL if more frames are needed.
const uint8_t *cav_next_packet(struct cav_coder *coder, size_t *size);
void cav_free_coder(struct cav_coder *coder);

#pragma clang attribute pop

#endif
