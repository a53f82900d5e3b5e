@preconcurrency import Glibc
import SessionPolicy
import Synchronization
import SystemSupport

/// The time limit for a program's replies, and its clock.
package struct Patience {
    /// The seconds for each reply, and for the program's end.
    package let seconds: Double
    /// Returns seconds from an arbitrary origin.
    package let now: () -> Double

    package init(seconds: Double, now: @escaping () -> Double = Self.steadyClock) {
        self.seconds = seconds
        self.now = now
    }

    var deadline: Double { now() + seconds }

    /// Returns a monotonic clock.
    package static func steadyClock() -> Double { Instant(nanoseconds: SteadyClock.now).seconds }
}

/// Another program that speaks the oracle's protocol, behind two pipes. A process is a device: it is started for a case
/// and killed after it.
struct Implementation: ~Copyable {
    /// Why the conversation with the program ended early.
    enum Stop: Error {
        /// The program violated the protocol; the text completes a sentence about it.
        case breach(String)
        case cancelled
    }

    /// The longest line, in bytes.
    static let lineLimit = 1 << 20

    private static let roundInMilliseconds: CInt = 20

    private let pid: pid_t
    private var input: CInt
    private var output: CInt
    private var isReaped = false
    /// The program's output beyond the last complete line.
    private var pending: [UInt8] = []
    private let patience: Patience
    private let isCancelled: () -> Bool

    /// Starts a shell command in its own process group.
    /// - Parameters:
    ///   - patience: The time limits for each reply and for the end.
    ///   - isCancelled: Polled after each signal.
    init(_ command: String, patience: Patience, isCancelled: @escaping () -> Bool) throws(Stop) {
        var (steps, replies): ([CInt], [CInt]) = ([-1, -1], [-1, -1])
        var pid = pid_t()
        let error = Self.inheritance.withLock { _ in
            guard pipe(&steps) == 0, pipe(&replies) == 0 else { return errno }
            for end in steps + replies { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            return Self.spawn(command, reads: steps[0], writes: replies[1], &pid)
        }
        func close(_ ends: CInt...) { for end in ends where end >= 0 { Glibc.close(end) } }
        close(steps[0], replies[1])
        guard error == 0 else {
            close(steps[1], replies[0])
            throw .breach("cannot be started: \(String(cString: strerror(error)))")
        }
        _ = fcntl(steps[1], F_SETFL, O_NONBLOCK)
        (self.pid, input, output) = (pid, steps[1], replies[0])
        self.patience = patience
        self.isCancelled = isCancelled
    }

    /// Held while pipes are created and a program starts: a program that inherits another one's pipe would keep it
    /// open.
    private static let inheritance = Mutex(())

    private static func spawn(_ command: String, reads: CInt, writes: CInt, _ pid: inout pid_t) -> CInt {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, reads, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, writes, STDOUT_FILENO)
        // Our own program ignores these signals; the other one should have a shell's defaults.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in SignalGuard.signals { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
        let words = (["/bin/sh", "-c", command] as [String]).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        return posix_spawn(&pid, "/bin/sh", &actions, &attributes, words, environ)
    }

    deinit {
        if input >= 0 { close(input) }
        close(output)
        // The group may contain more processes than the shell.
        kill(-pid, SIGKILL)
        if !isReaped {
            var status: CInt = 0
            while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        }
    }

    /// Sends a step and waits for the reply.
    /// - Parameter step: A line, without its line break.
    /// - Returns: A line, without its line break.
    mutating func reply(to step: String) throws(Stop) -> [UInt8] {
        guard pending.isEmpty else { throw .breach("wrote more than one line for one step") }
        let deadline = patience.deadline
        try write(Array((step + "\n").utf8), until: deadline)
        var searched = 0
        while true {
            if let end = pending[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(pending[..<end])
                pending.removeSubrange(...end)
                return line
            }
            searched = pending.count
            guard searched <= Self.lineLimit else {
                throw .breach("wrote a line of more than \(Self.lineLimit) bytes")
            }
            guard try readMore(until: deadline) else { throw .breach(ending(until: deadline)) }
        }
    }

    /// Closes its input: the program must write nothing more and exit with status 0.
    mutating func finish() throws(Stop) {
        close(input)
        input = -1
        let deadline = patience.deadline
        while pending.isEmpty {
            guard try readMore(until: deadline, "did not end within \(patience.seconds) s of the end of its input")
            else {
                break
            }
        }
        guard pending.isEmpty else { throw .breach("wrote more lines than it was given steps") }
        guard let status = waitForEnd(until: deadline) else {
            throw .breach("did not end within \(patience.seconds) s of the end of its input")
        }
        guard status == 0 else { throw .breach("\(Self.words(for: status)) at the end of its input") }
    }

    private mutating func write(_ bytes: [UInt8], until deadline: Double) throws(Stop) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { rest in
                SignalGuard.whileWriting { Glibc.write(input, rest.baseAddress, rest.count) }
            }
            let error = errno
            if written >= 0 {
                rest = rest.dropFirst(written)
            } else if error == EPIPE {
                // The program does not read any more; its output may say why.
                return
            } else if error != EINTR {
                try wait(for: input, POLLOUT, until: deadline, "did not read its step within \(patience.seconds) s")
            }
        }
    }

    /// Reads available output.
    /// - Returns: False at the end of the output.
    private mutating func readMore(until deadline: Double, _ says: String? = nil) throws(Stop) -> Bool {
        try wait(for: output, POLLIN, until: deadline, says ?? "did not reply within \(patience.seconds) s")
        var got = 0
        let output = output
        pending += [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            got = read(output, buffer.baseAddress, buffer.count)
            count = max(0, got)
        }
        return got > 0
    }

    private func wait(for descriptor: CInt, _ events: Int32, until deadline: Double, _ says: String) throws(Stop) {
        var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        while true {
            guard patience.now() < deadline else { throw .breach(says) }
            // In short rounds, because the clock may not be the system's.
            let ready = poll(&entry, 1, Self.roundInMilliseconds)
            guard !isCancelled() else { throw .cancelled }
            if ready > 0 { return }
        }
    }

    /// Returns how the program ended, as the end of a sentence.
    private mutating func ending(until deadline: Double) -> String {
        guard let status = waitForEnd(until: min(deadline, patience.now() + 1)) else {
            return "closed its output before the reply"
        }
        return "\(Self.words(for: status)) before the reply"
    }

    /// Waits for the program's end.
    /// - Returns: Its status, or nil if it still runs at the deadline.
    private mutating func waitForEnd(until deadline: Double) -> CInt? {
        var status: CInt = 0
        while true {
            let ended = waitpid(pid, &status, WNOHANG)
            if ended == pid {
                isReaped = true
                return status
            }
            guard ended == 0 || errno == EINTR, patience.now() < deadline, !isCancelled() else { return nil }
            _ = poll(nil, 0, 1)
        }
    }

    private static func words(for status: CInt) -> String {
        let signal = status & 0x7F
        guard signal == 0 else { return "died of signal \(signal)" }
        let code = status >> 8 & 0xFF
        return "ended with status \(code)" + (code == 127 ? " (the shell did not find the command)" : "")
    }
}
