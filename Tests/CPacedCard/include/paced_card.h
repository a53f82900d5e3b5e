#pragma once

#include <alsa/asoundlib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A sound card for tests: an ALSA PCM whose time passes only as the test says, and which fails on demand.
///
/// Functions other than opening may be called from any thread while another one plays.
typedef struct paced_card paced_card;

/// What the card can do. Ranges are inclusive; zero means anything.
typedef struct {
    unsigned rate_min, rate_max;
    unsigned channels_min, channels_max;
    unsigned period_frames_min, period_frames_max;
    snd_pcm_format_t format;
    /// The buffer can be mapped, but frames can be written and read, too.
    bool mapped_too;
    /// Another program has the card.
    bool busy;
    /// The card does not tell its delay.
    bool delay_refused;
    /// Frames that the card's delay counts beside those in its buffer.
    size_t delay_more;
    /// What is played is counted, but not kept.
    bool forgetful;
    /// The card is for capture.
    bool capture;
    /// Time passes with the system's clock instead of paced_card_advance.
    bool real_time;
} paced_card_options;

/// Opens a card; null and an error number below zero in `error` on failure.
paced_card *paced_card_open(paced_card_options options, snd_pcm_t **pcm, int *error);
/// Says that the test needs the card no longer; it is freed when its PCM has been closed too.
void paced_card_release(paced_card *card);

/// Waits until the card is running, then plays or hears `frames`; an xrun if it holds fewer or has room for fewer. False
/// if it never ran (10 s).
bool paced_card_advance(paced_card *card, size_t frames);
/// What a capture card hears next, in its own format; silence after all that was ever provided.
void paced_card_provide(paced_card *card, const void *bytes, size_t count);
/// From now on plays whatever it is given at once.
void paced_card_play_out(paced_card *card);
/// Waits until `frames` in all have gone in or, of a capture card, come out since it was opened. False after 10 s.
bool paced_card_wait(paced_card *card, size_t frames);
/// Called at every transfer, on the thread that plays or captures, with the number of transfers before it.
typedef void paced_card_witness(void *context, size_t transfers);
/// Sets the witness; before the first transfer.
void paced_card_watch(paced_card *card, paced_card_witness *witness, void *context);
/// Waits until the card has been started `times` times. False after 10 s.
bool paced_card_wait_starts(paced_card *card, int times);
/// The next `times` transfers answer the negative `error` instead of moving frames. With EAGAIN the card says that it is
/// ready meanwhile.
void paced_card_fail(paced_card *card, int error, int times);
/// Every transfer moves at most `frames`; zero moves all.
void paced_card_shorten(paced_card *card, size_t frames);
/// Resuming answers -EAGAIN so many times before it succeeds; below zero it is not supported.
void paced_card_resume_after(paced_card *card, int attempts);
/// Pulls the plug.
void paced_card_disconnect(paced_card *card);

/// The number of times the card was started.
int paced_card_starts(paced_card *card);
/// Frames that a playback card has played, or a capture card has heard, since it was opened.
size_t paced_card_heard(paced_card *card);
/// Frames that have gone in or come out since the card was opened.
size_t paced_card_frames(paced_card *card);
/// Copies the bytes that a playback card was given, up to `capacity`; returns how many there are.
size_t paced_card_bytes(paced_card *card, uint8_t *buffer, size_t capacity);

/// How narrowly a playback card was served.
typedef struct {
    size_t transfers, frames, xruns;
    /// Periods that came when less than half of the buffer was left.
    size_t late_periods;
    /// Of the first xruns: when they were noticed, in seconds of the steady clock.
    double xrun_times[64];
    /// The fewest frames that were left when a period came.
    size_t least_left;
    /// The longest that thread has worked from one transfer to the next, in nanoseconds of its own time.
    long longest_work;
} paced_card_figures;

/// What has been counted since the card was opened.
paced_card_figures paced_card_counted(paced_card *card);
