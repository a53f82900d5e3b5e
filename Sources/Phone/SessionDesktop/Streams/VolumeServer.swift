/// The run of a sound server that a client is connected to.
package struct ServerIdentity: Hashable, Sendable {
    /// The server's own random number for this run.
    let cookie: UInt32
    /// Whether it is PipeWire that speaks PulseAudio's protocol: it shows some time later what was set.
    let isPipeWire: Bool
}

/// An event of a server whose streams have one volume each.
package enum VolumeNews: Hashable, Sendable {
    /// The server can be asked from now on.
    case connected(ServerIdentity)
    /// A stream has begun, or something about it has changed.
    case changed(UInt32)
    case removed(UInt32)
    /// The server has ended, with all its streams; at first: there is none.
    case lost
}

/// A volume that the server keeps for the next stream of a program.
package struct KeptVolume: Hashable, Sendable {
    let name: String
    var volumes: [UInt32]
    var isMuted: Bool
}

/// A sound server that has one volume for each stream, which the person sets as well as the host. It does one thing
/// after the other. All members are used on one thread, and closures are called there.
package protocol VolumeServer: AnyObject {
    var whenNews: (VolumeNews) -> Void { get set }
    /// Called when a stream that is measured begins to sound, or has been silent for a while.
    var whenSounding: (UInt32, Bool) -> Void { get set }

    /// Begins to measure whether a stream sounds, or begins again, or ends it.
    func measure(_ index: UInt32, isOn: Bool)

    /// Looks at a stream, after all that was set before.
    ///
    /// - Parameter answer: Receives the stream, or nil if it is gone. Not called if the server ends before.
    func look(at index: UInt32, _ answer: @escaping (ServerStream?) -> Void)

    /// Looks at all streams.
    func lookAtAll(_ answer: @escaping ([ServerStream]) -> Void)

    func set(volumes: [UInt32], of index: UInt32)
    func set(isMuted: Bool, of index: UInt32)

    /// Corrects what the server keeps for the next streams of programs.
    ///
    /// - Parameters:
    ///   - change: Receives all volumes that are kept, and returns those that shall be others, with the same channels.
    ///   - then: Called once they are kept, and also if the server keeps none. Not called if the server ends before.
    func mend(_ change: @escaping ([KeptVolume]) -> [KeptVolume], then: @escaping () -> Void)

    /// Waits until all questions are answered, for a second at most, and leaves the server.
    func close()
}
