public import ALSADevice
public import Mixer
public import SessionPolicy

/// An output that pulls periods: a PCM, or a test's device with a manual clock.
///
/// Use from one thread at a time.
public protocol OutputDevice: AnyObject {
    /// Frames pulled at a time.
    var periodFrames: Int { get }
    /// The buffer's capacity in frames, which is the latency of a full buffer.
    var bufferFrames: Int { get }
    /// The output's progress; exact once it has been dropped or lost.
    var progress: OutputProgress { get }
    /// The scheduling of its thread, or nil before the first start or if it does not matter.
    var priority: ThreadPriority? { get }
    /// Starts pulling from a renderer on the device's own thread.
    ///
    /// - Throws: `ALSAError` if the device cannot be started.
    func start(_ renderer: PeriodRenderer) throws(ALSAError)
    /// Stops immediately and waits for the last pull. Frames that the device still holds are never heard.
    func drop()
    /// Fades out and waits for silence. Faded frames count as unheard, so that they can fade in elsewhere.
    func fade()
}

/// The progress of an output.
public struct OutputProgress: Hashable, Sendable {
    /// The system's error number, once the device is gone.
    public let lost: Int32?
    /// The frames pulled since the start that have not been heard.
    public let framesUnheard: Int

    /// Describes an output's progress.
    public init(lost: Int32? = nil, framesUnheard: Int) { (self.lost, self.framesUnheard) = (lost, framesUnheard) }
}

/// A hardware volume control, or a test's.
public protocol LevelControl: AnyObject {
    /// Returns the setting of the control.
    ///
    /// - Throws: `ALSAError` once the card is gone.
    func setting() throws(ALSAError) -> HardwareVolume.ControlState
    /// Returns the level that `set` would choose, in decibels.
    ///
    /// - Parameter decibels: The requested level; minus infinity for silence.
    /// - Throws: `ALSAError` once the card is gone.
    func level(reachedBy decibels: Double) throws(ALSAError) -> Double
    /// Sets the lowest level that is not below the requested one.
    ///
    /// - Parameter decibels: The requested level; minus infinity for silence.
    /// - Returns: The remaining gain for the software, in decibels.
    /// - Throws: `ALSAError` once the card is gone.
    func set(decibels: Double) throws(ALSAError) -> Double
}

extension HardwareVolume: LevelControl {}

extension VolumeControlName {
    /// Opens the control of a card, or of a control device, with that name.
    ///
    /// - Throws: `ALSAError` if there is neither, or no such control.
    func open() throws(ALSAError) -> HardwareVolume {
        guard !card.contains(":") else { return try HardwareVolume(card: card, control: control) }
        do throws(ALSAError) {
            return try HardwareVolume(card: "hw:\(card)", control: control)
        } catch {
            guard error.kind == .noSuchDevice || error.kind == .noCard else { throw error }
            let unknown = error
            do throws(ALSAError) {
                return try HardwareVolume(card: card, control: control)
            } catch {
                if case .noVolume = error.kind { throw error }
                throw unknown
            }
        }
    }
}

extension ALSAOutput: OutputDevice {
    /// The output's progress.
    public var progress: OutputProgress {
        let status = status
        var lost: Int32?
        if case .lost(let errno) = status.phase { lost = errno }
        return OutputProgress(lost: lost, framesUnheard: status.framesUnheard)
    }

    /// Begins to pull from a renderer.
    public func start(_ renderer: PeriodRenderer) throws(ALSAError) { try start(renderer, limitInFrames: nil) }

    /// Stops at once.
    public func drop() { stop(.drop) }

    /// Stops without a click.
    public func fade() { stop(.fade) }
}

/// The machine's clock and devices, as a session uses them.
///
/// Called on the session's thread only.
public protocol DeviceAccess: AnyObject {
    /// Nanoseconds of a steady clock.
    var now: Int64 { get }
    /// The usual buffer size of an output in frames, until one has been opened.
    var usualBufferFrames: Int { get }
    /// Opens a PCM for playing.
    ///
    /// - Throws: `ALSAError` if it is unavailable now.
    func openOutput(_ pcm: String) throws(ALSAError) -> any OutputDevice
    /// Returns a silent output that keeps time.
    func silentOutput() -> any OutputDevice
    /// Opens a volume control, and notifies the session when another program changes it.
    ///
    /// - Throws: `ALSAError` if there is none.
    func openLevel(_ volume: VolumeControlName) throws(ALSAError) -> any LevelControl
}

extension DeviceAccess {
    /// Four periods of 256 frames, which `ALSAOutput` requests.
    public var usualBufferFrames: Int { 1_024 }
}
