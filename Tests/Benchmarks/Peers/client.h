#ifndef CLIENT_H
#define CLIENT_H

// What the measured programs have in common: the work, the clock, and how the driver talks to them. A program is
// client.c and one file that defines `begin` and `period`.

enum { PERIOD = 256, RATE = 48000 };

// What is asked of a program: voices that are added at a gain that stays.
struct work {
    int voices;
    // Interleaved stereo at RATE, in a circle, for all voices.
    const float *source;
    int frames;
};

// The gain of a voice; whole 128ths, because SDL_mixer has no others.
static inline float gain_of(int voice) { return (float)(1 + voice % 2) / 128; }

// Makes ready; answers 0, or says on standard error what is wrong and answers something else.
int begin(const struct work *work);
// Renders the next PERIOD frames, interleaved stereo.
void period(float *output);

#endif
