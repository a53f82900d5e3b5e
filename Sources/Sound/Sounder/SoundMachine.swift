import ALSADevice
import SystemSupport

/// The machine that sounds are heard on and captured from: its clock and its devices.
package struct SoundMachine {
    /// Makes its clock and outputs, to be used by the sounds' thread only.
    package let access: (_ hear: @escaping ProcessSound.Hear) throws -> sending any DeviceAccess
    /// Opens a PCM for capture.
    package let openInput: InputOpener
    /// The machine's clock where it is moved by hand: then the threads that call do all the work.
    package let hand: ManualClock?

    /// Describes a machine.
    package init(
        access: @escaping (_ hear: @escaping ProcessSound.Hear) throws -> sending any DeviceAccess,
        openInput: @escaping InputOpener = Self.openALSA, hand: ManualClock? = nil
    ) {
        (self.access, self.openInput, self.hand) = (access, openInput, hand)
    }

    /// The machine that this process runs on: its clock, and the PCMs that scenes name. Where they name none, its clock alone.
    package static var devices: SoundMachine {
        SoundMachine(access: { SystemAccess(rate: Capture.rate, hear: $0) })
    }

    /// The machine of a process on its own, which captures silence by the clock if there is no sound card.
    package static var ownDevices: SoundMachine {
        SoundMachine(
            access: { SystemAccess(rate: Capture.rate, hear: $0) },
            openInput: { pcm throws(ALSAError) in
                do throws(ALSAError) { return try openALSA(pcm) } catch {
                    guard error.kind == .noCard else { throw error }
                    return SilentInput(rate: Capture.rate) { SteadyClock.now }
                }
            })
    }

    /// No device, and time that is given by hand.
    package static func hand(_ clock: ManualClock) -> SoundMachine {
        SoundMachine(access: { _ in ManualDeviceAccess(clock, rate: Capture.rate) }, hand: clock)
    }

    private static let openALSA: InputOpener = { pcm throws(ALSAError) in try ALSAInput(pcm: pcm, rate: Capture.rate) }
}
