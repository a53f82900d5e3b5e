import Glibc

/// A playback or recording stream on a sound server, as the server describes it.
package struct ServerStream: Hashable, Sendable {
    let index: UInt32
    /// The server's number for the stream's client, or nil if the stream belongs to the server itself.
    var client: UInt32?
    var isRecording = false
    var isPaused = false
    var isMuted = false
    /// The volume of each channel in PulseAudio's units: 65,536 is 1, and the amplitude is the cube.
    var volumes: [UInt32] = []
    var isWritable = true
    /// The stream's process, if it is known and on this machine.
    var process: pid_t?
    var program: String?
    /// The application id, such as `org.mozilla.firefox`.
    var application: String?
    var title: String?
    /// The stream's media role in the server's terms, such as `music` or `phone`.
    var role: String?
    /// The name under which the server stores the volume for the program's next stream.
    var restoreID: String?
}

extension ServerStream {
    /// Describes a stream by the properties of its program.
    /// - Parameters:
    ///   - peer: The process of its client as the kernel reports it, if known.
    ///   - isBoxed: Whether the program is in a container, which has its own process identifiers.
    init(
        index: UInt32, client: UInt32?, peer: pid_t? = nil, isBoxed: Bool = false, _ property: (String) -> String?
    ) {
        // A program on another machine has a process identifier of that machine.
        let isLocal = property("application.process.host").map { $0 == SystemName.host } ?? true
        let given = property("application.process.id").flatMap { pid_t($0) }
        self.init(
            index: index, client: client, process: !isLocal ? nil : isBoxed ? peer ?? given : given ?? peer,
            program: property("application.process.binary"), application: property("application.id"),
            title: property("application.name"), role: property("media.role")?.lowercased())
    }
}

private enum SystemName {
    static let host: String = {
        var bytes = [CChar](repeating: 0, count: 256)
        guard gethostname(&bytes, bytes.count - 1) == 0 else { return "" }
        return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }()
}

/// An event of a sound server's streams.
package enum StreamNews: Hashable, Sendable {
    /// A stream has started or changed.
    ///
    /// `isOld` is true if the stream existed when the server was found and is already audible.
    case changed(ServerStream, isOld: Bool = false)
    case removed(UInt32)
    /// A measured stream has become audible, or has been silent for a while.
    case sounding(UInt32, Bool)
}

/// A sound server as seen by the desktop: streams of whose volume a part is let through. Implementations keep that part
/// separate from the volume that the person sets. All members are used on one thread, where all closures are called.
package protocol StreamServer: AnyObject {
    var whenNews: (StreamNews) -> Void { get set }
    /// Whether all initial streams were reported, or there is no server.
    var hasLooked: Bool { get }
    /// Whether every stream has the part that was set last.
    var isAtRest: Bool { get }

    func begin()

    /// Starts, restarts or ends measuring whether a stream is audible. A stream that cannot be measured counts as
    /// audible.
    func measure(_ index: UInt32, isOn: Bool)

    /// Returns the part of the person's volume that is let through now, linear, 0 to 1.
    func part(of index: UInt32) -> Double

    /// Sets the part of the person's volume that is let through. If parts are set faster than the server applies them,
    /// only the last one counts.
    ///
    /// - Parameters:
    ///   - part: Linear, 0 to 1.
    ///   - aim: The part at the end of the ramp that this one belongs to.
    func set(part: Double, onTheWayTo aim: Double, of index: UInt32)

    /// Restores all streams to the levels that people have set, waits up to a second for the server to apply them, and
    /// disconnects.
    func close()
}
