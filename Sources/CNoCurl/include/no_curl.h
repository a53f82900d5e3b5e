#ifndef NO_CURL_H
#define NO_CURL_H

// Nothing to call: this room is linked for the names that it takes from libcurl.

#endif
