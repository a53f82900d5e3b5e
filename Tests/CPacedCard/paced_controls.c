#include "paced_controls.h"

#include <alsa/control_external.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { most_controls = 16, most_channels = 8, most_handles = 8 };

// Version 1 of the tables in which ALSA gives decibels: type, bytes, hundredths at the minimum, step and mute bit.
enum { decibel_scale_type = 1, decibel_scale_mute = 0x10000 };

typedef struct handle {
    snd_ctl_ext_t ext;
    paced_controls *controls;
    // What its reader has not yet been told, one event mask for each control.
    unsigned pending[most_controls];
    bool is_open;
} handle;

struct paced_controls {
    pthread_mutex_t lock;
    int card;
    char id[16];
    bool disconnected, released;
    int count, open_handles;
    struct {
        paced_control control;
        char name[44];
        long values[most_channels];
    } elements[most_controls];
    handle handles[most_handles];
};

// With the lock held.
static void tell(paced_controls *controls, int element, unsigned mask) {
    for (int index = 0; index < most_handles; index++) {
        handle *reader = &controls->handles[index];
        if (!reader->is_open) continue;
        if (element >= 0) reader->pending[element] |= mask;
        eventfd_write(reader->ext.poll_fd, 1);
    }
}

static paced_controls *controls_of(snd_ctl_ext_t *ext) {
    return ((handle *)ext->private_data)->controls;
}

// With the lock held, which it gives back: frees the controls once no handle of them is left.
static void leave(paced_controls *controls) {
    bool last = controls->released && controls->open_handles == 0;
    pthread_mutex_unlock(&controls->lock);
    if (!last) return;
    pthread_mutex_destroy(&controls->lock);
    free(controls);
}

static void on_close(snd_ctl_ext_t *ext) {
    handle *reader = ext->private_data;
    paced_controls *controls = reader->controls;
    pthread_mutex_lock(&controls->lock);
    close(ext->poll_fd);
    reader->is_open = false;
    controls->open_handles--;
    leave(controls);
}

static int on_count(snd_ctl_ext_t *ext) {
    paced_controls *controls = controls_of(ext);
    pthread_mutex_lock(&controls->lock);
    int count = controls->disconnected ? -ENODEV : controls->count;
    pthread_mutex_unlock(&controls->lock);
    return count;
}

static int on_list(snd_ctl_ext_t *ext, unsigned offset, snd_ctl_elem_id_t *id) {
    paced_controls *controls = controls_of(ext);
    pthread_mutex_lock(&controls->lock);
    int result = offset < (unsigned)controls->count ? 0 : -EINVAL;
    if (result == 0) {
        snd_ctl_elem_id_set_interface(id, controls->elements[offset].control.interface);
        snd_ctl_elem_id_set_name(id, controls->elements[offset].name);
    }
    pthread_mutex_unlock(&controls->lock);
    return result;
}

static snd_ctl_ext_key_t on_find(snd_ctl_ext_t *ext, const snd_ctl_elem_id_t *id) {
    paced_controls *controls = controls_of(ext);
    snd_ctl_ext_key_t found = SND_CTL_EXT_KEY_NOT_FOUND;
    pthread_mutex_lock(&controls->lock);
    for (int index = 0; index < controls->count && found == SND_CTL_EXT_KEY_NOT_FOUND; index++) {
        if (snd_ctl_elem_id_get_interface(id) == controls->elements[index].control.interface
            && strcmp(snd_ctl_elem_id_get_name(id), controls->elements[index].name) == 0) {
            found = (snd_ctl_ext_key_t)index;
        }
    }
    pthread_mutex_unlock(&controls->lock);
    return found;
}

