#include <alsa/asoundlib.h>

// libasound prints every failed attempt on the standard error stream. Its handler is variadic, which Swift can
// neither define nor pass.
static void calsa_discard_message(
    const char *file, int line, const char *function, int error, const char *format, ...) {
    (void)file, (void)line, (void)function, (void)error, (void)format;
}

static inline int calsa_silence_messages(void) {
    return snd_lib_error_set_handler(calsa_discard_message);
}
