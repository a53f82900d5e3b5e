import Glibc

/// A stream that a program plays on a sound server, as the server tells of it.
package struct ServerStream: Hashable, Sendable {
    /// The server's number for it.
    let index: UInt32
    /// The server's number for the connection that plays it; nil where a part of the server plays it.
    var client: UInt32?
    /// Whether its program has paused it.
    var isPaused = false
    var isMuted = false
    /// The volume of each channel, as the server counts: 65,536 is 1, and the amplitude is the third power.
    var volumes: [UInt32]
    /// Whether its volume can be set.
    var isWritable = true
    /// The process that plays it, where that is on this machine and tells its number.
    var process: pid_t?
    /// The file name of the process.
    var program: String?
    /// The application's id, such as `org.mozilla.firefox`.
    var application: String?
    /// The application's name, for people.
    var title: String?
    /// The role of the stream's sound, in the server's words, such as `music` or `phone`.
    var role: String?
    /// The name under which the server keeps the volume for the program's next stream.
    var restoreID: String?
}

/// The news of a sound server.
package enum StreamNews: Hashable, Sendable {
    /// The server can be asked from now on.
    case connected
    /// A stream has come, or something of it has changed.
    case changed(UInt32)
    case removed(UInt32)
    /// The server has ended, with all its streams; at first: there is none.
    case lost
}

/// A sound server whose streams can be looked at and moved. All members are used on one thread, and closures are called there.
package protocol StreamServer: AnyObject {
    /// Gets the server's news.
    var whenNews: (StreamNews) -> Void { get set }

    /// Looks at a stream, after all that was set before.
    ///
    /// - Parameter answer: Gets the stream; nil where it is gone.
    func look(at index: UInt32, _ answer: @escaping (ServerStream?) -> Void)

    /// Looks at all streams.
    func lookAtAll(_ answer: @escaping ([ServerStream]) -> Void)

    func set(volumes: [UInt32], of index: UInt32)
    func set(isMuted: Bool, of index: UInt32)

    /// Corrects what the server keeps for the next stream of a program.
    ///
    /// - Parameters:
    ///   - volumes: The volume of each channel.
    ///   - isMuted: Whether it begins muted.
    ///   - restoreID: The name under which the server keeps it.
    ///   - sent: The volume that it replaces: another one was set by a person, and stays. Nil: it replaces any.
    func keep(volumes: [UInt32], isMuted: Bool, as restoreID: String, insteadOf sent: [UInt32]?)

    /// Waits until the server has done what it was told, for a second at most, and leaves it.
    func close()
}
