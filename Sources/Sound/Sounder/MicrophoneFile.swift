import ALSADevice
import SessionPolicy
package import SoundFiles
import Synchronization
import SystemSupport

/// A sound file that replaces a microphone. It starts with the first recording and keeps running whether an app records
/// or not; silence follows its end. Any thread.
package final class MicrophoneFile: Sendable {
    private let sound: DecodedSound
    /// The time of its first frame; nil until an input is started.
    private let start = Mutex<Int64?>(nil)

    /// Decodes a file of any rate and number of channels into stereo at `Capture.rate`.
    ///
    /// - Throws: `SoundFileError` if it is missing, no sound, empty, or longer than an hour.
    package init(path: String) throws(SoundFileError) { sound = try DecodedSound(path: path, rate: Capture.rate) }

    /// The number of frames in the file at `Capture.rate`.
    package var frames: Int { sound.frames }

    /// Copies frames, and silence after the end of the file.
    ///
    /// - Parameters:
    ///   - samples: Space for twice as many interleaved samples.
    ///   - first: The first frame, counted from the beginning of the file.
    package func copy(into samples: UnsafeMutablePointer<Float>, from first: Int, count: Int) {
        let present = max(0, min(count, sound.frames - first))
        samples.update(from: sound.samples + 2 * min(first, sound.frames), count: 2 * present)
        (samples + 2 * present).update(repeating: 0, count: 2 * (count - present))
    }

    /// Returns an input that hears the file.
    ///
    /// - Parameter now: The time of the recordings in nanoseconds: real, or virtual.
    package func input(now: @escaping () -> Int64) -> any InputDevice { PacedInput(self, now: now) }

    /// Returns the time of the first frame: that of the first recording.
    fileprivate func begin(_ time: Int64) -> Int64 {
        start.withLock { start in
            let begun = start ?? time
            start = begun
            return begun
        }
    }
}

extension MicrophoneFile {
    private static let scheme = "microphone:"

    /// Returns the name of a file as a PCM to capture from, in scenes and on the wire.
    package static func inputName(path: String) -> String { scheme + path }

    /// Returns the path of a file by such a name; nil for the name of a PCM.
    static func path(ofInput name: String) -> String? {
        name.hasPrefix(scheme) ? String(name.dropFirst(scheme.count)) : nil
    }
}

/// The microphone files of a process, by their paths.
final class MicrophoneFiles: Sendable {
    private let files = Mutex<[String: MicrophoneFile]>([:])

    /// Returns the file at a path, decoded when it is first asked for.
    func file(_ path: String) throws(SoundFileError) -> MicrophoneFile {
        if let file = files.withLock({ $0[path] }) { return file }
        let file = try MicrophoneFile(path: path)
        return files.withLock { files in
            let first = files[path] ?? file
            files[path] = first
            return first
        }
    }
}

/// An input that hears a file, or silence, paced by a clock.
final class PacedInput: InputDevice {
    let lost: Int32? = nil
    let periodFrames = 0
    private let file: MicrophoneFile?
    private let now: () -> Int64
    private var clock: FrameClock?
    private var next: Int64 = 0

    init(_ file: MicrophoneFile? = nil, now: @escaping () -> Int64) { (self.file, self.now) = (file, now) }

    func start() throws(ALSAError) {
        let time = now()
        let clock = FrameClock(rate: Capture.rate, instant: Instant(nanoseconds: file?.begin(time) ?? time))
        (self.clock, next) = (clock, clock.frame(of: Instant(nanoseconds: time)))
    }

    func stop() {}

    func read(into samples: UnsafeMutablePointer<Float>, frames: Int) -> Int {
        guard let clock else { return 0 }
        let count = Int(min(Int64(frames), max(0, clock.frame(of: Instant(nanoseconds: now())) - next)))
        if let file {
            file.copy(into: samples, from: Int(next), count: count)
        } else {
            samples.update(repeating: 0, count: 2 * count)
        }
        next += Int64(count)
        return count
    }
}
