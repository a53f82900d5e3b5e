#ifndef CLINUX_SHIM_H
#define CLINUX_SHIM_H

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <sys/auxv.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

// Kernel interfaces that the C library declares for GNU programs only, or whose arguments Swift cannot form.

// The peer of a socket, as recorded by the kernel when it connected.
struct clinux_peer {
    int32_t process;
    uint32_t user;
    uint32_t group;
};

static inline int clinux_peer_of(int socket, struct clinux_peer *peer) {
    socklen_t size = sizeof *peer;
    return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, peer, &size);
}

// Returns a descriptor that is readable once a process has ended, even if another process holds its files.
static inline int clinux_process_descriptor(int32_t process) {
#ifdef SYS_pidfd_open
    return (int)syscall(SYS_pidfd_open, process, 0);
#else
    errno = ENOSYS;
    return -1;
#endif
}

// Returns the same for the peer of a socket. Before Linux 6.5 the kernel reports only its number, which another process
// may have by now.
static inline int clinux_peer_descriptor(int socket, int32_t process) {
    enum { PEERPIDFD = 77 }; // SO_PEERPIDFD, which older headers lack
    int descriptor = -1;
    socklen_t size = sizeof descriptor;
    if (getsockopt(socket, SOL_SOCKET, PEERPIDFD, &descriptor, &size) == 0) return descriptor;
    if (errno == ENOPROTOOPT) return clinux_process_descriptor(process);
    // Linux 6.5's error for a process that has ended.
    if (errno == EINVAL) errno = ESRCH;
    return -1;
}

// Sends a signal to the process of a descriptor, and to no other.
static inline int clinux_signal(int descriptor, int number) {
#ifdef SYS_pidfd_send_signal
    return (int)syscall(SYS_pidfd_send_signal, descriptor, number, (void *)0, 0);
#else
    errno = ENOSYS;
    return -1;
#endif
}

// The kernel's number of the calling thread.
static inline int32_t clinux_thread(void) { return (int32_t)syscall(SYS_gettid); }

// The number of processors that this process may use, at least one.
static inline int32_t clinux_processors(void) {
    unsigned long mask[128];
    const long bytes = syscall(SYS_sched_getaffinity, 0, sizeof mask, mask);
    int32_t count = 0;
    for (long word = 0; word < bytes / (long)sizeof *mask; word++) count += __builtin_popcountl(mask[word]);
    return count > 0 ? count : 1;
}

// Accepts a connection, close-on-exec and non-blocking.
static inline int clinux_accept(int socket) {
    extern int accept4(int, struct sockaddr *, socklen_t *, int);
    return accept4(socket, 0, 0, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

// Changes an epoll registration, with the number that its events return.
static inline int clinux_epoll_control(int epoll, int operation, int descriptor, uint32_t events, uint64_t number) {
    struct epoll_event event = {.events = events, .data = {.u64 = number}};
    return epoll_ctl(epoll, operation, descriptor, &event);
}

// Creates a packet socket, close-on-exec.
static inline int clinux_packet_socket(void) { return socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0); }
static inline int clinux_stream_socket(void) { return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0); }

enum { CLINUX_LONGEST_PATH = sizeof((struct sockaddr_un *)0)->sun_path - 1 };

// Sets the address of a path of valid length, or, after an "@", an abstract one, which is in no folder and ends with its
// socket. Returns its size.
static inline socklen_t clinux_address(struct sockaddr_un *address, const char *path) {
    socklen_t length = 0;
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    for (; length < CLINUX_LONGEST_PATH && path[length]; length++) address->sun_path[length] = path[length];
    if (path[0] != '@') return sizeof *address;
    address->sun_path[0] = 0;
    return (socklen_t)(sizeof(sa_family_t) + length);
}

static inline int clinux_bind(int socket, const char *path) {
    struct sockaddr_un address;
    const socklen_t size = clinux_address(&address, path);
    return bind(socket, (struct sockaddr *)&address, size);
}

static inline int clinux_connect(int socket, const char *path) {
    struct sockaddr_un address;
    const socklen_t size = clinux_address(&address, path);
    return connect(socket, (struct sockaddr *)&address, size);
}

// Creates a connected pair of sockets, close-on-exec.
static inline int clinux_socket_pair(int ends[2]) { return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends); }

// How a child process starts.
struct clinux_start {
    int socket;      // the child connects it to `path`, so that the kernel attributes the connection to the child; or -1
    int channel[2];  // a pair of sockets: the parent's end and the child's
    int streams[3];  // its standard streams; a negative input is empty
    int leads_session;
    struct rlimit files;
    sigset_t defaults, mask;  // the signals with default actions, and the blocked ones
};

// Starts a child process. If it connects a socket, it sends the errno, or 0, over its end of the channel, and waits for a
// byte; if the parent's end is closed instead, it ends. Then it executes a program; if that fails, it sends the errno.
// Uses only functions that are safe between fork and exec. Returns the child's process, or -1.
static inline int32_t clinux_start(const struct clinux_start *start, const char *path, char *const *words) {
    const int32_t child = fork();
    if (child != 0) return child;
    const int channel = start->channel[1];
    close(start->channel[0]);
    int number = 0;
    char leave = 0;
    if (start->socket >= 0) {
        do number = clinux_connect(start->socket, path) == 0 ? 0 : errno;
        while (number == EINTR);
        if (number == EISCONN) number = 0;
        if (write(channel, &number, sizeof number) != sizeof number || read(channel, &leave, 1) != 1) _exit(127);
    }
    for (int stream = 0; stream < 3; stream++) {
        const int given = start->streams[stream] < 0 ? open("/dev/null", O_RDONLY | O_CLOEXEC) : start->streams[stream];
        if (given == stream ? fcntl(given, F_SETFD, 0) != 0 && errno != EBADF : dup2(given, stream) < 0) _exit(127);
    }
    if (start->leads_session) setsid();
    setrlimit(RLIMIT_NOFILE, &start->files);
    for (int each = 1; each < 32; each++) {
        if (sigismember(&start->defaults, each) == 1) signal(each, SIG_DFL);
    }
    sigprocmask(SIG_SETMASK, &start->mask, 0);
    execvp(words[0], words);
    number = errno;
    if (write(channel, &number, sizeof number) < 0) _exit(126);
    _exit(127);
}

// Returns the path of this process's executable; without /proc the path that was executed, or NULL if unknown.
static inline const char *clinux_program_path(void) {
    static const char link[] = "/proc/self/exe";
    return access(link, F_OK) == 0 ? link : (const char *)getauxval(AT_EXECFN);
}

enum { CLINUX_SIGNAL_OF_KERNEL = 0x80 };

#endif