// A control that was found stays as it was added, all but its values; so its description is read without the lock.
static int on_attribute(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, int *type, unsigned *access, unsigned *count) {
    const paced_control *control = &controls_of(ext)->elements[key].control;
    *type = control->is_boolean ? SND_CTL_ELEM_TYPE_BOOLEAN : SND_CTL_ELEM_TYPE_INTEGER;
    *access = SND_CTL_EXT_ACCESS_READWRITE;
    if (control->has_decibels) *access |= SND_CTL_EXT_ACCESS_TLV_READ | SND_CTL_EXT_ACCESS_TLV_CALLBACK;
    *count = control->channels;
    return 0;
}

static int on_range(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, long *min, long *max, long *step) {
    const paced_control *control = &controls_of(ext)->elements[key].control;
    *min = control->is_boolean ? 0 : control->min;
    *max = control->is_boolean ? 1 : control->max;
    *step = 1;
    return 0;
}

static int on_read(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, long *values) {
    paced_controls *controls = controls_of(ext);
    pthread_mutex_lock(&controls->lock);
    int result = controls->disconnected ? -ENODEV : 0;
    memcpy(values, controls->elements[key].values, controls->elements[key].control.channels * sizeof *values);
    pthread_mutex_unlock(&controls->lock);
    return result;
}

static int on_write(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, long *values) {
    paced_controls *controls = controls_of(ext);
    pthread_mutex_lock(&controls->lock);
    size_t bytes = controls->elements[key].control.channels * sizeof *values;
    int result = controls->disconnected ? -ENODEV : memcmp(controls->elements[key].values, values, bytes) != 0;
    if (result > 0) {
        memcpy(controls->elements[key].values, values, bytes);
        tell(controls, (int)key, SND_CTL_EVENT_MASK_VALUE);
    }
    pthread_mutex_unlock(&controls->lock);
    return result;
}

static int on_event(snd_ctl_ext_t *ext, snd_ctl_elem_id_t *id, unsigned *mask) {
    handle *reader = ext->private_data;
    paced_controls *controls = reader->controls;
    eventfd_t ticks;
    pthread_mutex_lock(&controls->lock);
    int result = controls->disconnected ? -ENODEV : -EAGAIN;
    for (int index = 0; result == -EAGAIN && index < controls->count; index++) {
        if (reader->pending[index] == 0) continue;
        *mask = reader->pending[index];
        reader->pending[index] = 0;
        snd_ctl_elem_id_clear(id);
        snd_ctl_elem_id_set_interface(id, controls->elements[index].control.interface);
        snd_ctl_elem_id_set_name(id, controls->elements[index].name);
        result = 1;
    }
    if (result == -EAGAIN) eventfd_read(ext->poll_fd, &ticks);
    pthread_mutex_unlock(&controls->lock);
    return result;
}

static int on_revents(snd_ctl_ext_t *ext, struct pollfd *descriptors, unsigned count, unsigned short *events) {
    paced_controls *controls = controls_of(ext);
    pthread_mutex_lock(&controls->lock);
    *events = controls->disconnected ? POLLERR | POLLNVAL : count > 0 ? (unsigned short)descriptors[0].revents : 0;
    pthread_mutex_unlock(&controls->lock);
    return 0;
}

static int on_tlv(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, int op, unsigned numid, unsigned *tlv, unsigned bytes) {
    (void)numid;
    const paced_control *control = &controls_of(ext)->elements[key].control;
    if (op != 0) return -ENXIO;
    if (bytes < 4 * sizeof *tlv) return -ENOMEM;
    tlv[0] = decibel_scale_type;
    tlv[1] = 2 * sizeof *tlv;
    tlv[2] = (unsigned)control->decibels_min;
    tlv[3] = (unsigned)control->decibels_step | (control->mutes_at_min ? decibel_scale_mute : 0);
    return 0;
}

static const snd_ctl_ext_callback_t callbacks = {
    .close = on_close,
    .elem_count = on_count,
    .elem_list = on_list,
    .find_elem = on_find,
    .get_attribute = on_attribute,
    .get_integer_info = on_range,
    .read_integer = on_read,
    .write_integer = on_write,
    .read_event = on_event,
    .poll_revents = on_revents,
};

