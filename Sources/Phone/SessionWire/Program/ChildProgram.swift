import CLinux
import Glibc
import SystemSupport

/// A child process, started as a shell would start it.
public struct ChildProgram: Sendable {
    /// The number of its process.
    public let process: Int32

    /// The standard streams of the program.
    public enum Streams: Hashable, Sendable {
        /// The standard streams of this process.
        case inherited
        /// Standard input is empty; output and error go to this process's standard error.
        case aside
        /// Standard input is the first descriptor, output and error the second. The program leads its own session, so
        /// that no terminal signals reach it.
        case apart(input: CInt, output: CInt)
    }

    /// Why a program cannot be started, with the status that a shell would return.
    public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        public let program: String
        public let errno: Int32
        private let isFolder: Bool

        /// Creates a failure.
        ///
        /// - Parameters:
        ///   - program: The program's name as given.
        ///   - errno: The system's error number.
        public init(_ program: UnsafePointer<CChar>, errno: Int32) {
            (self.program, self.errno) = (String(cString: program), errno)
            var found = stat()
            isFolder = stat(program, &found) == 0 && found.st_mode & S_IFMT == S_IFDIR
        }

        /// 127 for a missing program, 126 for one that cannot be run.
        public var status: Int32 { errno == ENOENT || errno == ENOTDIR ? 127 : 126 }

        public var description: String { "\(program): \(String(cString: strerror(errno))). \(remedy)" }

        private var remedy: String {
            switch errno {
            case ENOENT, ENOTDIR: "Check its name, and PATH."
            case EACCES where isFolder: "It is a folder; name the program that is in it."
            case EACCES, EPERM, ENOEXEC: "Make it executable with chmod +x, or run its interpreter with it."
            case E2BIG: "Give it fewer or shorter words, or a smaller environment."
            case EAGAIN, ENOMEM, EMFILE, ENFILE: "Try again when this machine has room for one more."
            default: "Check that it is a program of this machine."
            }
        }
    }

    /// The signal dispositions and limits that this process inherited, for its child.
    public struct Origin {
        private var mask = sigset_t()
        /// Signals of failed writes that this process ignores.
        private var ignored: [CInt] = []
        fileprivate var files = rlimit()

        /// Captures the state; call before changing anything.
        public init() {
            pthread_sigmask(SIG_BLOCK, nil, &mask)
            ignored = SignalGuard.signals.filter(SignalSource.isIgnored)
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
        }

        /// The signals that the program blocks: its parent's, except four that a thread pool may have blocked by
        /// accident.
        var held: sigset_t {
            var held = mask
            for number in [SIGTERM, SIGINT, SIGHUP, SIGTSTP] { sigdelset(&held, number) }
            return held
        }

        /// The signals of failed writes that the program does not ignore, like its parent.
        var defaults: sigset_t {
            var defaults = sigset_t()
            sigemptyset(&defaults)
            for number in SignalGuard.signals where !ignored.contains(number) { sigaddset(&defaults, number) }
            return defaults
        }
    }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - words: The program, searched in PATH, and its arguments as bytes; at least one.
    ///   - environment: Additional environment variables.
    ///   - streams: Its standard streams.
    ///   - origin: Its signals and limits.
    /// - Throws: `Failure` if it cannot be started.
    public init(
        _ words: [UnsafeMutablePointer<CChar>], environment: [(name: String, value: String)], streams: Streams,
        origin: Origin
    ) throws(Failure) {
        // This process keeps its own environment, so that the host does not play through the ALSA plug-in.
        let before = environment.map { ($0.name, SocketPlace.environment($0.name)) }
        defer { for (name, value) in before { if let value { setenv(name, value, 1) } else { unsetenv(name) } } }
        for (name, value) in environment { setenv(name, value, 1) }
        // If SIGCHLD is ignored, the kernel keeps no exit status.
        signal(SIGCHLD, SIG_DFL)
        var current = rlimit()
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        getrlimit(kind, &current)
        var files = origin.files
        setrlimit(kind, &files)
        defer { setrlimit(kind, &current) }
        let started = Self.spawn(words, streams, origin)
        switch started {
        case .success(let process): self.process = process
        case .failure(let failure):
            // A script without an interpreter line is run by the shell, as execvp does.
            guard failure.errno == ENOEXEC, let path = Self.script(words[0]), let shell = strdup("/bin/sh") else {
                throw failure
            }
            defer { for text in [path, shell] { free(text) } }
            guard case .success(let process) = Self.spawn([shell, path] + words.dropFirst(), streams, origin) else {
                throw failure
            }
            self.process = process
        }
    }

    private static func spawn(
        _ words: [UnsafeMutablePointer<CChar>], _ streams: Streams, _ origin: Origin
    ) -> Result<pid_t, Failure> {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var session: Int32 = 0
        switch streams {
        case .inherited: break
        case .aside:
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
        case .apart(let input, let output):
            for (own, its) in [(input, STDIN_FILENO), (output, STDOUT_FILENO), (output, STDERR_FILENO)] {
                posix_spawn_file_actions_adddup2(&actions, own, its)
            }
            // POSIX_SPAWN_SETSID, which the C library shows to GNU programs only.
            session = 0x80
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (mask, defaults) = (origin.held, origin.defaults)
        posix_spawnattr_setsigmask(&attributes, &mask)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | session))
        var process: pid_t = 0
        // Posix_spawn fails for an empty name.
        let number =
            words[0].pointee == 0
            ? ENOENT : posix_spawnp(&process, words[0], &actions, &attributes, words + [nil], environ)
        return number == 0 ? .success(process) : .failure(Failure(words[0], errno: number))
    }

    /// The path of a possible script, to be freed by the caller, or nil for a binary file.
    private static func script(_ program: UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>? {
        let name = UnsafeBufferPointer(start: program, count: strlen(program))
        let slash = CChar(UInt8(ascii: "/"))
        // An empty entry in PATH means the current folder.
        guard let list = name.contains(slash) ? strdup("") : getenv("PATH").map({ strdup($0) }) else { return nil }
        defer { free(list) }
        let folders = UnsafeBufferPointer(start: list, count: strlen(list))
            .split(separator: CChar(UInt8(ascii: ":")), omittingEmptySubsequences: false)
        for folder in folders {
            let path = (folder.isEmpty ? [] : folder + [slash]) + name + [0]
            guard access(path, X_OK) == 0 else { continue }
            let file = open(path, O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { return nil }
            defer { close(file) }
            var bytes = [UInt8](repeating: 0, count: 256)
            let count = read(file, &bytes, bytes.count)
            return count >= 0 && !bytes.prefix(count).contains(0) ? strdup(path) : nil
        }
        return nil
    }

    /// Polls whether the child has ended.
    ///
    /// - Returns: Its exit status as in a shell, 128 plus the number of a signal, or nil while it runs.
    public func status() -> Int32? {
        var status: Int32 = 0
        guard waitpid(process, &status, WNOHANG) == process else { return nil }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    /// Forwards a signal. Do not call after `status` has returned an end.
    public func send(_ signal: CInt) { kill(process, signal) }
}
