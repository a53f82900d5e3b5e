package import CSDBus
import Glibc

/// sd-bus of libsystemd, loaded when first used.
package enum SDBus {
    /// The functions of sd-bus, and why they cannot be loaded, if so.
    package static let library: (functions: csdbus, obstacle: String?) = {
        var functions = csdbus()
        let obstacle = csdbus_load(&functions).map { String(cString: $0) }
        return (functions, obstacle)
    }()
}

package struct BusFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the error, such as `org.freedesktop.DBus.Error.NoReply`.
    package let name: String
    /// The peer's own words; may be empty.
    package let message: String

    package init(name: String, message: String) { (self.name, self.message) = (name, message) }

    package init(_ number: CInt) {
        self.init(name: "org.freedesktop.DBus.Error.Disconnected", message: String(cString: strerror(number)))
    }

    /// Whether the call timed out, so that its effect is unknown.
    package var isSilence: Bool {
        ["NoReply", "Timeout", "TimedOut", "Disconnected"].contains { name == "org.freedesktop.DBus.Error.\($0)" }
    }

    package var isOfEnd: Bool {
        name == "org.freedesktop.DBus.Error.Disconnected" || message == "Connection terminated"
    }

    /// The message, or the name if it is empty.
    package var description: String { message.isEmpty ? name : message }
}

extension csdbus {
    /// Starts connecting to a bus; messages can be sent immediately.
    /// - Parameters:
    ///   - address: The address of the bus, as D-Bus writes it, or nil for the bus of the login.
    ///   - bus: Receives the connection, which the caller must release even after a failure.
    /// - Returns: A negative number if there is no bus.
    package func connect(_ address: String?, _ bus: inout OpaquePointer?) -> CInt {
        guard let address else { return sd_bus_open_user(&bus) }
        var result = sd_bus_new(&bus)
        if result >= 0 { result = sd_bus_set_address(bus, address) }
        if result >= 0 { result = sd_bus_set_bus_client(bus, 1) }
        return result >= 0 ? sd_bus_start(bus) : result
    }

    /// Creates a method call with its arguments, or nil if a name is invalid.
    /// - Parameters:
    ///   - peer: The peer's name on the bus.
    ///   - method: The interface and the method, with a dot between them.
    package func call(
        _ peer: String, _ path: String, _ method: String, _ body: [BusValue], on bus: OpaquePointer
    ) -> OpaquePointer? {
        let (interface, member) = Self.split(method)
        var message: OpaquePointer?
        guard sd_bus_message_new_method_call(bus, &message, peer, path, interface, member) >= 0, let message else {
            return nil
        }
        append(body, to: message)
        return message
    }

    /// The interface and the member of a name that has both.
    package static func split(_ whole: String) -> (interface: String, member: String) {
        guard let dot = whole.lastIndex(of: ".") else { return ("", whole) }
        return (String(whole[..<dot]), String(whole[whole.index(after: dot)...]))
    }

    /// Reads the answer to a call.
    package func answer(in message: OpaquePointer) -> Result<[BusValue], BusFailure> {
        guard let error = sd_bus_message_get_error(message) else { return .success(body(of: message)) }
        let text = error.pointee.message.map { String(cString: $0) } ?? ""
        return .failure(BusFailure(name: String(cString: error.pointee.name), message: text))
    }
}

/// A connection to a bus on which each call waits for its answer. One thread at a time, and never a real-time one.
package final class BlockingBus {
    /// Why a bus cannot be reached, as part of a sentence.
    package struct Unreachable: Error {
        package let reason: String
    }

    private let library: csdbus
    private let bus: OpaquePointer
    private let deadline: Int64

    /// Starts connecting.
    /// - Parameters:
    ///   - address: The address of the bus, as D-Bus writes it.
    ///   - patienceInMilliseconds: The timeout for all calls together.
    package init(_ address: String, patienceInMilliseconds: Int64) throws(Unreachable) {
        if let obstacle = SDBus.library.obstacle {
            throw Unreachable(reason: "the bus is reached through libsystemd: \(obstacle)")
        }
        library = SDBus.library.functions
        var opened: OpaquePointer?
        let result = library.connect(address, &opened)
        guard result >= 0, let opened else {
            _ = library.sd_bus_close_unref(opened)
            throw Unreachable(reason: "no bus at \(address): \(String(cString: strerror(-result)))")
        }
        bus = opened
        deadline = SteadyClock.now + patienceInMilliseconds * 1_000_000
    }

    deinit { _ = library.sd_bus_close_unref(bus) }

    /// Calls a method, and waits for its answer.
    /// - Parameters:
    ///   - peer: The peer's name on the bus.
    ///   - method: The interface and the method, with a dot between them.
    package func call(
        _ peer: String, _ path: String, _ method: String, _ body: [BusValue] = []
    ) throws(BusFailure) -> [BusValue] {
        guard let message = library.call(peer, path, method, body, on: bus) else { throw BusFailure(EINVAL) }
        var cookie: UInt64 = 0
        let result = library.sd_bus_send(bus, message, &cookie)
        _ = library.sd_bus_message_unref(message)
        guard result >= 0 else { throw BusFailure(-result) }
        while true {
            var received: OpaquePointer?
            let progress = library.sd_bus_process(bus, &received)
            defer { _ = library.sd_bus_message_unref(received) }
            guard progress >= 0 else { throw BusFailure(-progress) }
            var answered: UInt64 = 0
            if let received, library.sd_bus_message_get_reply_cookie(received, &answered) >= 0, answered == cookie {
                return try library.answer(in: received).get()
            }
            if progress > 0 { continue }
            let left = deadline - SteadyClock.now
            guard left > 0 else { throw BusFailure(ETIMEDOUT) }
            _ = library.sd_bus_wait(bus, UInt64(left / 1_000))
        }
    }
}
