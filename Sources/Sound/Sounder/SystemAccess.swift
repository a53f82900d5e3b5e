public import ALSADevice
public import SessionPolicy
import SystemSupport

/// The machine's clock and devices.
public final class SystemAccess: DeviceAccess {
    private let rate: Int
    private let hear: @Sendable (VolumeControlName, HardwareVolume.Change) -> Void

    /// Creates an access without opening anything.
    ///
    /// - Parameters:
    ///   - rate: The mixer's rate in frames per second.
    ///   - hear: Called on any thread when another program changes an opened control.
    public init(rate: Int, hear: @escaping @Sendable (VolumeControlName, HardwareVolume.Change) -> Void) {
        (self.rate, self.hear) = (rate, hear)
    }

    public var now: Int64 { SteadyClock.now }

    public func openOutput(_ pcm: String) throws(ALSAError) -> any OutputDevice { try ALSAOutput(pcm: pcm, rate: rate) }

    public func silentOutput() -> any OutputDevice { SilentPace(rate: rate) }

    public func openLevel(_ volume: VolumeControlName) throws(ALSAError) -> any LevelControl {
        let control = try volume.open()
        try control.watch { [hear] change in hear(volume, change) }
        return control
    }
}
