import ArgumentParser
import Glibc

/// Puts a device on the table: starts the program beside this one that shows the page.
struct DeviceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device",
        abstract: "Puts a device on the table: a page in the browser, with its switch, its plugs and its apps.",
        discussion: """
            Open the address that it prints; `audiosession device --help` tells the options. The page is shown by the \
            program audiosession-device, which stands beside this one.

              audiosession device --rules modern
            """)

    @Argument(parsing: .captureForPassthrough, help: "The options of the page.")
    var options: [String] = []

    func run() throws {
        Output.prepare()
        let program = Self.folder + "/audiosession-device"
        // A broken pipe is ignored here, and a program inherits what is ignored.
        signal(SIGPIPE, SIG_DFL)
        var arguments: [UnsafeMutablePointer<CChar>?] = (["audiosession device"] + options).map { strdup($0) }
        arguments.append(nil)
        execv(program, arguments)
        let number = errno
        Output.complain(
            "audiosession: \(program) cannot be started: \(String(cString: strerror(number))); build it with "
                + "`swift build --product audiosession-device`, or start it with make device")
        throw ExitCode.refused
    }

    /// Where this program stands.
    private static var folder: String {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = max(0, readlink("/proc/self/exe", &path, Int(PATH_MAX)))
        let bytes = path[..<count].map { UInt8(bitPattern: $0) }
        return String(decoding: bytes[..<(bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0)], as: UTF8.self)
    }
}
