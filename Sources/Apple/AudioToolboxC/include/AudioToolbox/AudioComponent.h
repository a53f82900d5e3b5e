/* SPDX-License-Identifier: Apache-2.0 */
/* All declarations of units are in one file. */
#include <AudioUnit/AudioUnit.h>
