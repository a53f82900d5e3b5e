import Foundation
import Glibc

/// A program that is run to be measured.
struct Child {
    /// The end of a process and the resources it used.
    struct Usage {
        /// The seconds from just before its start to its end.
        let wallSeconds: Double
        /// In user and kernel mode together.
        let cpuSeconds: Double
    }

    let pid: pid_t
    private let program: String
    private let started = Clock.monotonic.seconds

    /// Starts `program`, its output thrown away unless `output` says where it goes.
    ///
    /// - Parameters:
    ///   - onOneCore: Whether it is bound to a single core, which costs the start of one more program.
    ///   - input: The descriptor it reads from, nil for nothing to read.
    ///   - output: The descriptor it writes to, nil for nowhere.
    init(
        _ program: String, _ arguments: [String], onOneCore: Bool = true, input: CInt? = nil, output: CInt? = nil
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        }
        if let output {
            posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        }

        // The child must meet signals as it would in the foreground of a shell: this program ignores SIGPIPE, and is told to
        // ignore SIGINT where a script starts it in the background.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGPIPE, SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))

        let command = (onOneCore ? OneCore.command : []) + [program] + arguments
        let words = command.map { strdup($0) } + [nil]
        let environment = ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + environment { free(text) } }

        var pid = pid_t()
        let error = posix_spawn(&pid, command[0], &actions, &attributes, words, environment)
        guard error == 0 else {
            throw BenchmarkError("\(program) cannot be started: \(String(cString: strerror(error))).")
        }
        self.pid = pid
        self.program = program
    }

    /// Processor time so far, in seconds; only while it runs.
    var cpuSeconds: Double {
        var clock = clockid_t()
        guard clock_getcpuclockid(pid, &clock) == 0 else { return .nan }
        return Clock(id: clock).seconds
    }

    /// Ends it at once; `wait()` then tells of the signal.
    func kill() { Glibc.kill(pid, SIGKILL) }

    /// Asks it to end by a signal and waits for its end; kills it after ten seconds.
    ///
    /// - Returns: Seconds from the signal to the end.
    func end(by signal: CInt) -> Double {
        let before = Clock.monotonic.seconds
        Glibc.kill(pid, signal)
        var status: CInt = 0
        while waitpid(pid, &status, WNOHANG) == 0 {
            if Clock.monotonic.seconds - before > 10 { kill() }
            usleep(500)
        }
        return Clock.monotonic.seconds - before
    }

    /// Waits for its end, which must be a good one.
    func wait() throws -> Usage {
        var status: CInt = 0
        var usage = rusage()
        while wait4(pid, &status, 0, &usage) < 0 {
            guard errno == EINTR else {
                throw BenchmarkError("\(program) was lost: \(String(cString: strerror(errno))).")
            }
        }
        let wall = Clock.monotonic.seconds - started
        let signal = status & 0x7F
        guard signal == 0 else { throw BenchmarkError("\(program) died of signal \(signal).") }
        let exitStatus = status >> 8 & 0xFF
        guard exitStatus == 0 else { throw BenchmarkError("\(program) ended with status \(exitStatus).") }
        return Usage(
            wallSeconds: wall, cpuSeconds: usage.ru_utime.seconds + usage.ru_stime.seconds)
    }

    /// Starts it, and waits for its end.
    @discardableResult
    static func run(_ program: String, _ arguments: [String], onOneCore: Bool = true) throws -> Usage {
        try Child(program, arguments, onOneCore: onOneCore).wait()
    }

    /// The output of a program, without the last line's end.
    static func output(of program: String, _ arguments: [String]) throws -> String {
        let pipe = try Pipe()
        let child = try Child(program, arguments, onOneCore: false, output: pipe.writer)
        close(pipe.writer)
        let text = FileHandle(fileDescriptor: pipe.reader, closeOnDealloc: true).readDataToEndOfFile()
        _ = try child.wait()
        return String(decoding: text, as: UTF8.self).trimmingSuffix(while: \.isNewline)
    }
}

/// A program that is looked for where a shell would.
enum Tool {
    /// Its path, or nil.
    static func path(of name: String) -> String? {
        let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return folders.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// Its path; an error that says how to get it, if there is none.
    static func need(_ name: String) throws -> String {
        guard let path = path(of: name) else {
            throw BenchmarkError("There is no \(name); `make bench` installs what it needs on Debian.")
        }
        return path
    }
}

/// A clock of the kernel.
struct Clock {
    static let monotonic = Clock(id: CLOCK_MONOTONIC)

    let id: clockid_t

    var seconds: Double {
        var time = timespec()
        clock_gettime(id, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

extension timeval {
    fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}

/// The words that bind a program to the last core this one may use; empty if there is no taskset.
enum OneCore {
    static let command: [String] = {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let allowed = status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") }
        let taskset = "/usr/bin/taskset"
        guard access(taskset, X_OK) == 0, let core = allowed?.split(whereSeparator: { !$0.isNumber }).last else {
            return []
        }
        return [taskset, "--cpu-list", String(core)]
    }()
}
