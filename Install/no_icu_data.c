/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A data package of ICU with nothing in it, for libaudiotoolbox, none of whose functions asks for it. Install/audiotoolbox compiles it with
 * ICU_DATA defined as the name under which this toolchain's Foundation looks for its package, such as icudt76_dat, and links
 * it before Foundation, whose own package (34 MB of tables of the world's languages) is then not taken out of its archive.
 */
#include <stdint.h>

/* As ucmndata.h of ICU has it: a header, and the count of the entries behind it. */
const struct {
    uint16_t header_size;
    uint8_t magic[2];
    uint16_t info_size, reserved;
    uint8_t is_big_endian, is_ebcdic, unit_size, reserved_byte;
    uint8_t format[4], format_version[4], data_version[4];
    uint8_t padding[8];
    uint32_t count;
} __attribute__((aligned(16))) ICU_DATA = {
    32, {0xda, 0x27}, 20, 0, __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__, 0, 2, 0, {'C', 'm', 'n', 'D'}, {1, 0, 0, 0}, {3, 0, 0, 0},
    {0}, 0};
