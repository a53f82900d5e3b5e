// Sound that libsndfile does not know: AAC and ALAC in MPEG-4 and CAF files, AAC by itself, and IMA4 in CAF.
//
// libavformat and libavcodec are loaded with the first such file and not with the program. Where their headers were not
// there when this was compiled, or the libraries are not there when it runs, every file is refused with the reason.
// Files are used by one thread at a time.
#ifndef CAVCODEC_H
#define CAVCODEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { cav_reason_size = 256 };

// What a file says of itself.
struct cav_info {
    int64_t frames;    // at `rate`; -1 where the file does not say
    int rate;          // frames per second
    int channels;      // samples per frame
    uint32_t codec;    // four letters, as Apple's formats are named: 'aac ', 'alac', 'ima4', '.mp3'
};

// What is written.
enum cav_form {
    cav_aac_m4a,   // AAC in an MPEG-4 file
    cav_aac_adts,  // AAC by itself
    cav_alac_m4a,  // ALAC of 16 bits in an MPEG-4 file
    cav_aac_caf,   // AAC in a CAF file
    cav_alac_caf,  // ALAC of 16 bits in a CAF file
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

// A codec without a file: packets become frames, or frames packets. Codecs: 'aac ', 'alac', '.mp3' (which is only decoded).
struct cav_coder;
// `cookie`: what the encoder has said of itself, as a file keeps it; may be empty for AAC and MP3.
struct cav_coder *cav_decoder(
    uint32_t codec, int rate, int channels, const uint8_t *cookie, size_t cookie_size, char reason[cav_reason_size]);
struct cav_coder *cav_encoder(uint32_t codec, int rate, int channels, int64_t bit_rate, char reason[cav_reason_size]);
// Frames of a packet that the encoder makes.
int cav_packet_frames(const struct cav_coder *coder);
// What the encoder says of itself; at most 64 bytes. Returns how many.
size_t cav_cookie(const struct cav_coder *coder, uint8_t cookie[64]);
// Decodes a packet, or with NULL what the decoder still holds. Returns interleaved frames that are good until the next call,
// and how many; -1 for a packet that is damaged.
int64_t cav_decode_packet(struct cav_coder *coder, const uint8_t *packet, size_t size, const float **samples);
// Encodes at most the frames of a packet, fewer only at the end; with NULL the encoder gives up what it holds.
bool cav_encode_frames(struct cav_coder *coder, const float *samples, int frames);
// The next packet, which is good until the next call; NULL if more frames are needed.
const uint8_t *cav_next_packet(struct cav_coder *coder, size_t *size);
void cav_free_coder(struct cav_coder *coder);

#endif
