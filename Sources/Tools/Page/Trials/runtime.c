/* Functions that Swift's library for WebAssembly needs beyond the C library. */
#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* The seed of hashes. A page hashes only its own person's input, so any seed will do. */
void arc4random_buf(void *bytes, size_t count) {
    for (size_t place = 0; place < count; place++) ((uint8_t *)bytes)[place] = (uint8_t)(17 + 101 * place);
}

/* Parses a number for Swift's `Double(_:)`. Returns where it ends, or NULL if it is out of range. */
const char *_swift_stdlib_strtod_clocale(const char *text, double *number) {
    char *end = NULL;
    errno = 0;
    *number = strtod(text, &end);
    return errno == ERANGE && (*number == 0 || isinf(*number)) ? NULL : end;
}

uintptr_t __stack_chk_guard = 0x2f1a7d53;
_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }
