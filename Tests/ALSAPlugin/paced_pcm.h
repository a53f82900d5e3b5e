#ifndef PACED_PCM_H
#define PACED_PCM_H

#include <paced_card.h>

/* The card that was opened last. */
extern paced_card *opened_card;

#endif
