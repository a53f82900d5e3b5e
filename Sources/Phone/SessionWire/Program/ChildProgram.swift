import CLinux
import Glibc
import SystemSupport

/// A child process, started as a shell would start it.
public struct ChildProgram: Sendable {
    /// The number of its process.
    public let process: Int32
    /// This process's end of the channel to the child, until it executes the program.
    private let channel: CInt

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
        fileprivate var held: sigset_t {
            var held = mask
            for number in [SIGTERM, SIGINT, SIGHUP, SIGTSTP] { sigdelset(&held, number) }
            return held
        }

        /// The signals of failed writes that the program does not ignore, like its parent.
        fileprivate var defaults: sigset_t {
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
        guard let child = ChildProgram(starting: words, streams, origin) else {
            throw Failure(words[0], errno: Glibc.errno)
        }
        try child.awaitExecution(of: words)
        self = child
    }

    /// Starts a child, which connects a socket to a path first if there is one, and waits for `letExecute` then. Returns
    /// nil, with errno, if it cannot.
    init?(
        starting words: [UnsafeMutablePointer<CChar>], _ streams: Streams, _ origin: Origin,
        connecting socket: CInt = -1, to path: String = ""
    ) {
        // If SIGCHLD is ignored, the kernel keeps no exit status.
        signal(SIGCHLD, SIG_DFL)
        var start = clinux_start()
        (start.socket, start.files) = (socket, origin.files)
        (start.defaults, start.mask) = (origin.defaults, origin.held)
        switch streams {
        case .inherited: start.streams = (STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO)
        case .aside: start.streams = (-1, STDERR_FILENO, STDERR_FILENO)
        case .apart(let input, let output): (start.streams, start.leads_session) = ((input, output, output), 1)
        }
        var ends: [CInt] = [-1, -1]
        guard clinux_socket_pair(&ends) == 0 else { return nil }
        start.channel = (ends[0], ends[1])
        (process, channel) = (clinux_start(&start, path, words + [nil]), ends[0])
        let number = errno
        close(ends[1])
        guard process < 0 else { return }
        close(channel)
        errno = number
        return nil
    }

    /// Receives a number from the child, or nil if the channel is closed.
    func receive() -> CInt? {
        var number: CInt = 0
        while true {
            let count = recv(channel, &number, MemoryLayout<CInt>.size, 0)
            if count == MemoryLayout<CInt>.size { return number }
            if count >= 0 || Glibc.errno != EINTR { return nil }
        }
    }

    /// Lets a child that has connected execute its program.
    func letExecute() {
        var leave: UInt8 = 1
        _ = Glibc.send(channel, &leave, 1, CInt(MSG_NOSIGNAL))
    }

    /// Waits until the child executes the program.
    ///
    /// - Throws: `Failure` if the program cannot be run; then the child has ended.
    func awaitExecution(of words: [UnsafeMutablePointer<CChar>]) throws(Failure) {
        guard let number = receive() else {
            close(channel)
            return
        }
        abandon()
        throw Failure(words[0], errno: number)
    }

    /// Ends a child that executes no program, and waits for it.
    public func abandon() {
        close(channel)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }

    // MARK: The running program

    /// A change of the program.
    public enum Change: Hashable, Sendable {
        case stopped, continued
        /// The program has ended, with its exit status as in a shell: 128 plus the number of a signal.
        case ended(Int32)
    }

    /// Polls the child process without blocking. Returns nil if its state has not changed since the last call.
    public func change() -> Change? {
        var status: Int32 = 0
        guard waitpid(process, &status, WNOHANG | WUNTRACED | WCONTINUED) == process else { return nil }
        if status == 0xFFFF { return .continued }
        let signal = status & 0x7F
        if signal == 0x7F { return .stopped }
        return .ended(signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
    }

    /// Polls whether the child has ended, as `change` does. Returns its exit status, or nil while it runs.
    public func status() -> Int32? { if case .ended(let status) = change() { status } else { nil } }

    /// Whether the program has ended, without consuming a `change`.
    var hasEnded: Bool {
        var info = siginfo_t()
        let answer = waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT)
        return answer != 0 || info.si_signo == SIGCHLD
    }

    /// Forwards a signal. Do not call after `change` has returned an end.
    public func send(_ signal: CInt) { kill(process, signal) }
}
