#include "cavcodec.h"

#include <stdio.h>
#include <string.h>

#if __has_include(<libavformat/avformat.h>) && __has_include(<libavcodec/avcodec.h>)
#include <libavutil/log.h>
#endif

// FFmpeg 5.1, since which a channel layout has a type of its own.
#if LIBAVUTIL_VERSION_MAJOR > 57 || LIBAVUTIL_VERSION_MAJOR == 57 && LIBAVUTIL_VERSION_MINOR >= 24

#include <dlfcn.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/channel_layout.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#define CHANNELS(object) ((object)->ch_layout.nb_channels)

#define FUNCTIONS(X)                                                                                                   \
    X(avformat_open_input) X(avformat_find_stream_info) X(av_find_best_stream) X(av_read_frame) X(av_seek_frame)        \
    X(avformat_close_input) X(avformat_alloc_output_context2) X(avformat_new_stream) X(avio_open) X(avio_closep)        \
    X(avformat_write_header) X(av_interleaved_write_frame) X(av_write_trailer) X(avformat_free_context)                 \
    X(avcodec_find_encoder) X(avcodec_find_decoder) X(avcodec_alloc_context3) X(avcodec_free_context) X(avcodec_open2)  \
    X(avcodec_parameters_to_context) X(avcodec_parameters_from_context) X(avcodec_send_packet)                          \
    X(avcodec_receive_frame) X(avcodec_send_frame) X(avcodec_receive_packet) X(avcodec_flush_buffers)                   \
    X(av_packet_alloc) X(av_packet_free) X(av_packet_unref) X(av_packet_rescale_ts) X(av_new_packet)                    \
    X(av_frame_alloc) X(av_frame_free) X(av_frame_unref) X(av_frame_get_buffer) X(av_dict_set) X(av_dict_free)          \
    X(av_dict_get) X(av_mallocz) X(av_strerror) X(av_log_set_level) X(av_rescale_q)                                     \
    X(av_channel_layout_default) X(av_channel_layout_copy)

#define MEMBER(name) __typeof__(name) *name;
static struct { FUNCTIONS(MEMBER) } av;

static const char *obstacle;

#define TEXT_OF(text) #text
#define TEXT(text) TEXT_OF(text)

