public import ALSADevice

/// Something that frames are captured from: a PCM, or in tests a device that hears what they say.
///
/// Used by one thread at a time.
public protocol InputDevice: AnyObject {
    /// Frames that come at a time.
    var periodFrames: Int { get }
    /// The system's error number, once the device is gone.
    var lost: Int32? { get }
    /// Begins to capture, on a thread of the device's own.
    ///
    /// - Throws: `ALSAError` if the device cannot be started.
    func start() throws(ALSAError)
    /// Ends it; what has been captured by then can still be read.
    func stop()
    /// Takes the oldest stereo frames that wait; never waits itself.
    ///
    /// - Parameters:
    ///   - samples: Room for twice as many samples, left and right in turn.
    ///   - frames: How many are wanted.
    /// - Returns: How many there were.
    func read(into samples: UnsafeMutablePointer<Float>, frames: Int) -> Int
}

/// Opens an input by the name of its PCM.
package typealias InputOpener = @Sendable (String) throws(ALSAError) -> any InputDevice

extension ALSAInput: InputDevice {
    /// The system's error number, once the device is gone.
    public var lost: Int32? {
        if case .lost(let errno) = status.phase { errno } else { nil }
    }
}
