#ifndef PACED_PCM_H
#define PACED_PCM_H

#include <paced_card.h>

/* The card that was opened last; NULL once it has been released. */
extern paced_card *opened_card;
/* Releases it. */
void release_card(void);

#endif
