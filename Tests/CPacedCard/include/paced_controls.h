#pragma once

#include <alsa/asoundlib.h>
#include <stdbool.h>

/// The controls of a sound card for tests: volumes, switches and jacks, behind ALSA's ordinary control interface.
///
/// Every function may be called from any thread.
typedef struct paced_controls paced_controls;

/// One control. A boolean has the range 0 to 1; decibels are given in hundredths.
typedef struct {
    const char *name;
    snd_ctl_elem_iface_t interface;
    bool is_boolean;
    long min, max;
    unsigned channels;
    /// Whether decibels are known; those of the smallest value, and how many more each step brings.
    bool has_decibels;
    int decibels_min, decibels_step;
    /// The smallest value is silence.
    bool mutes_at_min;
} paced_control;

/// Makes a card without controls; `id` is its short name.
paced_controls *paced_controls_create(int card, const char *id);
/// Says that the test needs them no longer; they are freed when every handle has been closed, too.
void paced_controls_release(paced_controls *controls);
/// Opens a handle, as often as there are readers; an error number below zero on failure.
int paced_controls_open(paced_controls *controls, snd_ctl_t **handle);

/// Adds a control, whose value is 0 or its minimum; returns its number, or -1 where there are 16 already.
int paced_controls_add(paced_controls *controls, paced_control control);
/// Turns a control, on all channels, as another program would.
void paced_controls_turn(paced_controls *controls, int control, long value);
/// The value of a channel.
long paced_controls_value(paced_controls *controls, int control, unsigned channel);
/// Takes the card away: every handle answers ENODEV from now on.
void paced_controls_disconnect(paced_controls *controls);
