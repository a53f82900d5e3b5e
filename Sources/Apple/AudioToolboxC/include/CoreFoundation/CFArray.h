/* SPDX-License-Identifier: Apache-2.0 */
/* All declarations of CoreFoundation are in one file. */
#include <CoreFoundation/CoreFoundation.h>
