/* SPDX-License-Identifier: Apache-2.0 */
/* All that there is of CoreAudioTypes is in one file. */
#include <CoreAudioTypes/CoreAudioTypes.h>
