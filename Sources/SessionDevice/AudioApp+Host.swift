import Glibc
import SessionCalls
import Synchronization

extension AudioApp {
    /// Opens the app on the device that governs this process.
    ///
    /// That is the host at `AUDIOSESSION_SOCKET`, or at `$XDG_RUNTIME_DIR/audiosession/host` where one answers there; else
    /// this process holds a device of its own, which its apps share. The app is called what `AUDIOSESSION_APP` says, or
    /// like the program's file.
    ///
    /// - Parameter configuration: What a device of the process's own is; it counts for the first app that opens one.
    /// - Throws: `DeviceError.unreachable` naming the path where nobody answers at `AUDIOSESSION_SOCKET`, or where the
    ///   system has no thread to give.
    public static func open(
        _ configuration: DeviceConfiguration = DeviceConfiguration()
    ) throws(DeviceError) -> AudioApp {
        if let path = environment("AUDIOSESSION_SOCKET") {
            throw .unreachable(
                LinkError(
                    place: path,
                    sentence: "No host answers there. Start one with audiosession host, or unset AUDIOSESSION_SOCKET."))
        }
        return try ownDevice(configuration).open(environment("AUDIOSESSION_APP") ?? programName)
    }

    private static let own = Mutex<WeakDevice>(WeakDevice())

    private struct WeakDevice: Sendable {
        weak var device: AudioDevice?
        var birth = 0
    }

    /// The device of this process's own, as long as any of its apps lives.
    private static func ownDevice(_ configuration: DeviceConfiguration) throws(DeviceError) -> AudioDevice {
        try own.withLock { own throws(DeviceError) in
            if let device = own.device, own.birth == ForkCount.now { return device }
            let device = try AudioDevice(configuration)
            own = WeakDevice(device: device, birth: ForkCount.now)
            return device
        }
    }

    /// The value of a variable; nil where it is unset or empty.
    private static func environment(_ variable: String) -> String? {
        guard let value = getenv(variable), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    /// The file name of the program that this process runs.
    private static var programName: String {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count)
        let bytes = path[..<max(0, count)].map { UInt8(bitPattern: $0) }
        return bytes.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) } ?? "app"
    }
}
