import Glibc
import SessionWire

/// The output lines of a shell command. Used only on the loop's thread.
final class CommandLines {
    private let loop: EventLoop
    private let child: ChildProgram
    private let output: CInt
    private var isOpen = true
    private var rest: [UInt8] = []
    /// Called with each line, without its line end.
    var whenRead: (String) -> Void = { _ in }

    /// Starts the command with empty standard input; standard error is read as well.
    /// - Returns: Nil if no process can be started.
    init?(_ command: String, on loop: EventLoop) {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
        let words = ["sh", "-c", command].map { (word: String) in strdup(word)! }
        defer {
            for end in [ends[1], nothing] { Glibc.close(end) }
            for word in words { free(word) }
        }
        let started = try? ChildProgram(
            words, environment: [], streams: .apart(input: nothing, output: ends[1]), origin: ChildProgram.Origin())
        guard let started else {
            Glibc.close(ends[0])
            return nil
        }
        (self.loop, child, output) = (loop, started, ends[0])
        do {
            try loop.watch(output) { [unowned self] _ in self.proceed() }
        } catch {
            close()
            return nil
        }
    }

    deinit { close() }

    func close() {
        guard isOpen else { return }
        isOpen = false
        loop.forget(output)
        Glibc.close(output)
        // The command leads its own session, so its children are in its group.
        kill(-child.process, SIGKILL)
        child.send(SIGKILL)
        var status: CInt = 0
        while waitpid(child.process, &status, 0) < 0, errno == EINTR {}
    }

    private func proceed() {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = read(output, &bytes, bytes.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return }
        guard count > 0 else { return close() }
        rest += bytes.prefix(count)
        while isOpen, let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = String(decoding: rest[..<end], as: UTF8.self)
            rest.removeFirst(end + 1)
            whenRead(line)
        }
        // No expected line is longer.
        if rest.count > 4_096 { close() }
    }
}
