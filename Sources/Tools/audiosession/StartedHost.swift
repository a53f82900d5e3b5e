import CommandSupport
import Glibc
import SessionWire

/// A host that this process starts if none answers, and that ends once no program is joined to it. As a separate
/// process it survives a hold that is killed, and undoes what the hold did.
struct StartedHost {
    struct Failure: Error {
        let lines: [String]
        /// Whether another host held the address. It may have released it since, or be slow to listen.
        var placeWasTaken = false
    }

    /// The writing end of the host's standard input. While it is open the host does not end.
    private let input: CInt
    /// The reading end of its standard output; -1 if another process has started the host that answers.
    private let output: CInt

    init(at place: SocketPlace, origin: ChildProgram.Origin) throws(Failure) {
        var (input, output): ([CInt], [CInt]) = ([-1, -1], [-1, -1])
        guard pipe(&input) == 0, pipe(&output) == 0 else {
            throw Failure(lines: ["cannot start a host: \(String(cString: strerror(errno)))"])
        }
        for descriptor in input + output { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        self.input = input[1]
        let path = ProgramFile.folder + "/audiosession"
        let command: [String] = [path, "host", "--until-unused", "--desktop-if-any", "--socket", place.path]
        let words = command.compactMap { strdup($0) }
        defer { for word in words { free(word) } }
        do throws(ChildProgram.Failure) {
            _ = try ChildProgram(
                words, environment: [], streams: .apart(input: input[0], output: output[1]), origin: origin)
        } catch {
            throw Failure(lines: ["cannot start a host: \(error)"])
        }
        for descriptor in [input[0], output[1]] { close(descriptor) }
        let lines = Self.lines(from: output[0], until: HostCommand.serving)
        guard lines.last != HostCommand.serving else {
            self.output = output[0]
            return
        }
        close(output[0])
        self.output = -1
        // A host that another process has started at the same time holds the address before it listens.
        let isServed = lines.contains("audiosession: \(WireError.alreadyServed(place.path))")
        if isServed && place.waitForHost() { return }
        close(input[1])
        throw Failure(lines: lines, placeWasTaken: isServed)
    }

    /// The lines that a host prints up to one of them, or until it has ended.
    private static func lines(from descriptor: CInt, until last: String) -> [String] {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = read(descriptor, &block, block.count)
            if count < 0, errno == EINTR { continue }
            if count > 0 { bytes += block[..<count] }
            let lines = bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
            if count <= 0 || lines.contains(last) { return lines }
        }
    }

    /// Lets the host end once the last program has left it. Waits for its end, unless others use it or it has to give back
    /// first what was taken from players and streams: a second hold in a row then finds it.
    func release() {
        close(input)
        guard output >= 0 else { return }
        var end = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        // A host that hangs delays nobody for longer.
        if poll(&end, 1, 2_000) > 0 { _ = Self.lines(from: output, until: HostCommand.staying) }
        close(output)
    }
}
