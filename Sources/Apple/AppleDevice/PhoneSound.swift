import AppleSession
import Dispatch
import Foundation
import SessionDevice
import SessionPolicy
import SoundFiles

/// A system sound, played outside the session: a file of the program or one of the phone's own sounds.
final class PhoneSound: BackendSystemSound {
    private let sound: SessionDevice.SystemSound
    private let backend: Backend

    /// Creates one of the phone's own sounds by its number, or nil if there is none. A synthesized tone replaces each of
    /// Apple's sounds.
    init?(ofPhone number: UInt32, on backend: Backend) {
        guard (1_000...2_000).contains(number),
            let sound = try? backend.app.systemSound(
                samples: Self.tone(for: number), rate: Self.rate, named: "system\(number)")
        else { return nil }
        (self.sound, self.backend) = (sound, backend)
    }

    private static let rate = 48_000

    /// Returns half a second of a bell in one of 24 pitches.
    private static func tone(for number: UInt32) -> [Float] {
        let pitch = 523.25 * pow(2, Double(number * 7 % 24) / 12)
        return (0..<rate / 2).map { frame in
            let time = Double(frame) / Double(rate)
            let edge = min(1, time / 0.003, (0.5 - time) / 0.02)
            return Float(0.25 * edge * exp(-8 * time) * sin(2 * .pi * pitch * time))
        }
    }

    /// The types of files that may be system sounds, as linear PCM or IMA4.
    private static let kinds = ["WAVE", "AIFF", "AIFC", "caff"].map(UInt32.init(letters:))

    init(path: String, on backend: Backend) throws {
        func failure(_ code: Int32, _ sentence: String) -> DeviceFailure {
            DeviceFailure(code: code, sentence: sentence)
        }
        let info = try? probe(path)
        let codec: String? = if case .coded(let letters)? = info?.encoding { letters } else { nil }
        guard let info, Self.kinds.contains(FileKind.code(ofFile: path)), [nil, "ima4"].contains(codec) else {
            throw failure(
                DeviceFailure.systemSoundUnspecified, "A system sound is linear PCM or IMA4 in WAVE, AIFF or CAF.")
        }
        do { sound = try backend.app.systemSound(file: path) } catch {
            let isTooLong = (info.seconds ?? 0) > SessionDevice.SystemSound.longest
            throw failure(
                isTooLong ? DeviceFailure.systemSoundTooLong : DeviceFailure.systemSoundUnspecified, error.sentence)
        }
        self.backend = backend
    }

    func play(asAlert: Bool, isInterface: Bool, then end: @escaping @Sendable () -> Void) {
        do {
            _ = try asAlert ? sound.playAsAlert() : sound.play(isInterface: isInterface)
            backend.after(sound.duration, end)
        } catch {
            // A refused sound ends immediately.
            ProcessApp.shared.enqueue(on: .global(), end)
        }
    }
}
