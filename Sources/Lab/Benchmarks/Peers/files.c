// What an offline render of a sound file cannot beat on one core: libsndfile decodes, libsoxr resamples, and the frames
// go into a WAV file, or nowhere.
#include <math.h>
#include <sndfile.h>
#include <soxr.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 4096, FILE_RATE = 44100, RATE = 48000 };

// Noise under a tone that rises: as hard to pack as music.
static int make(const char *path, int seconds) {
    SF_INFO info = {.samplerate = FILE_RATE, .channels = 2, .format = SF_FORMAT_FLAC | SF_FORMAT_PCM_16};
    SNDFILE *file = sf_open(path, SFM_WRITE, &info);
    if (!file) return fprintf(stderr, "%s: %s\n", path, sf_strerror(NULL)), 1;
    uint32_t seed = 1;
    double phase = 0, low[2] = {0, 0};
    float samples[2 * CHUNK];
    const long frames = (long)seconds * FILE_RATE;
    for (long done = 0; done < frames;) {
        long count = frames - done < CHUNK ? frames - done : CHUNK;
        for (long i = 0; i < count; i++) {
            double hertz = 50 * pow(200, (double)(done + i) / (double)frames);
            phase += 2 * M_PI * hertz / FILE_RATE;
            for (int c = 0; c < 2; c++) {
                seed = seed * 1664525 + 1013904223;
                low[c] += 0.1 * ((double)(int32_t)seed / 2147483648.0 - low[c]);
                samples[2 * i + c] = (float)(0.3 * low[c] + 0.2 * sin(phase));
            }
        }
        if (sf_writef_float(file, samples, count) != count) return fprintf(stderr, "%s: cannot write\n", path), 1;
        done += count;
    }
    return sf_close(file);
}

static int limit(const char *path, const char *result) {
    SF_INFO info = {0};
    SNDFILE *file = sf_open(path, SFM_READ, &info);
    if (!file) return fprintf(stderr, "%s: %s\n", path, sf_strerror(NULL)), 1;
    SF_INFO wanted = {.samplerate = RATE, .channels = 2, .format = SF_FORMAT_WAV | SF_FORMAT_FLOAT};
    SNDFILE *written = result ? sf_open(result, SFM_WRITE, &wanted) : NULL;
    if (result && !written) return fprintf(stderr, "%s: %s\n", result, sf_strerror(NULL)), 1;
    soxr_error_t error;
    soxr_io_spec_t formats = soxr_io_spec(SOXR_FLOAT32_I, SOXR_FLOAT32_I);
    soxr_quality_spec_t quality = soxr_quality_spec(SOXR_HQ, 0);
    soxr_t converter = soxr_create(info.samplerate, RATE, (unsigned)info.channels, &error, &formats, &quality, NULL);
    if (error) return fprintf(stderr, "libsoxr: %s\n", error), 1;
    float input[2 * CHUNK], output[2 * CHUNK];
    size_t made = 1, total = 0;
    for (sf_count_t got = 1; got > 0 || made > 0;) {
        got = sf_readf_float(file, input, CHUNK / 2);
        soxr_process(converter, got > 0 ? input : NULL, (size_t)got, NULL, output, CHUNK, &made);
        if (written && sf_writef_float(written, output, (sf_count_t)made) != (sf_count_t)made) {
            return fprintf(stderr, "%s: cannot write\n", result), 1;
        }
        total += made;
    }
    printf("%zu\n", total);
    soxr_delete(converter);
    return sf_close(file) || (written && sf_close(written));
}

int main(int count, char **words) {
    if (count == 4 && !strcmp(words[1], "make")) return make(words[2], atoi(words[3]));
    if ((count == 3 || count == 4) && !strcmp(words[1], "limit")) return limit(words[2], words[3]);
    fprintf(stderr, "%s make PATH SECONDS | limit PATH [RESULT]\n", words[0]);
    return 2;
}
