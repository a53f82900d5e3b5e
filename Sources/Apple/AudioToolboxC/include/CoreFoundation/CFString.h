/* All that there is of CoreFoundation is in one file. */
#include <CoreFoundation/CoreFoundation.h>
