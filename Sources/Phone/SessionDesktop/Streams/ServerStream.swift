import Glibc

/// A stream that a program plays or records on a sound server, as the server describes it.
package struct ServerStream: Hashable, Sendable {
    let index: UInt32
    /// The server's number for the connection that plays it, or nil if a part of the server plays it.
    var client: UInt32?
    var isRecording = false
    var isPaused = false
    var isMuted = false
    /// The volume of each channel, as PulseAudio counts: 65,536 is 1, and the amplitude is the third power.
    var volumes: [UInt32] = []
    var isWritable = true
    /// The process that plays it, if that is on this machine and its number is known.
    var process: pid_t?
    var program: String?
    /// The application's id, such as `org.mozilla.firefox`.
    var application: String?
    var title: String?
    /// The role of the stream's sound, in the server's words, such as `music` or `phone`.
    var role: String?
    /// The name under which the server keeps the volume for the program's next stream.
    var restoreID: String?
}

/// An event of the streams of a sound server.
package enum StreamNews: Hashable, Sendable {
    /// A stream has begun, or something about it has changed.
    ///
    /// `isOld` is true for a stream that was there when the server was found: it is heard already.
    case changed(ServerStream, isOld: Bool = false)
    case removed(UInt32)
    /// A stream that is measured begins to sound, or has been silent for a while.
    case sounding(UInt32, Bool)
    /// All streams that were there at first are known, or there is no server.
    case looked
}

/// A sound server as the front of the desktop sees it: streams, of whose volume a part can be let through. The
/// implementation keeps that part and the volume that the person sets apart. All members are used on one thread, and
/// closures are called there.
package protocol StreamServer: AnyObject {
    /// Called with each event of the streams.
    var whenNews: (StreamNews) -> Void { get set }
    /// Called when streams have reached the parts that were set.
    var whenAtRest: () -> Void { get set }
    /// Called with sentences for the person who runs the host.
    var whenSaid: (String) -> Void { get set }
    /// Whether every stream has the part that was set last.
    var isAtRest: Bool { get }

    /// Begins to follow the server.
    func begin()

    /// Begins to measure whether a stream sounds, or begins again, or ends it. A stream that cannot be measured counts
    /// as sounding.
    func measure(_ index: UInt32, isOn: Bool)

    /// Returns the part of the person's volume that is let through now: 0 to 1, linear.
    func part(of index: UInt32) -> Double

    /// Lets a part of the person's volume through. Of parts that are set faster than the server takes them only the
    /// last one counts.
    ///
    /// - Parameters:
    ///   - part: 0 to 1, linear.
    ///   - aim: The part at the end of the change to which this one belongs.
    ///   - index: The number of the stream.
    func set(part: Double, onTheWayTo aim: Double, of index: UInt32)

    /// Gives all streams back as people have set them, waits for a second at most until the server has done so, and leaves it.
    func close()
}
