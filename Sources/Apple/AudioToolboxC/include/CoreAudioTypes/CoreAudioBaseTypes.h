/* All that there is of CoreAudioTypes is in one file. */
#include <CoreAudioTypes/CoreAudioTypes.h>
