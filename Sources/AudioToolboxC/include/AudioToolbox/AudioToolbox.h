/* System Sound Services and Audio Session Services. */
#ifndef AUDIOTOOLBOX_AUDIOTOOLBOX_H
#define AUDIOTOOLBOX_AUDIOTOOLBOX_H

#include <AudioToolbox/AudioServices.h>
#include <AudioToolbox/AudioSession.h>

#endif
