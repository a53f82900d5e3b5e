/* Writes a second of a tone by aubio's sink, reads it by its source, and plays ten blocks through its unit. */
#include "aubio_priv.h"
#include "fmat.h"
#include "fvec.h"
#include "io/audio_unit.h"
#include "io/sink.h"
#include "io/source.h"
#include <semaphore.h>

enum { RATE = 44100, HOP = 441 };

/* Posted for each block. */
static sem_t blocks;

static uint_t render(void *closure, fmat_t *in, fmat_t *out)
{
    (void)closure, (void)in;
    fmat_zeros(out);
    sem_post(&blocks);
    return 0;
}

int main(int argc, char **argv)
{
    fvec_t *frames = new_fvec(HOP);
    aubio_sink_t *sink;
    aubio_source_t *source;
    aubio_audio_unit_t *unit;
    uint_t turn, frame, read, total = 0;
    double worst = 0;
    if (argc != 2 || !(sink = new_aubio_sink(argv[1], RATE))) return 2;
    for (turn = 0; turn < RATE / HOP; ++turn) {
        for (frame = 0; frame < HOP; ++frame) frames->data[frame] = .5 * sin(2 * M_PI * 440 * (turn * HOP + frame) / RATE);
        aubio_sink_do(sink, frames, HOP);
    }
    del_aubio_sink(sink);
    if (!(source = new_aubio_source(argv[1], RATE, HOP))) return 3;
    do {
        aubio_source_do(source, frames, &read);
        for (frame = 0; frame < read; ++frame) {
            double error = fabs(frames->data[frame] - .5 * sin(2 * M_PI * 440 * (total + frame) / RATE));
            if (error > worst) worst = error;
        }
        total += read;
    } while (read == HOP);
    del_aubio_source(source);
    printf("read %u frames, off by %g\n", total, worst);
    if (total != RATE || worst > 1e-3) return 4;

    if (!(unit = new_aubio_audio_unit(RATE, 2, 2, 512))) return 5;
    sem_init(&blocks, 0, 0);
    aubio_audio_unit_set_callback(unit, render, NULL);
    if (aubio_audio_unit_init(unit) != 0 || aubio_audio_unit_start(unit) != 0) return 6;
    for (turn = 0; turn < 10; ++turn) sem_wait(&blocks);
    aubio_audio_unit_stop(unit);
    puts("rendered ten blocks");
    del_aubio_audio_unit(unit);
    return 0;
}
