/* SPDX-License-Identifier: Apache-2.0 */
/* Availability on macOS: this is not macOS. */
#ifndef AVAILABILITYMACROS_H
#define AVAILABILITYMACROS_H

#include <Availability.h>

#define MAC_OS_X_VERSION_10_4 1040
#define MAC_OS_X_VERSION_10_5 1050
#define MAC_OS_X_VERSION_10_6 1060
#define MAC_OS_X_VERSION_10_7 1070
#define MAC_OS_X_VERSION_10_8 1080
#define MAC_OS_X_VERSION_10_9 1090

#endif
