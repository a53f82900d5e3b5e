#include "caf_file.h"

#include <stdlib.h>
#include <string.h>

static void put(uint8_t *to, uint64_t value, int bytes) {
    for (int place = 0; place < bytes; place++) to[place] = (uint8_t)(value >> 8 * (bytes - 1 - place));
}

static uint64_t get(const uint8_t *from, int bytes) {
    uint64_t value = 0;
    for (int place = 0; place < bytes; place++) value = value << 8 | from[place];
    return value;
}

bool caf_read_frames(const char *path, int64_t *priming, int64_t *valid) {
    uint8_t head[24];
    bool is_found = false;
    FILE *file = fopen(path, "rbe");
    if (!file) return false;
    if (fread(head, 1, 8, file) == 8 && memcmp(head, "caff", 4) == 0) {
        while (!is_found && fread(head, 1, 12, file) == 12) {
            int64_t size = (int64_t)get(head + 4, 8);
            if (memcmp(head, "pakt", 4) == 0 && fread(head, 1, 24, file) == 24) {
                *valid = (int64_t)get(head + 8, 8);
                *priming = (int32_t)get(head + 16, 4);
                is_found = *valid > 0 && *priming >= 0;
            } else if (size < 0 || fseeko(file, (off_t)size, SEEK_CUR) != 0) {
                break;
            }
        }
    }
    fclose(file);
    return is_found;
}

static bool write_chunk(FILE *file, const char *type, int64_t size) {
    uint8_t head[12];
    memcpy(head, type, 4);
    put(head + 4, (uint64_t)size, 8);
    return fwrite(head, 1, sizeof head, file) == sizeof head;
}

bool caf_begin(
    struct caf_file *caf, const char *path, uint32_t codec, int rate, int channels, int frames_per_packet,
    uint32_t flags, const uint8_t *cookie, size_t cookie_size) {
    uint8_t head[8] = {'c', 'a', 'f', 'f', 0, 1, 0, 0}, description[32] = {0}, edits[4] = {0};
    double hertz = rate;
    uint64_t bits;
    memcpy(&bits, &hertz, 8);
    put(description, bits, 8);
    put(description + 8, codec, 4);
    put(description + 12, flags, 4);
    // 0: packets vary in size, and the codec determines the bits of a sample.
    put(description + 20, (uint64_t)frames_per_packet, 4);
    put(description + 24, (uint64_t)channels, 4);
    memset(caf, 0, sizeof *caf);
    caf->file = fopen(path, "w+be");
    return caf->file && fwrite(head, 1, sizeof head, caf->file) == sizeof head
           && write_chunk(caf->file, "desc", sizeof description)
           && fwrite(description, 1, sizeof description, caf->file) == sizeof description
           && write_chunk(caf->file, "kuki", (int64_t)cookie_size)
           && fwrite(cookie, 1, cookie_size, caf->file) == cookie_size && write_chunk(caf->file, "data", -1)
           && fwrite(edits, 1, sizeof edits, caf->file) == sizeof edits;
}

bool caf_append(struct caf_file *caf, const uint8_t *packet, uint32_t size) {
    if (caf->count == caf->room) {
        size_t room = caf->room ? 2 * caf->room : 1024;
        uint32_t *sizes = realloc(caf->sizes, room * sizeof *sizes);
        if (!sizes) return false;
        caf->sizes = sizes;
        caf->room = room;
    }
    caf->sizes[caf->count++] = size;
    caf->bytes += size;
    return fwrite(packet, 1, size, caf->file) == size;
}

// A size has seven bits per byte, highest first; all bytes but the last have their high bit set.
static int put_size(uint8_t *to, uint32_t size) {
    int count = 1;
    while (count < 5 && size >> 7 * count) count++;
    for (int place = 0; place < count; place++) {
        to[place] = (uint8_t)((size >> 7 * (count - 1 - place) & 0x7F) | (place < count - 1 ? 0x80 : 0));
    }
    return count;
}

bool caf_end(struct caf_file *caf, int64_t valid, int32_t priming, int32_t remainder) {
    uint8_t head[24], *table = malloc(caf->count * 5 + 1);
    size_t length = 0;
    for (size_t index = 0; table && index < caf->count; index++) length += (size_t)put_size(table + length, caf->sizes[index]);
    put(head, caf->count, 8);
    put(head + 8, (uint64_t)valid, 8);
    put(head + 16, (uint32_t)priming, 4);
    put(head + 20, (uint32_t)remainder, 4);
    off_t data_end = table && caf->file ? ftello(caf->file) : -1;
    uint8_t size[8];
    put(size, (uint64_t)caf->bytes + 4, 8);
    bool is_good = data_end >= 0 && write_chunk(caf->file, "pakt", (int64_t)(sizeof head + length))
                   && fwrite(head, 1, sizeof head, caf->file) == sizeof head
                   && fwrite(table, 1, length, caf->file) == length
                   && fseeko(caf->file, data_end - (off_t)caf->bytes - 12, SEEK_SET) == 0
                   && fwrite(size, 1, sizeof size, caf->file) == sizeof size;
    if (caf->file && fclose(caf->file) != 0) is_good = false;
    free(caf->sizes);
    free(table);
    memset(caf, 0, sizeof *caf);
    return is_good;
}