paced_controls *paced_controls_create(int card, const char *id) {
    paced_controls *controls = calloc(1, sizeof *controls);
    pthread_mutex_init(&controls->lock, NULL);
    controls->card = card;
    strncpy(controls->id, id, sizeof controls->id - 1);
    return controls;
}

void paced_controls_release(paced_controls *controls) {
    pthread_mutex_lock(&controls->lock);
    controls->released = true;
    leave(controls);
}

// With the lock held: a thread that turns a control meanwhile finds either no reader or one that can be woken.
static int open_reader(paced_controls *controls, handle *reader) {
    memset(reader, 0, sizeof *reader);
    reader->controls = controls;
    snd_ctl_ext_t *ext = &reader->ext;
    ext->version = SND_CTL_EXT_VERSION;
    ext->card_idx = controls->card;
    strcpy(ext->id, controls->id);
    strcpy(ext->driver, "paced");
    strcpy(ext->name, "Paced Card");
    strcpy(ext->longname, "Paced Card for tests");
    strcpy(ext->mixername, "Paced Mixer");
    ext->callback = &callbacks;
    ext->private_data = reader;
    ext->tlv.c = on_tlv;
    ext->poll_fd = eventfd(0, EFD_NONBLOCK);
    if (ext->poll_fd < 0) return -errno;
    int error = snd_ctl_ext_create(ext, "paced", SND_CTL_NONBLOCK);
    if (error < 0) {
        close(ext->poll_fd);
        return error;
    }
    reader->is_open = true;
    controls->open_handles++;
    return 0;
}

int paced_controls_open(paced_controls *controls, snd_ctl_t **ctl) {
    pthread_mutex_lock(&controls->lock);
    handle *free_handle = NULL;
    for (int index = 0; index < most_handles && free_handle == NULL; index++) {
        if (!controls->handles[index].is_open) free_handle = &controls->handles[index];
    }
    int error = controls->disconnected ? -ENODEV : free_handle == NULL ? -EMFILE : open_reader(controls, free_handle);
    if (error == 0) *ctl = free_handle->ext.handle;
    pthread_mutex_unlock(&controls->lock);
    return error;
}

int paced_controls_add(paced_controls *controls, paced_control control) {
    pthread_mutex_lock(&controls->lock);
    int number = controls->count < most_controls ? controls->count : -1;
    if (number >= 0) {
        if (control.channels == 0) control.channels = 1;
        if (control.channels > most_channels) control.channels = most_channels;
        controls->elements[number].control = control;
        strncpy(controls->elements[number].name, control.name, sizeof controls->elements[number].name - 1);
        for (int channel = 0; channel < most_channels; channel++) {
            controls->elements[number].values[channel] = control.is_boolean ? 0 : control.min;
        }
        controls->count++;
        tell(controls, number, SND_CTL_EVENT_MASK_ADD);
    }
    pthread_mutex_unlock(&controls->lock);
    return number;
}

void paced_controls_turn(paced_controls *controls, int control, long value) {
    pthread_mutex_lock(&controls->lock);
    for (int channel = 0; channel < most_channels; channel++) controls->elements[control].values[channel] = value;
    tell(controls, control, SND_CTL_EVENT_MASK_VALUE);
    pthread_mutex_unlock(&controls->lock);
}

long paced_controls_value(paced_controls *controls, int control, unsigned channel) {
    pthread_mutex_lock(&controls->lock);
    long value = controls->elements[control].values[channel];
    pthread_mutex_unlock(&controls->lock);
    return value;
}

void paced_controls_disconnect(paced_controls *controls) {
    pthread_mutex_lock(&controls->lock);
    controls->disconnected = true;
    tell(controls, -1, 0);
    pthread_mutex_unlock(&controls->lock);
}
