/* SPDX-License-Identifier: Apache-2.0 */
/* All that there is of CoreFoundation is in one file. */
#include <CoreFoundation/CoreFoundation.h>
