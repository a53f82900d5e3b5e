/* SPDX-License-Identifier: Apache-2.0 */
#include "session.h"

#include <string.h>
#include <sys/eventfd.h>

/* Drops an unread level: only the latest one counts. */
static void drop_level(audiosession *session) {
    size_t kept = 0;
    for (size_t each = 0; each < session->notice_count; each++) {
        const size_t place = (session->first_notice + each) % NOTICES;
        if (session->notices[place].notice.kind == AUDIOSESSION_NOTICE_LEVEL) continue;
        session->notices[(session->first_notice + kept++) % NOTICES] = session->notices[place];
    }
    session->notice_count = kept;
}

void notice_post(audiosession *session, const audiosession_notice *notice, uint64_t number) {
    const int was_empty = session->notice_count == 0;
    if (notice->kind == AUDIOSESSION_NOTICE_LEVEL) drop_level(session);
    if (session->notice_count == NOTICES) {
        /* The oldest notice is dropped, and the next one counts it as missed. */
        session->first_notice = (session->first_notice + 1) % NOTICES;
        session->notice_count--;
        session->missed++;
    }
    const size_t place = (session->first_notice + session->notice_count) % NOTICES;
    session->notices[place].notice = *notice;
    session->notices[place].number = number;
    session->notice_count++;
    if (was_empty) eventfd_write(session->ready, 1);
}

void notice_post_kind(audiosession *session, int kind) {
    audiosession_notice notice;
    memset(&notice, 0, sizeof notice);
    notice.kind = kind;
    notice.at = now();
    notice_post(session, &notice, 0);
}

int audiosession_descriptor(audiosession *session) { return session->ready; }

/*
 * Adds the advice that depends on whether the program plays, counting what it has requested until it reads the notice.
 */
static void advise(const audiosession *session, audiosession_notice *notice) {
    const int plays = session->kept.sound == SOUND_PLAYING && session->heard.runs;
    const int toggles = notice->kind == AUDIOSESSION_NOTICE_REMOTE_COMMAND &&
                        notice->command == AUDIOSESSION_COMMAND_TOGGLE_PLAY_PAUSE;
    if (toggles) notice->advice = plays ? AUDIOSESSION_PAUSE : AUDIOSESSION_RESUME;
    if (notice->kind == AUDIOSESSION_NOTICE_RESUMPTION_RECOMMENDED)
        notice->advice = notice->should_resume && !plays ? AUDIOSESSION_RESUME : AUDIOSESSION_GO_ON;
}

/* Tells a host that wants to know which notice the program handles from now on; 0: none any more. */
static void report_handling(audiosession *session, uint64_t number) {
    if (!session->reports_handling || number == session->handled) return;
    session->handled = number;
    struct outgoing message;
    begin(&message, KIND_HANDLES, 0);
    put(&message, (int64_t)number, 8);
    link_send(session, &message);
}

int audiosession_next(audiosession *session, audiosession_notice *notice) {
    pthread_mutex_lock(&session->lock);
    const int is_there = session->notice_count > 0;
    report_handling(session, is_there ? session->notices[session->first_notice].number : 0);
    if (is_there) {
        *notice = session->notices[session->first_notice].notice;
        advise(session, notice);
        notice->missed = session->missed;
        session->missed = 0;
        session->first_notice = (session->first_notice + 1) % NOTICES;
        if (--session->notice_count == 0) {
            eventfd_t count;
            eventfd_read(session->ready, &count);
        }
    }
    pthread_mutex_unlock(&session->lock);
    return is_there;
}
