public import ALSADevice
public import Mixer
public import SessionPolicy

/// Something that pulls periods and lets them be heard: a PCM, or in tests a device whose time passes as they say.
///
/// Used by one thread at a time.
public protocol OutputDevice: AnyObject {
    /// Frames pulled at a time.
    var periodFrames: Int { get }
    /// Frames that it holds where it is full: how long what is pulled is on its way to the ear.
    var bufferFrames: Int { get }
    /// The place where the output stands; exact once it has been dropped or is lost.
    var progress: OutputProgress { get }
    /// The scheduling of its thread; nil before the first start, and where nothing can drop out.
    var priority: ThreadPriority? { get }
    /// Begins to pull from a renderer, on a thread of the device's own.
    ///
    /// - Throws: `ALSAError` if the device cannot be started.
    func start(_ renderer: PeriodRenderer) throws(ALSAError)
    /// Stops at once, and waits until nothing more is pulled; what the device still holds is never heard.
    func drop()
    /// Stops without a click, and waits until all is silent: what fades out counts as unheard, so that it can be faded in
    /// elsewhere.
    func fade()
}

/// The progress of an output: its losses, and the frames that have not been heard.
public struct OutputProgress: Hashable, Sendable {
    /// The system's error number, once the device is gone.
    public let lost: Int32?
    /// The frames pulled since the start that have not been heard.
    public let framesUnheard: Int
    /// Times since the start that the system suspended the device.
    public let suspensions: Int

    /// Describes where an output stands.
    public init(lost: Int32? = nil, framesUnheard: Int, suspensions: Int = 0) {
        (self.lost, self.framesUnheard, self.suspensions) = (lost, framesUnheard, suspensions)
    }
}

/// A volume control of the hardware; in tests, one that only remembers.
public protocol LevelControl: AnyObject {
    /// Returns the setting of the control.
    ///
    /// - Throws: `ALSAError` once the card is gone.
    func setting() throws(ALSAError) -> HardwareVolume.ControlState
    /// Returns the level to which `set` would bring the control, in decibels.
    ///
    /// - Parameter decibels: The wish; minus infinity for silence.
    /// - Throws: `ALSAError` once the card is gone.
    func level(reachedBy decibels: Double) throws(ALSAError) -> Double
    /// Sets it as near as possible at or above what is wished.
    ///
    /// - Parameter decibels: The wish; minus infinity for silence.
    /// - Returns: What is left for the software, in decibels.
    /// - Throws: `ALSAError` once the card is gone.
    func set(decibels: Double) throws(ALSAError) -> Double
}

extension HardwareVolume: LevelControl {}

extension VolumeControlName {
    /// Opens the control of the card of that name, or else of the control device of that name.
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
    /// The place where the output stands.
    public var progress: OutputProgress {
        let status = status
        var lost: Int32?
        if case .lost(let errno) = status.phase { lost = errno }
        return OutputProgress(lost: lost, framesUnheard: status.framesUnheard, suspensions: status.suspensions)
    }

    /// Begins to pull from a renderer.
    public func start(_ renderer: PeriodRenderer) throws(ALSAError) { try start(renderer, limitInFrames: nil) }

    /// Stops at once.
    public func drop() { stop(.drop) }

    /// Stops without a click.
    public func fade() { stop(.fade) }
}

/// The machine as a session sees it: its clock and its devices.
///
/// Called on the session's thread only.
public protocol DeviceAccess: AnyObject {
    /// Nanoseconds of a steady clock.
    var now: Int64 { get }
    /// Frames that an output of the machine's mostly holds; counts until one has been opened.
    var usualBufferFrames: Int { get }
    /// Opens a PCM for playing.
    ///
    /// - Throws: `ALSAError` if it cannot be had now.
    func openOutput(_ pcm: String) throws(ALSAError) -> any OutputDevice
    /// A device that keeps time and is not heard.
    func silentOutput() -> any OutputDevice
    /// Opens a volume control, and tells the session each time that another program turns it.
    ///
    /// - Throws: `ALSAError` if there is none.
    func openLevel(_ volume: VolumeControlName) throws(ALSAError) -> any LevelControl
}

extension DeviceAccess {
    /// Four periods of 256 frames, which is what `ALSAOutput` asks for.
    public var usualBufferFrames: Int { 1_024 }
}
