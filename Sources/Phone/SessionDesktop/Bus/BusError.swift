import Glibc
import SystemSupport

/// Why the session bus cannot be used.
package enum BusError: Error, Hashable, Sendable, CustomStringConvertible {
    /// libsystemd is missing or incompatible; the message is the loader's.
    case noLibrary(String)
    /// No bus answers at the address; an errno.
    case noBus(address: String?, Int32)
    /// The bus or the kernel has reached a limit; an errno.
    case system(String, Int32)

    /// The problem and its remedy, in one sentence.
    package var description: String {
        switch self {
        case .noLibrary(let detail):
            "The session bus needs libsystemd, which cannot be loaded: \(detail). Install it (on Debian "
                + "the package libsystemd0)."
        case .noBus(nil, ENOMEDIUM):
            "The address of the session bus is unknown: set DBUS_SESSION_BUS_ADDRESS or XDG_RUNTIME_DIR, or start the host "
                + "within dbus-run-session."
        case .noBus(let address, let number):
            "\(address ?? "The session bus"): no bus answers (\(String(cString: strerror(number)))). Correct "
                + "DBUS_SESSION_BUS_ADDRESS, or start the host within dbus-run-session."
        case .system(let what, let number): "\(what): \(String(cString: strerror(number)))."
        }
    }
}

extension BusFailure {
    static func standard(_ name: String, _ message: String) -> BusFailure {
        BusFailure(name: "org.freedesktop.DBus.Error.\(name)", message: message)
    }
}