static void load(void) {
    static char text[cav_reason_size];
    // Functions of libavcodec and libavutil are found as well: it depends on them.
    void *handle = dlopen("libavformat.so." TEXT(LIBAVFORMAT_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        snprintf(text, sizeof text, "%s", dlerror());
        obstacle = text;
    }
#define FIND(name) \
    if (!obstacle && !(av.name = (__typeof__(av.name))dlsym(handle, #name))) obstacle = "it lacks " #name;
    FUNCTIONS(FIND)
    // Errors in files are reported to the caller instead.
    if (!obstacle) av.av_log_set_level(AV_LOG_QUIET);
}

const char *cav_package(void) { return "libavformat" TEXT(LIBAVFORMAT_VERSION_MAJOR); }

const char *cav_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return obstacle;
}

static void say(char reason[cav_reason_size], const char *what, int error) {
    char text[AV_ERROR_MAX_STRING_SIZE] = "";
    if (error) av.av_strerror(error, text, sizeof text);
    snprintf(reason, cav_reason_size, "%s%s%s", what, error ? ": " : "", text);
}

// Returns the path as an address that cannot be parsed as another protocol.
static char *address_of(const char *path) {
    char *address = malloc(strlen(path) + 6);
    if (address) sprintf(address, "file:%s", path);
    return address;
}

static uint32_t letters(enum AVCodecID codec) {
    switch (codec) {
    case AV_CODEC_ID_AAC: return 0x61616320;
    case AV_CODEC_ID_ALAC: return 0x616C6163;
    case AV_CODEC_ID_MP3: return 0x2E6D7033;
    case AV_CODEC_ID_ADPCM_IMA_QT: return 0x696D6134;
    default: return 0;
    }
}

// Returns a sample of a frame, from -1 to 1.
static float sample_at(const AVFrame *frame, int channel, int channels, int place) {
    bool planar = frame->format >= AV_SAMPLE_FMT_U8P && frame->format != AV_SAMPLE_FMT_S64;
    const uint8_t *data = frame->extended_data[planar ? channel : 0];
    int index = planar ? place : place * channels + channel;
    switch (frame->format) {
    case AV_SAMPLE_FMT_U8: case AV_SAMPLE_FMT_U8P: return (data[index] - 128) / 128.0f;
    case AV_SAMPLE_FMT_S16: case AV_SAMPLE_FMT_S16P: return ((const int16_t *)data)[index] / 32768.0f;
    case AV_SAMPLE_FMT_S32: case AV_SAMPLE_FMT_S32P: return (float)(((const int32_t *)data)[index] / 2147483648.0);
    case AV_SAMPLE_FMT_FLT: case AV_SAMPLE_FMT_FLTP: return ((const float *)data)[index];
    case AV_SAMPLE_FMT_DBL: case AV_SAMPLE_FMT_DBLP: return (float)((const double *)data)[index];
    default: return 0;
    }
}

// MARK: Reading

struct cav_reader {
    AVFormatContext *format;
    AVCodecContext *codec;
    AVPacket *packet;
    AVFrame *frame;
    char *address;
    int stream;
    int rate, channels;
    int64_t frames;    // in the file, -1 if unknown
    int64_t priming;   // decoded frames before the sound, -1 if the container handles them
    int64_t first;     // the time of the first frame, in the stream's units
    int64_t position;  // of the next frame to return
    int used;          // frames of `frame` already returned
    bool has_ended, has_failed;
};

// More frames than an encoder adds before and after the sound.
enum { slack = 8192 };

static int64_t position_of(const struct cav_reader *reader, int64_t time) {
    AVRational frame = {1, reader->rate};
    return av.av_rescale_q(time - reader->first, reader->format->streams[reader->stream]->time_base, frame);
}

// Decodes the next frame. Returns false at the end, or if the file is damaged.
static bool decode(struct cav_reader *reader) {
    reader->used = 0;
    av.av_frame_unref(reader->frame);
    while (!reader->has_failed) {
        int got = av.avcodec_receive_frame(reader->codec, reader->frame);
        if (got == 0 && CHANNELS(reader->frame) == reader->channels) return true;
        if (got == AVERROR_EOF) return !(reader->has_ended = true);
        if (got != AVERROR(EAGAIN)) break;
        int read = av.av_read_frame(reader->format, reader->packet);
        if (read == AVERROR_EOF) {
            av.avcodec_send_packet(reader->codec, NULL);
            continue;
        }
        if (read < 0) break;
        int sent = reader->packet->stream_index == reader->stream
                       ? av.avcodec_send_packet(reader->codec, reader->packet)
                       : 0;
        av.av_packet_unref(reader->packet);
        if (sent < 0) break;
    }
    reader->has_failed = true;
    return false;
}

void cav_close(struct cav_reader *reader) {
    av.av_frame_free(&reader->frame);
    av.av_packet_free(&reader->packet);
    av.avcodec_free_context(&reader->codec);
    av.avformat_close_input(&reader->format);
    free(reader->address);
    free(reader);
}

// Opens the file at its start.
static int begin(struct cav_reader *reader, char reason[cav_reason_size]) {
    AVDictionary *options = NULL;
    // Only sound, and only this file.
    av.av_dict_set(&options, "format_whitelist", "mov,aac,caf,mp3", 0);
    av.av_dict_set(&options, "protocol_whitelist", "file", 0);
    int error = av.avformat_open_input(&reader->format, reader->address, NULL, &options);
    av.av_dict_free(&options);
    if (error < 0) return say(reason, "the file cannot be opened", error), -1;
    error = av.avformat_find_stream_info(reader->format, NULL);
    if (error < 0) return say(reason, "the file says nothing of its sound", error), -1;
    reader->stream = av.av_find_best_stream(reader->format, AVMEDIA_TYPE_AUDIO, -1, -1, NULL, 0);
    if (reader->stream < 0) return say(reason, "the file has no sound", reader->stream), -1;
    const AVCodecParameters *form = reader->format->streams[reader->stream]->codecpar;
    const AVCodec *decoder = av.avcodec_find_decoder(form->codec_id);
    if (!decoder || !letters(form->codec_id)) return say(reason, "its codec is neither AAC, ALAC nor IMA4", 0), -1;
    reader->codec = av.avcodec_alloc_context3(decoder);
    if (!reader->codec || av.avcodec_parameters_to_context(reader->codec, form) < 0) {
        return say(reason, "the decoder does not begin", 0), -1;
    }
    // Without it the time of a frame is not corrected when the decoder drops its start.
    reader->codec->pkt_timebase = reader->format->streams[reader->stream]->time_base;
    error = av.avcodec_open2(reader->codec, decoder, NULL);
    if (error < 0) return say(reason, "the decoder does not begin", error), -1;
    reader->used = 0;
    reader->position = 0;
    reader->has_ended = reader->has_failed = false;
    return 0;
}

// Decodes the first frame, and drops what precedes the sound.
static bool skip(struct cav_reader *reader, int64_t frames);

static bool start(struct cav_reader *reader) {
    if (!decode(reader)) return false;
    int64_t time = reader->frame->pts == AV_NOPTS_VALUE ? 0 : reader->frame->pts;
    if (reader->priming < 0) {
        reader->first = time;
        return true;
    }
    const AVStream *stream = reader->format->streams[reader->stream];
    reader->first = av.av_rescale_q(reader->priming, (AVRational){1, reader->rate}, stream->time_base);
    int64_t lead = -position_of(reader, time);
    return lead <= 0 || skip(reader, lead);
}

static uint64_t big_endian(const uint8_t *from, int bytes) {
    uint64_t value = 0;
    for (int place = 0; place < bytes; place++) value = value << 8 | from[place];
    return value;
}

// Reads the frames before the sound and of the sound itself from a CAF file's packet table, which FFmpeg does not report.
static bool read_packet_table(const char *path, int64_t *priming, int64_t *valid) {
    uint8_t head[24];
    bool is_found = false;
    FILE *file = fopen(path, "rbe");
    if (!file) return false;
    if (fread(head, 1, 8, file) == 8 && memcmp(head, "caff", 4) == 0) {
        while (!is_found && fread(head, 1, 12, file) == 12) {
            int64_t size = (int64_t)big_endian(head + 4, 8);
            if (memcmp(head, "pakt", 4) == 0 && fread(head, 1, 24, file) == 24) {
                *valid = (int64_t)big_endian(head + 8, 8);
                *priming = (int32_t)big_endian(head + 16, 4);
                is_found = *valid > 0 && *priming >= 0;
            } else if (size < 0 || fseeko(file, (off_t)size, SEEK_CUR) != 0) {
                break;
            }
        }
    }
    fclose(file);
    return is_found;
}

// Finds the frames of an encoder's padding. Apple's encoder stores them in a tag of MPEG-4 files (iTunSMPB: zero,
// priming, remainder, length, in hexadecimal digits), CAF in its packet table. If an edit list has cut them already,
// the length is right.
static void find_padding(struct cav_reader *reader, const char *path) {
    const AVDictionaryEntry *tag = av.av_dict_get(reader->format->metadata, "iTunSMPB", NULL, 0);
    unsigned long long priming = 0, remainder = 0, length = 0;
    int64_t before = 0, valid = 0;
    reader->priming = -1;
    if (tag && sscanf(tag->value, "%*x %llx %llx %llx", &priming, &remainder, &length) == 3) {
        before = (int64_t)priming;
        valid = (int64_t)length;
    } else if (!read_packet_table(path, &before, &valid)) {
        return;
    }
    if (valid <= 0 || before < 0 || before > 65536 || reader->frames < 0 || reader->frames < before + valid) return;
    reader->priming = before;
    reader->frames = valid;
}

struct cav_reader *cav_open(const char *path, struct cav_info *info, char reason[cav_reason_size]) {
    struct cav_reader *reader = calloc(1, sizeof *reader);
    if (!reader) return say(reason, "there is no memory", 0), NULL;
    reader->packet = av.av_packet_alloc();
    reader->frame = av.av_frame_alloc();
    reader->address = address_of(path);
    if (!reader->packet || !reader->frame || !reader->address || begin(reader, reason) < 0) goto failed;
    const AVStream *stream = reader->format->streams[reader->stream];
    reader->rate = stream->codecpar->sample_rate;
    reader->channels = CHANNELS(stream->codecpar);
    if (reader->rate <= 0 || reader->channels <= 0 || reader->channels > 64) {
        say(reason, "it has no rate or no channels", 0);
        goto failed;
    }
    AVRational frame = {1, reader->rate};
    bool is_known = stream->duration != AV_NOPTS_VALUE && stream->duration > 0
                    && stream->codecpar->codec_id != AV_CODEC_ID_NONE
                    && strcmp(reader->format->iformat->name, "aac") != 0;
    reader->frames = is_known ? av.av_rescale_q(stream->duration, stream->time_base, frame) : -1;
    find_padding(reader, path);
    // The first frame shows how the decoder interprets the header, and when the sound starts.
    if (!start(reader)) {
        say(reason, "not one frame can be decoded", 0);
        goto failed;
    }
    if (reader->frame->pts == AV_NOPTS_VALUE && reader->priming < 0) reader->frames = -1;
    *info = (struct cav_info){
        reader->frames, reader->rate, reader->channels, letters(stream->codecpar->codec_id)};
    return reader;
failed:
    cav_close(reader);
    return NULL;
}

int64_t cav_read(struct cav_reader *reader, float *samples, int64_t frames) {
    int64_t done = 0;
    if (reader->frames >= 0 && frames > reader->frames - reader->position) frames = reader->frames - reader->position;
    while (done < frames) {
        if (reader->used >= reader->frame->nb_samples && (reader->has_ended || !decode(reader))) break;
        int64_t count = reader->frame->nb_samples - reader->used;
        if (count > frames - done) count = frames - done;
        for (int64_t place = 0; place < count; place++)
            for (int channel = 0; channel < reader->channels; channel++)
                *samples++ = sample_at(reader->frame, channel, reader->channels, reader->used + (int)place);
        reader->used += (int)count;
        done += count;
    }
    // Some encoders count the rest of their last packet as sound.
    if (!reader->has_failed && done < frames && reader->frames >= 0 && frames - done <= slack) {
        memset(samples, 0, sizeof *samples * (size_t)((frames - done) * reader->channels));
        done = frames;
    }
    reader->position += done;
    return reader->has_failed && done == 0 && frames > 0 ? -1 : done;
}

// Decodes up to a frame, and drops what precedes it.
static bool skip(struct cav_reader *reader, int64_t frames) {
    while (frames > 0) {
        if (reader->used >= reader->frame->nb_samples && !decode(reader)) break;
        int64_t count = reader->frame->nb_samples - reader->used;
        if (count > frames) count = frames;
        reader->used += (int)count;
        frames -= count;
    }
    return frames <= slack && !reader->has_failed;
}

bool cav_seek(struct cav_reader *reader, int64_t frame) {
    if (frame < 0) frame = 0;
    if (reader->frames >= 0 && frame > reader->frames) frame = reader->frames;
    bool has_times = reader->frames >= 0;
    reader->has_failed = reader->has_ended = false;
    // A decoder needs some packets before its output is correct.
    if (has_times && frame > slack) {
        const AVStream *stream = reader->format->streams[reader->stream];
        int64_t time = reader->first
                       + av.av_rescale_q(frame - slack / 2, (AVRational){1, reader->rate}, stream->time_base);
        if (av.av_seek_frame(reader->format, reader->stream, time, AVSEEK_FLAG_BACKWARD) >= 0) {
            av.avcodec_flush_buffers(reader->codec);
            if (decode(reader) && reader->frame->pts != AV_NOPTS_VALUE) {
                int64_t here = position_of(reader, reader->frame->pts);
                if (here <= frame && skip(reader, frame - here)) {
                    reader->position = frame;
                    return true;
                }
            }
        }
    }
    char reason[cav_reason_size];
    av.av_frame_unref(reader->frame);
    av.avcodec_free_context(&reader->codec);
    av.avformat_close_input(&reader->format);
    if (begin(reader, reason) < 0 || !start(reader) || !skip(reader, frame)) {
        reader->has_failed = true;
        return false;
    }
    reader->position = frame;
    return true;
}

// MARK: Packets without a file

// Prepares a frame for the encoder's input.
static bool fill_frame(AVFrame *frame, const AVCodecContext *codec) {
    av.av_frame_unref(frame);
    frame->nb_samples = codec->frame_size;
    frame->format = codec->sample_fmt;
    frame->sample_rate = codec->sample_rate;
    av.av_channel_layout_copy(&frame->ch_layout, &codec->ch_layout);
    return av.av_frame_get_buffer(frame, 0) >= 0;
}

// Writes the description of AAC in CAF: an elementary stream descriptor around the encoder's own bytes.
static size_t describe_aac(uint8_t to[64], const AVCodecContext *codec) {
    uint8_t inner = (uint8_t)codec->extradata_size, head[] = {
        3, 0x80, 0x80, 0x80, (uint8_t)(34 - 2 + inner), 0, 0, 0,
        4, 0x80, 0x80, 0x80, (uint8_t)(20 - 2 + inner), 0x40, 0x15, 0, 0x18, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        5, 0x80, 0x80, 0x80, inner};
    static const uint8_t tail[] = {6, 0x80, 0x80, 0x80, 1, 2};
    if (inner > 16) return 0;
    memcpy(to, head, sizeof head);
    memcpy(to + sizeof head, codec->extradata, inner);
    memcpy(to + sizeof head + inner, tail, sizeof tail);
    return sizeof head + inner + sizeof tail;
}

static int16_t whole(float sample) {
    float value = sample * 32768.0f;
    return (int16_t)(value >= 32767 ? 32767 : value <= -32768 ? -32768 : value == value ? lrintf(value) : 0);
}

// Stores a sample in a planar frame.
static void put_sample(AVFrame *frame, int channel, int place, float sample) {
    uint8_t *data = frame->extended_data[channel];
    if (frame->format == AV_SAMPLE_FMT_S16P) {
        ((int16_t *)data)[place] = whole(sample);
    } else {
        ((float *)data)[place] = sample == sample ? sample : 0;
    }
}

struct cav_coder {
    AVCodecContext *codec;
    AVPacket *packet;
    AVFrame *frame;
    float *samples;
    size_t room;
    int64_t sent;
};

static enum AVCodecID codec_of(uint32_t letters) {
    switch (letters) {
    case 0x61616320: return AV_CODEC_ID_AAC;
    case 0x616C6163: return AV_CODEC_ID_ALAC;
    case 0x2E6D7033: return AV_CODEC_ID_MP3;
    default: return AV_CODEC_ID_NONE;
    }
}

void cav_free_coder(struct cav_coder *coder) {
    av.av_frame_free(&coder->frame);
    av.av_packet_free(&coder->packet);
    av.avcodec_free_context(&coder->codec);
    free(coder->samples);
    free(coder);
}

static struct cav_coder *make_coder(const AVCodec *codec, int rate, int channels, char reason[cav_reason_size]) {
    struct cav_coder *coder = codec ? calloc(1, sizeof *coder) : NULL;
    if (!coder) return say(reason, "there is no such codec", 0), NULL;
    coder->codec = av.avcodec_alloc_context3(codec);
    coder->packet = av.av_packet_alloc();
    coder->frame = av.av_frame_alloc();
    if (!coder->codec || !coder->packet || !coder->frame) {
        cav_free_coder(coder);
        return say(reason, "there is no memory", 0), NULL;
    }
    coder->codec->sample_rate = rate;
    av.av_channel_layout_default(&coder->codec->ch_layout, channels);
    return coder;
}

// Extracts the part of a cookie that the decoder needs: of AAC's elementary stream descriptor the part with tag 5.
static void give_cookie(AVCodecContext *codec, const uint8_t *cookie, size_t size, int rate, int channels) {
    static const int rates[] = {96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350};
    uint8_t own[36] = {0, 0, 0, 36, 'a', 'l', 'a', 'c'};
    if (codec->codec_id == AV_CODEC_ID_ALAC && size == 24) {
        memcpy(own + 12, cookie, size);
        cookie = own;
        size = sizeof own;
    } else if (codec->codec_id == AV_CODEC_ID_AAC && size > 4 && cookie[0] == 3) {
        for (size_t place = 0; place + 5 < size; place++) {
            if (cookie[place] != 5 || cookie[place + 1] != 0x80 || place + 5 + cookie[place + 4] > size) continue;
            size = cookie[place + 4];
            cookie += place + 5;
            break;
        }
    } else if (codec->codec_id == AV_CODEC_ID_AAC && size == 0) {
        int index = 0;
        while (index < 12 && rates[index] != rate) index++;
        // Low complexity, the index of the rate, the channels.
        own[0] = (uint8_t)(2 << 3 | index >> 1);
        own[1] = (uint8_t)((index & 1) << 7 | channels << 3);
        cookie = own;
        size = 2;
    }
    if (size == 0 || !(codec->extradata = av.av_mallocz(size + AV_INPUT_BUFFER_PADDING_SIZE))) return;
    memcpy(codec->extradata, cookie, size);
    codec->extradata_size = (int)size;
}

struct cav_coder *cav_decoder(
    uint32_t codec, int rate, int channels, const uint8_t *cookie, size_t cookie_size, char reason[cav_reason_size]) {
    struct cav_coder *coder = make_coder(av.avcodec_find_decoder(codec_of(codec)), rate, channels, reason);
    if (!coder) return NULL;
    give_cookie(coder->codec, cookie, cookie_size, rate, channels);
    int error = av.avcodec_open2(coder->codec, NULL, NULL);
    if (error >= 0) return coder;
    say(reason, "the decoder does not begin", error);
    cav_free_coder(coder);
    return NULL;
}

struct cav_coder *cav_encoder(uint32_t codec, int rate, int channels, int64_t bit_rate, char reason[cav_reason_size]) {
    const AVCodec *encoder = codec_of(codec) == AV_CODEC_ID_MP3 ? NULL : av.avcodec_find_encoder(codec_of(codec));
    struct cav_coder *coder = make_coder(encoder, rate, channels, reason);
    if (!coder) return NULL;
    coder->codec->sample_fmt = codec_of(codec) == AV_CODEC_ID_ALAC ? AV_SAMPLE_FMT_S16P : AV_SAMPLE_FMT_FLTP;
    coder->codec->time_base = (AVRational){1, rate};
    coder->codec->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
    if (bit_rate > 0) coder->codec->bit_rate = bit_rate;
    int error = av.avcodec_open2(coder->codec, NULL, NULL);
    if (error >= 0) return coder;
    say(reason, "the encoder does not take this rate or these channels", error);
    cav_free_coder(coder);
    return NULL;
}

int cav_packet_frames(const struct cav_coder *coder) { return coder->codec->frame_size; }

int cav_priming(const struct cav_coder *coder) { return coder->codec->initial_padding; }

size_t cav_cookie(const struct cav_coder *coder, uint8_t cookie[64]) {
    if (coder->codec->codec_id == AV_CODEC_ID_AAC) return describe_aac(cookie, coder->codec);
    if (coder->codec->extradata_size != 36) return 0;
    memcpy(cookie, coder->codec->extradata + 12, 24);
    return 24;
}

int64_t cav_decode_packet(struct cav_coder *coder, const uint8_t *packet, size_t size, const float **samples) {
    int64_t frames = 0;
    if (packet && (size > INT32_MAX || av.av_new_packet(coder->packet, (int)size) < 0)) return -1;
    if (packet) memcpy(coder->packet->data, packet, size);
    int sent = av.avcodec_send_packet(coder->codec, packet ? coder->packet : NULL);
    av.av_packet_unref(coder->packet);
    if (sent < 0 && sent != AVERROR_EOF) return -1;
    int channels = CHANNELS(coder->codec);
    while (av.avcodec_receive_frame(coder->codec, coder->frame) == 0) {
        size_t needed = (size_t)(frames + coder->frame->nb_samples) * (size_t)channels;
        if (CHANNELS(coder->frame) != channels) return -1;
        if (needed > coder->room) {
            float *more = realloc(coder->samples, needed * sizeof *more);
            if (!more) return -1;
            coder->samples = more;
            coder->room = needed;
        }
        for (int place = 0; place < coder->frame->nb_samples; place++)
            for (int channel = 0; channel < channels; channel++)
                coder->samples[(frames + place) * channels + channel] = sample_at(coder->frame, channel, channels, place);
        frames += coder->frame->nb_samples;
        av.av_frame_unref(coder->frame);
    }
    *samples = coder->samples;
    return frames;
}

bool cav_encode_frames(struct cav_coder *coder, const float *samples, int frames) {
    if (!samples) return av.avcodec_send_frame(coder->codec, NULL) >= 0;
    if (frames > coder->codec->frame_size || !fill_frame(coder->frame, coder->codec)) return false;
    int channels = CHANNELS(coder->codec);
    for (int place = 0; place < frames; place++)
        for (int channel = 0; channel < channels; channel++)
            put_sample(coder->frame, channel, place, samples[place * channels + channel]);
    coder->frame->nb_samples = frames;
    coder->frame->pts = coder->sent;
    coder->sent += frames;
    return av.avcodec_send_frame(coder->codec, coder->frame) >= 0;
}

const uint8_t *cav_next_packet(struct cav_coder *coder, size_t *size) {
    av.av_packet_unref(coder->packet);
    if (av.avcodec_receive_packet(coder->codec, coder->packet) < 0) return NULL;
    *size = (size_t)coder->packet->size;
    return coder->packet->data;
}

// MARK: Writing

struct cav_muxer {
    const struct cav_coder *coder;
    AVFormatContext *format;
    AVStream *stream;
};

static void free_muxer(struct cav_muxer *muxer) {
    if (muxer && muxer->format) {
        if (muxer->format->pb) av.avio_closep(&muxer->format->pb);
        av.avformat_free_context(muxer->format);
    }
    free(muxer);
}

struct cav_muxer *cav_mux(
    const char *path, bool is_bare, const struct cav_coder *coder, char reason[cav_reason_size]) {
    struct cav_muxer *muxer = calloc(1, sizeof *muxer);
    char *address = address_of(path), clock[16];
    AVDictionary *options = NULL;
    int error = muxer && address ? av.avformat_alloc_output_context2(
                                       &muxer->format, NULL, is_bare ? "adts" : "ipod", address)
                                 : AVERROR(ENOMEM);
    if (error >= 0 && !(muxer->stream = av.avformat_new_stream(muxer->format, NULL))) error = AVERROR(ENOMEM);
    if (error >= 0) error = av.avcodec_parameters_from_context(muxer->stream->codecpar, coder->codec);
    if (error >= 0) error = av.avio_open(&muxer->format->pb, address, AVIO_FLAG_WRITE);
    free(address);
    if (error >= 0) {
        muxer->coder = coder;
        muxer->stream->time_base = coder->codec->time_base;
        // Lengths in MPEG-4 files have their own time scale, which defaults to milliseconds.
        snprintf(clock, sizeof clock, "%d", coder->codec->sample_rate);
        av.av_dict_set(&options, "movie_timescale", clock, 0);
        error = av.avformat_write_header(muxer->format, &options);
        av.av_dict_free(&options);
    }
    if (error >= 0) return muxer;
    say(reason, "the file cannot be begun", error);
    free_muxer(muxer);
    return NULL;
}

bool cav_mux_packet(struct cav_muxer *muxer) {
    AVPacket *packet = muxer->coder->packet;
    packet->stream_index = muxer->stream->index;
    av.av_packet_rescale_ts(packet, muxer->coder->codec->time_base, muxer->stream->time_base);
    return av.av_interleaved_write_frame(muxer->format, packet) >= 0;
}

bool cav_end_mux(struct cav_muxer *muxer) {
    bool is_good = av.av_write_trailer(muxer->format) >= 0;
    free_muxer(muxer);
    return is_good;
}

#else

// Compiled without libav: `cav_load` says so, and no other function is called.

const char *cav_package(void) { return "libavformat-dev, and build this program again"; }

const char *cav_load(void) { return "this program was compiled without the headers of libavformat and libavcodec"; }

#endif
