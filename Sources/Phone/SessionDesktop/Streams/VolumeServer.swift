/// The run of a sound server that a client is connected to.
package struct ServerIdentity: Hashable, Sendable {
    let cookie: UInt32
    /// Whether PipeWire speaks PulseAudio's protocol.
    let isPipeWire: Bool
}

/// An event of a server with one volume per stream.
package enum VolumeNews: Hashable, Sendable {
    /// The server accepts requests from now on.
    case connected(ServerIdentity)
    /// A stream has started or changed.
    case changed(UInt32)
    case removed(UInt32)
    /// The server has ended with all its streams, or there is none at first.
    case lost
}

/// A volume that the server stores for the next stream of a program.
package struct KeptVolume: Hashable, Sendable {
    let name: String
    var volumes: [UInt32]
    var isMuted: Bool
}

/// A sound server with one volume per stream, which both the person and the host set. It works in order. All members
/// are used on one thread, where all closures are called.
package protocol VolumeServer: AnyObject {
    var whenNews: (VolumeNews) -> Void { get set }
    /// Called when a measured stream becomes audible, or has been silent for a while.
    var whenSounding: (UInt32, Bool) -> Void { get set }

    /// Starts, restarts or ends measuring whether a stream is audible.
    func measure(_ index: UInt32, isOn: Bool)

    /// Queries a stream, after all earlier settings.
    ///
    /// - Parameter answer: Called with the stream, or nil if it is gone. Not called if the server ends before.
    func look(at index: UInt32, _ answer: @escaping (ServerStream?) -> Void)

    func lookAtAll(_ answer: @escaping ([ServerStream]) -> Void)

    func set(volumes: [UInt32], of index: UInt32)
    func set(isMuted: Bool, of index: UInt32)

    /// Queries the stored volumes of all programs.
    ///
    /// - Parameter answer: Called with them, none if the server stores none. Not called if the server ends before.
    func readKept(_ answer: @escaping ([KeptVolume]) -> Void)

    /// Changes stored volumes that were read last, without changing their channels.
    func write(_ volumes: [KeptVolume])

    /// Waits up to a second for pending answers, and leaves the server.
    func close()
}
