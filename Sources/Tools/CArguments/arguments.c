#include "arguments.h"

// Gives Swift's runtime the arguments of the program as the C runtime hands them to every constructor. By itself Swift looks
// for them with the help of /proc/self/maps, and where /proc is not mounted it finds none: every command would then take its
// line for an empty one.

// What Swift's runtime has for this.
void _swift_stdlib_overrideUnsafeArgvArgc(char **arguments, int count);

__attribute__((constructor)) static void hand_over(int count, char **arguments) {
    _swift_stdlib_overrideUnsafeArgvArgc(arguments, count);
}
