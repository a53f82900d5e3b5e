/* SPDX-License-Identifier: Apache-2.0 */
/* System Sound Services, Audio Session Services, Audio Queue Services, units, converters, and files. */
#ifndef AUDIOTOOLBOX_AUDIOTOOLBOX_H
#define AUDIOTOOLBOX_AUDIOTOOLBOX_H

#include <AudioToolbox/AudioConverter.h>
#include <AudioToolbox/AudioFile.h>
#include <AudioToolbox/AudioQueue.h>
#include <AudioToolbox/AudioServices.h>
#include <AudioToolbox/AudioSession.h>
#include <AudioToolbox/ExtendedAudioFile.h>
#include <AudioUnit/AudioUnit.h>

#endif
