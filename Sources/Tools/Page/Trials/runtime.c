/* What Swift's library for WebAssembly expects of its surroundings, beyond the C library. */
#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* Numbers of the seed of hashes. A page hashes what its own person gives it, so any will do. */
void arc4random_buf(void *bytes, size_t count) {
    for (size_t place = 0; place < count; place++) ((uint8_t *)bytes)[place] = (uint8_t)(17 + 101 * place);
}

/* Reads a number as Swift's `Double(_:)` wants it: where it ends, or NULL where it cannot be held. */
const char *_swift_stdlib_strtod_clocale(const char *text, double *number) {
    char *end = NULL;
    errno = 0;
    *number = strtod(text, &end);
    return errno == ERANGE && (*number == 0 || isinf(*number)) ? NULL : end;
}

uintptr_t __stack_chk_guard = 0x2f1a7d53;
_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }
