#include "no_curl.h"

#include <stdio.h>
#include <stdlib.h>

// What Foundation's client for HTTP wants of libcurl. The server's library brings that client along for a proxy that nothing
// here uses, and a static Swift wants all of its names; these are never called, and end the program if they are.

static _Noreturn void refuse(void) {
    fputs("audiosession: this program has no client for HTTP; ask URLSession for nothing\n", stderr);
    abort();
}

// Hidden, so that they stand in nobody's way where Swift is linked dynamically and the real ones are loaded.
#define REFUSE(name)                                                  \
    __attribute__((visibility("hidden"))) _Noreturn void name(void);  \
    void name(void) { refuse(); }

REFUSE(curl_easy_cleanup)
REFUSE(curl_easy_getinfo)
REFUSE(curl_easy_init)
REFUSE(curl_easy_pause)
REFUSE(curl_easy_setopt)
REFUSE(curl_easy_strerror)
REFUSE(curl_free)
REFUSE(curl_global_init)
REFUSE(curl_multi_add_handle)
REFUSE(curl_multi_assign)
REFUSE(curl_multi_cleanup)
REFUSE(curl_multi_info_read)
REFUSE(curl_multi_init)
REFUSE(curl_multi_remove_handle)
REFUSE(curl_multi_setopt)
REFUSE(curl_multi_socket_action)
REFUSE(curl_slist_append)
REFUSE(curl_slist_free_all)
REFUSE(curl_url)
REFUSE(curl_url_get)
REFUSE(curl_url_set)
REFUSE(curl_version)
REFUSE(curl_version_info)
