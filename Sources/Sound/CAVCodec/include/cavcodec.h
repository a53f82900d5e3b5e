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

// Decodes or encodes packets without a file. Codecs: 'aac ', 'alac', '.mp3' (decoding only).
struct cav_coder;
// `cookie`: the encoder's description, as stored in a file; may be empty for AAC and MP3.
struct cav_coder *cav_decoder(
    uint32_t codec, int rate, int channels, const uint8_t *cookie, size_t cookie_size, char reason[cav_reason_size]);
struct cav_coder *cav_encoder(uint32_t codec, int rate, int channels, int64_t bit_rate, char reason[cav_reason_size]);
// The number of frames in an encoder's packet.
int cav_packet_frames(const struct cav_coder *coder);
// The number of frames that an encoder adds before the sound.
int cav_priming(const struct cav_coder *coder);
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

struct cav_muxer;
// Creates an MPEG-4 file, or one of bare AAC, for the packets of an encoder, which must outlive it. Returns NULL and a
// reason if it cannot be written.
struct cav_muxer *cav_mux(
    const char *path, bool is_bare, const struct cav_coder *coder, char reason[cav_reason_size]);
// Writes the packet that `cav_next_packet` returned last.
bool cav_mux_packet(struct cav_muxer *muxer);
// Completes the file and frees the muxer. Returns false on failure.
bool cav_end_mux(struct cav_muxer *muxer);

#pragma clang attribute pop

#endif
