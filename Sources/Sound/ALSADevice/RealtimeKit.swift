import CALSA
import Glibc
import System

/// Asks RealtimeKit, a service of the system's D-Bus that most desktops have, for real-time priority.
///
/// The few messages are written here, so that no library of D-Bus is needed. Never on a real-time thread.
package enum RealtimeKit {
    /// The reason for which it was not granted.
    package struct Refusal: Error, Hashable {
        /// The kind of refusal.
        package enum Kind: Hashable, Sendable {
            /// No system bus, or no RealtimeKit on it.
            case absent
            /// Polkit, which RealtimeKit asks, does not allow it, as where a user is not logged in at the machine itself.
            case denied
            /// RealtimeKit has given out what it gives in so short a time.
            case busy
            /// Anything else.
            case failed
        }

        /// The kind of refusal.
        package let kind: Kind
        /// The service that refused and its reason, as part of a sentence.
        package let reason: String

        /// Describes a refusal.
        package init(_ kind: Kind, reason: String) { (self.kind, self.reason) = (kind, reason) }

        /// Reads a bus's answer that is an error.
        ///
        /// RealtimeKit has one name for what it must not and what it will not do now, and tells them apart by the system's
        /// words for the number.
        init(_ member: String, name: String?, text: String?) {
            let answers = "org.freedesktop.DBus.Error."
            kind =
                switch name {
                case answers + "ServiceUnknown", answers + "NameHasNoOwner": .absent
                case answers + "AccessDenied": text == String(cString: strerror(EBUSY)) ? .busy : .denied
                default: .failed
                }
            reason = "\(member): \(name ?? "refused")" + (text.map { " (\($0))" } ?? "")
        }
    }

    private static let service = "org.freedesktop.RealtimeKit1"
    private static let object = "/org/freedesktop/RealtimeKit1"
    /// Raises a thread of this process.
    ///
    /// - Parameters:
    ///   - thread: The thread's number, as `gettid` gives it.
    ///   - priority: From 1 to 99; given is no more than RealtimeKit's own limit.
    ///   - address: The bus; nil for the system's.
    ///   - patienceInMilliseconds: The time for all questions and answers together; a service that starts first for this
    ///     needs a part of it.
    ///   - limit: Limits, in microseconds, how long a real-time thread of this process may work without a pause, which
    ///     RealtimeKit demands: the system ends a process that exceeds it.
    /// - Returns: The priority that was given.
    /// - Throws: `Refusal` where there is no bus, no RealtimeKit on it, or it will not.
    package static func raise(
        thread: Int32, to priority: Int, on address: String? = nil, patienceInMilliseconds: Int64 = 1500,
        limit: (UInt64) -> CInt = limitRealTime
    ) throws(Refusal) -> Int {
        let bus = try BusConnection(
            address ?? BusConnection.systemAddress, patienceInMilliseconds: patienceInMilliseconds)
        defer { bus.close() }
        _ = try bus.ask("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "Hello")
        let most = try property("MaxRealtimePriority", of: bus)
        let longest = try property("RTTimeUSecMax", of: bus)
        guard most >= 1, longest > 0 else { throw Refusal(.failed, reason: "RealtimeKit allows none") }
        let number = limit(UInt64(longest))
        guard number == 0 else { throw Refusal(.failed, reason: "RLIMIT_RTTIME: \(String(cString: strerror(number)))") }
        let given = min(priority, Int(most))
        _ = try bus.ask(
            service, object, service, "MakeThreadRealtime", [.unsigned64(UInt64(thread)), .unsigned32(UInt32(given))])
        return given
    }

    private static func property(_ name: String, of bus: BusConnection) throws(Refusal) -> Int64 {
        let answer = try bus.ask(
            service, object, "org.freedesktop.DBus.Properties", "Get", [.text(service), .text(name)])
        switch answer.body.first {
        case .variant(.signed32(let number))?: return Int64(number)
        case .variant(.signed64(let number))?: return number
        default: throw Refusal(.failed, reason: "RealtimeKit did not tell its \(name)")
        }
    }

    /// Lowers the limit where it is higher; the answer is an error number or zero.
    package static func limitRealTime(_ microseconds: UInt64) -> CInt {
        // RLIMIT_RTTIME, a macro that Swift does not see.
        let resource = __rlimit_resource_t(15)
        var limits = rlimit()
        guard getrlimit(resource, &limits) == 0 else { return errno }
        limits.rlim_cur = min(limits.rlim_cur, rlim_t(microseconds))
        limits.rlim_max = min(limits.rlim_max, rlim_t(microseconds))
        return setrlimit(resource, &limits) == 0 ? 0 : errno
    }
}

/// A connection to a bus; one thread at a time.
private final class BusConnection {
    private typealias Refusal = RealtimeKit.Refusal

    private let socket: CInt
    /// The end of the wait.
    private let deadline: Int64
    private var serial: UInt32 = 0
    /// The bytes that came and have not been looked at.
    private var pending: [UInt8] = []

    static var systemAddress: String {
        getenv("DBUS_SYSTEM_BUS_ADDRESS").map { String(cString: $0) } ?? "unix:path=/run/dbus/system_bus_socket"
    }

    /// Connects and says who we are.
    init(_ address: String, patienceInMilliseconds: Int64) throws(RealtimeKit.Refusal) {
        guard let path = Self.path(in: address) else {
            throw Refusal(.absent, reason: "the bus address '\(address)' names no path of a socket")
        }
        guard let connected = SystemFile.connect(to: path) else {
            throw Refusal(.absent, reason: "no system bus at \(path): \(String(cString: strerror(errno)))")
        }
        socket = connected
        deadline = Self.now + patienceInMilliseconds
        do throws(RealtimeKit.Refusal) { try introduce() } catch {
            Glibc.close(socket)
            throw error
        }
    }

    func close() { Glibc.close(socket) }

    /// Calls a method and waits for its answer.
    func ask(
        _ name: String, _ path: String, _ interface: String, _ member: String, _ body: [BusMessage.Value] = []
    ) throws(RealtimeKit.Refusal) -> BusMessage {
        serial += 1
        try send(BusMessage.call(name, path, interface, member, body, serial: serial).bytes)
        while true {
            let start = try receive(16, consuming: false)
            guard let length = BusMessage.length(of: start), let message = BusMessage(try receive(length)) else {
                throw Refusal(
                    .failed, reason: "the system bus answered \(member) with something else than a message")
            }
            guard message.answered == serial else { continue }
            if message.kind == .answer { return message }
            var words: String?
            if case .text(let text)? = message.body.first { words = text }
            throw Refusal(member, name: message.fields[4], text: words)
        }
    }

    /// The user's number, which the bus compares with what the system tells it.
    private func introduce() throws(RealtimeKit.Refusal) {
        let user = Array(String(getuid()).utf8).map { String($0, radix: 16) }.joined()
        try send([0] + Array("AUTH EXTERNAL \(user)\r\n".utf8))
        var line: [UInt8] = []
        while line.suffix(2) != [13, 10] {
            guard line.count < 1024 else { throw Refusal(.failed, reason: "the system bus does not speak D-Bus") }
            line += try receive(1)
        }
        guard line.starts(with: Array("OK ".utf8)) else {
            let words = String(decoding: line.dropLast(2), as: UTF8.self)
            throw Refusal(.failed, reason: "the system bus refused us: \(words)")
        }
        try send(Array("BEGIN\r\n".utf8))
    }

    private func send(_ bytes: [UInt8]) throws(RealtimeKit.Refusal) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
            guard sent > 0 || errno == EINTR else { throw lost }
            rest = rest.dropFirst(max(0, sent))
        }
    }

    private func receive(_ count: Int, consuming: Bool = true) throws(RealtimeKit.Refusal) -> [UInt8] {
        while pending.count < count {
            var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            let left = deadline - Self.now
            guard left > 0, poll(&entry, 1, CInt(left)) != 0 else {
                throw Refusal(.failed, reason: "the system bus did not answer in time")
            }
            var bytes = [UInt8](repeating: 0, count: 4096)
            let got = recv(socket, &bytes, bytes.count, 0)
            guard got > 0 || (got < 0 && errno == EINTR) else { throw lost }
            pending += bytes.prefix(max(0, got))
        }
        defer { if consuming { pending.removeFirst(count) } }
        return Array(pending.prefix(count))
    }

    private var lost: Refusal { Refusal(.failed, reason: "the system bus closed the connection") }

    private static var now: Int64 { SteadyClock.now / 1_000_000 }

    /// The first socket with a path among a bus's addresses.
    private static func path(in addresses: String) -> String? {
        addresses.split(separator: ";").lazy.compactMap { address -> String? in
            guard address.hasPrefix("unix:") else { return nil }
            let pairs = address.dropFirst(5).split(separator: ",")
            return pairs.first { $0.hasPrefix("path=") }.map { String($0.dropFirst(5)) }
        }.first
    }
}
