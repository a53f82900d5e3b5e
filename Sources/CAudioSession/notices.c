#include "session.h"

#include <string.h>
#include <sys/eventfd.h>

void notice_post(audiosession *session, const audiosession_notice *notice) {
    if (session->notice_count == NOTICES) {
        /* The oldest one goes, and the next one tells that it has gone. */
        session->first_notice = (session->first_notice + 1) % NOTICES;
        session->notice_count--;
        session->missed++;
    }
    session->notices[(session->first_notice + session->notice_count) % NOTICES] = *notice;
    if (session->notice_count++ == 0) eventfd_write(session->ready, 1);
}

void notice_post_kind(audiosession *session, int kind) {
    audiosession_notice notice;
    memset(&notice, 0, sizeof notice);
    notice.kind = kind;
    notice.at = now();
    notice_post(session, &notice);
}

int audiosession_descriptor(audiosession *session) { return session->ready; }

int audiosession_next(audiosession *session, audiosession_notice *notice) {
    pthread_mutex_lock(&session->lock);
    const int is_there = session->notice_count > 0;
    if (is_there) {
        *notice = session->notices[session->first_notice];
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
