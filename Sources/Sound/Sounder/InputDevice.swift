public import ALSADevice

/// A source of captured frames: a PCM, or a test's device.
///
/// Use from one thread at a time.
public protocol InputDevice: AnyObject {
    /// The number of frames that arrive at a time.
    var periodFrames: Int { get }
    /// The system's error number, once the device is gone.
    var lost: Int32? { get }
    /// Starts capturing on the device's own thread.
    ///
    /// - Throws: `ALSAError` if the device cannot be started.
    func start() throws(ALSAError)
    /// Stops capturing. Frames captured so far can still be read.
    func stop()
    /// Reads the oldest stereo frames without blocking.
    ///
    /// - Parameter samples: Space for twice as many interleaved samples.
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
