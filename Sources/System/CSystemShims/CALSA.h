#include "Library.h"
#include <alsa/asoundlib.h>

// Functions of libasound, which is loaded when a device is first needed: most commands need none, and would start more
// slowly.
#define CALSA_FUNCTIONS(X) \
    X(snd_card_next) X(snd_config_delete) X(snd_config_get_string) X(snd_config_get_type) X(snd_config_iterator_end) \
    X(snd_config_iterator_entry) X(snd_config_iterator_first) X(snd_config_iterator_next) X(snd_config_search) \
    X(snd_config_search_definition) X(snd_config_unref) X(snd_config_update_ref) X(snd_ctl_card_info) \
    X(snd_ctl_card_info_free) X(snd_ctl_card_info_get_driver) X(snd_ctl_card_info_get_id) \
    X(snd_ctl_card_info_get_name) X(snd_ctl_card_info_malloc) X(snd_ctl_close) X(snd_ctl_elem_id_free) \
    X(snd_ctl_elem_id_malloc) X(snd_ctl_elem_info) X(snd_ctl_elem_info_free) X(snd_ctl_elem_info_get_count) \
    X(snd_ctl_elem_info_malloc) X(snd_ctl_elem_info_set_interface) X(snd_ctl_elem_info_set_name) X(snd_ctl_elem_list) \
    X(snd_ctl_elem_list_alloc_space) X(snd_ctl_elem_list_free) X(snd_ctl_elem_list_free_space) \
    X(snd_ctl_elem_list_get_count) X(snd_ctl_elem_list_get_id) X(snd_ctl_elem_list_get_index) \
    X(snd_ctl_elem_list_get_name) X(snd_ctl_elem_list_get_used) X(snd_ctl_elem_list_malloc) X(snd_ctl_elem_read) \
    X(snd_ctl_elem_value_free) X(snd_ctl_elem_value_get_boolean) X(snd_ctl_elem_value_malloc) \
    X(snd_ctl_elem_value_set_id) X(snd_ctl_event_free) X(snd_ctl_event_malloc) X(snd_ctl_nonblock) X(snd_ctl_open) \
    X(snd_ctl_pcm_info) X(snd_ctl_pcm_next_device) X(snd_ctl_poll_descriptors) X(snd_ctl_poll_descriptors_count) \
    X(snd_ctl_read) X(snd_ctl_subscribe_events) X(snd_hctl_open_ctl) X(snd_lib_error_set_handler) X(snd_mixer_attach) \
    X(snd_mixer_attach_hctl) X(snd_mixer_close) X(snd_mixer_elem_next) X(snd_mixer_first_elem) \
    X(snd_mixer_handle_events) X(snd_mixer_load) X(snd_mixer_open) X(snd_mixer_poll_descriptors) \
    X(snd_mixer_poll_descriptors_count) X(snd_mixer_selem_ask_playback_dB_vol) X(snd_mixer_selem_ask_playback_vol_dB) \
    X(snd_mixer_selem_get_name) X(snd_mixer_selem_get_playback_dB_range) X(snd_mixer_selem_get_playback_switch) \
    X(snd_mixer_selem_get_playback_volume) X(snd_mixer_selem_get_playback_volume_range) \
    X(snd_mixer_selem_has_playback_switch) X(snd_mixer_selem_has_playback_volume) X(snd_mixer_selem_is_active) \
    X(snd_mixer_selem_register) X(snd_mixer_selem_set_playback_volume_all) X(snd_pcm_avail_update) X(snd_pcm_close) \
    X(snd_pcm_delay) X(snd_pcm_drain) X(snd_pcm_drop) X(snd_pcm_hw_params) X(snd_pcm_hw_params_any) \
    X(snd_pcm_hw_params_free) X(snd_pcm_hw_params_get_buffer_size) X(snd_pcm_hw_params_get_period_size) \
    X(snd_pcm_hw_params_malloc) X(snd_pcm_hw_params_set_access) X(snd_pcm_hw_params_set_buffer_size_near) \
    X(snd_pcm_hw_params_set_channels) X(snd_pcm_hw_params_set_format) X(snd_pcm_hw_params_set_period_size_near) \
    X(snd_pcm_hw_params_set_rate_near) X(snd_pcm_info_free) X(snd_pcm_info_get_id) \
    X(snd_pcm_info_get_name) X(snd_pcm_info_malloc) X(snd_pcm_info_set_device) X(snd_pcm_info_set_stream) \
    X(snd_pcm_nonblock) X(snd_pcm_open) X(snd_pcm_poll_descriptors) X(snd_pcm_poll_descriptors_count) \
    X(snd_pcm_poll_descriptors_revents) X(snd_pcm_prepare) X(snd_pcm_readi) X(snd_pcm_resume) X(snd_pcm_start) \
    X(snd_pcm_state) X(snd_pcm_status) X(snd_pcm_status_get_avail) X(snd_pcm_status_sizeof) X(snd_pcm_stream) \
    X(snd_pcm_sw_params) X(snd_pcm_sw_params_current) X(snd_pcm_sw_params_free) X(snd_pcm_sw_params_malloc) \
    X(snd_pcm_sw_params_set_avail_min) X(snd_pcm_sw_params_set_start_threshold) X(snd_pcm_writei) X(snd_strerror)

struct calsa {
    CALSA_FUNCTIONS(LIBRARY_MEMBER)
};

// libasound prints every failed attempt on standard error. Its handler is variadic, which Swift can neither define nor
// pass.
static void calsa_discard_message(
    const char *file, int line, const char *function, int error, const char *format, ...) {
    (void)file, (void)line, (void)function, (void)error, (void)format;
}

// Without libasound there are no devices: functions that find or open them fail, and others are never called.
#define CALSA_UNAVAILABLE(name, ...) \
    static inline int calsa_no_##name(__VA_ARGS__) { return -ELIBACC; }
CALSA_UNAVAILABLE(pcm, snd_pcm_t **pcm, const char *name, snd_pcm_stream_t stream, int mode)
CALSA_UNAVAILABLE(control, snd_ctl_t **control, const char *name, int mode)
CALSA_UNAVAILABLE(mixer, snd_mixer_t **mixer, int mode)
CALSA_UNAVAILABLE(card, int *card)
CALSA_UNAVAILABLE(configuration, snd_config_t **top)

static inline const char *calsa_describe(int error) {
    return strerror(error < 0 ? -error : error);
}

// Loads the library called `name` for the rest of the program, visible to plug-ins as if it were linked. Returns the
// problem, or NULL; with a problem there are no devices.
static inline const char *calsa_load(struct calsa *library, const char *name) {
    void *handle = dlopen(name, RTLD_NOW | RTLD_GLOBAL);
    const char *obstacle = handle ? NULL : dlerror();
    CALSA_FUNCTIONS(LIBRARY_FIND)
    if (!obstacle) {
        library->snd_lib_error_set_handler(calsa_discard_message);
        return NULL;
    }
    library->snd_pcm_open = calsa_no_pcm;
    library->snd_ctl_open = calsa_no_control;
    library->snd_mixer_open = calsa_no_mixer;
    library->snd_card_next = calsa_no_card;
    library->snd_config_update_ref = calsa_no_configuration;
    library->snd_strerror = calsa_describe;
    return obstacle;
}
