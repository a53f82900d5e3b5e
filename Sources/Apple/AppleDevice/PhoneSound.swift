import AppleSession
import Dispatch
import Foundation
import SessionDevice
import SessionPolicy

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

    init(path: String, on backend: Backend) throws(PhoneSoundFailure) {
        guard SoundHeader.isSystemSound(path) else { throw .unreadable }
        do throws(DeviceError) {
            (sound, self.backend) = (try backend.app.systemSound(file: path), backend)
        } catch {
            let length = try? backend.app.sound(file: path).duration
            throw (length ?? 0) > SessionDevice.SystemSound.longest ? .tooLong : .unreadable
        }
    }

    func play(asAlert: Bool, isInterface: Bool, then end: @escaping @Sendable () -> Void) {
        do throws(DeviceError) {
            _ = try asAlert ? sound.playAsAlert() : sound.play(isInterface: isInterface)
            backend.after(sound.duration, end)
        } catch {
            // A refused sound ends immediately.
            ProcessApp.shared.enqueue(on: .global(), end)
        }
    }
}

enum SoundHeader {
    /// Whether the file is linear PCM or IMA4 in CAF, AIFF or WAVE.
    static func isSystemSound(_ path: String) -> Bool {
        guard let file = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? file.close() }
        guard let head = try? file.read(upToCount: 4096), head.count >= 36 else { return false }
        let bytes = [UInt8](head)
        switch text(bytes, 0) {
        case "RIFF" where text(bytes, 8) == "WAVE":
            guard let chunk = find("fmt ", in: bytes, from: 12, isBigEndian: false), chunk + 10 <= bytes.count else {
                return false
            }
            let code = Int(bytes[chunk + 8]) | Int(bytes[chunk + 9]) << 8
            return [1, 3, 0x11, 0xFFFE].contains(code)
        case "FORM" where text(bytes, 8) == "AIFF": return true
        case "FORM" where text(bytes, 8) == "AIFC":
            guard let chunk = find("COMM", in: bytes, from: 12, isBigEndian: true) else { return false }
            return ["NONE", "sowt", "fl32", "FL32", "fl64", "ima4", "in24", "in32"].contains(text(bytes, chunk + 26))
        case "caff": return ["lpcm", "ima4"].contains(text(bytes, 28))
        default: return false
        }
    }

    private static func text(_ bytes: [UInt8], _ place: Int) -> String {
        place + 4 <= bytes.count ? String(decoding: bytes[place..<place + 4], as: UTF8.self) : ""
    }

    private static func find(_ name: String, in bytes: [UInt8], from start: Int, isBigEndian: Bool) -> Int? {
        var place = start
        while place + 8 <= bytes.count {
            if text(bytes, place) == name { return place }
            let size = bytes[place + 4..<place + 8]
            let length = (isBigEndian ? Array(size) : size.reversed()).reduce(0) { $0 << 8 | Int($1) }
            place += 8 + length + length % 2
        }
        return nil
    }
}
