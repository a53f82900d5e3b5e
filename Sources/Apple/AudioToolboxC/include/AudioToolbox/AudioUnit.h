/* SPDX-License-Identifier: Apache-2.0 */
/* All that there is of units is in one file. */
#include <AudioUnit/AudioUnit.h>
