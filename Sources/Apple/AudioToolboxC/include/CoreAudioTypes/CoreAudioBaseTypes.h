/* SPDX-License-Identifier: Apache-2.0 */
/* All declarations of CoreAudioTypes are in one file. */
#include <CoreAudioTypes/CoreAudioTypes.h>
