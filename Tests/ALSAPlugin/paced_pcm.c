/* The paced card of tests as a PCM that a configuration can name: `type paced`, with `mapped` where its memory can be mapped. */
#include <alsa/asoundlib.h>
#include <alsa/pcm_external.h>

#include <paced_card.h>
#include "paced_pcm.h"

paced_card *opened_card;

void release_card(void) {
    paced_card_release(opened_card);
    opened_card = NULL;
}

SND_PCM_PLUGIN_DEFINE_FUNC(paced) {
    (void)name, (void)root, (void)stream, (void)mode;
    snd_config_t *node;
    const paced_card_options options = {
        .format = SND_PCM_FORMAT_FLOAT, .mapped_too = snd_config_search(conf, "mapped", &node) >= 0};
    int error;
    /* The plug-in may open its slave once more before the program has it. */
    if (opened_card != NULL) release_card();
    opened_card = paced_card_open(options, pcmp, &error);
    return error;
}

SND_PCM_PLUGIN_SYMBOL(paced)
