import Glibc
package import SystemSupport

/// Requests real-time priority from RealtimeKit, a D-Bus service of most desktops. Do not call from a real-time thread.
package enum RealtimeKit {
    /// The reason for which it was not granted.
    package struct Denial: Error, Hashable {
        package enum Kind: Hashable, Sendable {
            /// No system bus, no library to reach it, or no RealtimeKit on it.
            case absent
            /// Polkit does not allow it, for example because the user is not logged in locally.
            case denied
            /// RealtimeKit's rate limit is exhausted.
            case busy
            /// Anything else.
            case failed
        }

        package let kind: Kind
        /// The service that refused and its reason, as part of a sentence.
        package let reason: String

        /// Describes a refusal.
        package init(_ kind: Kind, reason: String) { (self.kind, self.reason) = (kind, reason) }

        /// Interprets an error from the bus. RealtimeKit uses one error name for "not permitted" and "not now" and
        /// distinguishes them by the message.
        init(_ member: String, _ failure: BusFailure) {
            let errors = "org.freedesktop.DBus.Error."
            kind =
                switch failure.name {
                case errors + "ServiceUnknown", errors + "NameHasNoOwner": .absent
                case errors + "AccessDenied": failure.message == String(cString: strerror(EBUSY)) ? .busy : .denied
                default: .failed
                }
            reason = "\(member): \(failure.name) (\(failure.message))"
        }
    }

    /// Calls a method of RealtimeKit by its interface and its name, with its arguments.
    package typealias Call = (_ method: String, _ body: [BusValue]) throws(BusFailure) -> [BusValue]

    private static let service = "org.freedesktop.RealtimeKit1"

    /// Raises a thread of this process.
    /// - Parameters:
    ///   - thread: The thread's number, as `gettid` gives it.
    ///   - priority: 1 to 99, capped at RealtimeKit's limit.
    ///   - patienceInMilliseconds: The timeout for all calls together, including the start of the service.
    /// - Returns: The granted priority.
    package static func raise(
        thread: Int32, to priority: Int, on address: String? = nil, patienceInMilliseconds: Int64 = 1500
    ) throws(Denial) -> Int {
        let system = getenv("DBUS_SYSTEM_BUS_ADDRESS").map { String(cString: $0) }
        let bus: BlockingBus
        do throws(BlockingBus.Unreachable) {
            bus = try BlockingBus(
                address ?? system ?? "unix:path=/run/dbus/system_bus_socket",
                patienceInMilliseconds: patienceInMilliseconds)
        } catch {
            throw Denial(.absent, reason: error.reason)
        }
        return try raise(thread: thread, to: priority, limit: limitRealTime) {
            (method, body) throws(BusFailure) in
            try bus.call(service, "/org/freedesktop/RealtimeKit1", method, body)
        }
    }

    /// Raises a thread of this process through an open connection to RealtimeKit.
    /// - Parameters:
    ///   - limit: Sets how long, in microseconds, a real-time thread may run without blocking, as RealtimeKit requires.
    ///     The kernel kills a process that exceeds it.
    ///   - call: Calls RealtimeKit.
    package static func raise(
        thread: Int32, to priority: Int, limit: (UInt64) -> CInt, call: Call
    ) throws(Denial) -> Int {
        let most = try property("MaxRealtimePriority", call)
        let longest = try property("RTTimeUSecMax", call)
        guard most >= 1, longest > 0 else { throw Denial(.failed, reason: "RealtimeKit allows none") }
        let number = limit(UInt64(longest))
        guard number == 0 else { throw Denial(.failed, reason: "RLIMIT_RTTIME: \(String(cString: strerror(number)))") }
        let given = min(priority, Int(most))
        do throws(BusFailure) {
            _ = try call(
                service + ".MakeThreadRealtime", [.unsignedLong(UInt64(thread)), .unsigned(UInt32(given))])
        } catch {
            throw Denial("MakeThreadRealtime", error)
        }
        return given
    }

    private static func property(_ name: String, _ call: Call) throws(Denial) -> Int64 {
        let answer: [BusValue]
        do throws(BusFailure) {
            answer = try call("org.freedesktop.DBus.Properties.Get", [.text(service), .text(name)])
        } catch {
            throw Denial(name, error)
        }
        switch answer.first {
        case .signed(let number)?: return Int64(number)
        case .long(let number)?: return number
        default: throw Denial(.failed, reason: "RealtimeKit did not tell its \(name)")
        }
    }

    /// Lowers the limit if it is higher. Returns an error number, or 0.
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
