import ALSADevice
import Glibc
import SoundFiles
import SystemSupport

/// The clock and devices that sounds are played on and captured from.
package struct SoundMachine {
    /// Creates its clock and outputs, for the sounds' thread only.
    package let access: (_ hear: @escaping ProcessSound.Hear) throws -> sending any DeviceAccess
    /// Opens a PCM for capture.
    package let openInput: InputOpener
    /// The manual clock, if any: then the calling threads do all work.
    package let hand: ManualClock?
    /// Whether the thread that advances the manual clock also renders the sounds of apps.
    let rendersByHand: Bool

    package init(
        access: @escaping (_ hear: @escaping ProcessSound.Hear) throws -> sending any DeviceAccess,
        openInput: @escaping InputOpener = Self.openALSA, hand: ManualClock? = nil, rendersByHand: Bool = false
    ) {
        (self.access, self.openInput, self.hand, self.rendersByHand) = (access, openInput, hand, rendersByHand)
    }

    /// This machine's clock and the PCMs that scenes name.
    package static var devices: SoundMachine {
        SoundMachine(access: { SystemAccess(rate: Capture.rate, hear: $0) })
    }

    /// This machine, for a process without a host: captures silence if there is no sound card.
    package static var ownDevices: SoundMachine {
        SoundMachine(
            access: { SystemAccess(rate: Capture.rate, hear: $0) },
            openInput: { pcm throws(ALSAError) in
                do throws(ALSAError) { return try openALSA(pcm) } catch {
                    guard error.kind == .noCard else { throw error }
                    return PacedInput { SteadyClock.now }
                }
            })
    }

    /// No devices, and a manual clock.
    /// - Parameters:
    ///   - clock: The clock.
    ///   - rendersByHand: Whether the thread that advances the clock also renders the sounds of apps, so that what is heard
    ///     depends on no other thread. Otherwise each of these sounds has a thread of its own, as on a real device.
    package static func hand(_ clock: ManualClock, rendersByHand: Bool = false) -> SoundMachine {
        SoundMachine(
            access: { _ in ManualDeviceAccess(clock, rate: Capture.rate) },
            openInput: inputs(of: MicrophoneFiles()) { clock.now }, hand: clock, rendersByHand: rendersByHand)
    }

    private static let openALSA = inputs(of: MicrophoneFiles()) { SteadyClock.now }

    /// Returns what opens PCMs, and files in their place.
    private static func inputs(of files: MicrophoneFiles, now: @escaping @Sendable () -> Int64) -> InputOpener {
        { pcm throws(ALSAError) in
            guard let path = MicrophoneFile.path(ofInput: pcm) else {
                return try ALSAInput(pcm: pcm, rate: Capture.rate)
            }
            do throws(SoundFileError) { return try files.file(path).input(now: now) } catch {
                throw ALSAError(.open, pcm: path, code: EINVAL, kind: .unsuitable(reason: error.sentence))
            }
        }
    }
}
