import AVFoundation
import AppleDevice
import Foundation
import Scratch
import SessionDevice
import SoundFiles
import Synchronization

/// The phone under Apple's names in these tests: one for the whole process, in virtual time.
enum ProcessPhone {
    static let device: PrivateDevice = {
        guard let device = try? PrivateDevice(.virtual) else { preconditionFailure("no device could be made") }
        TestedDevice.device.withLock { $0 = device }
        return device
    }()

    static var controls: DeviceControls { device.controls }

    /// The session, on this phone: a test that names it in another way first has a device of the process's own.
    static var session: AVAudioSession {
        _ = device
        return AVAudioSession.sharedInstance()
    }

    /// Begins each test from the same state: inactive, the category that an app has that says nothing.
    static func reset() throws {
        _ = device
        let session = AVAudioSession.sharedInstance()
        _ = try? controls.call(.ended)
        _ = try? controls.disconnect(.headphones)
        try? session.setActive(false)
        try session.setCategory(.soloAmbient, mode: .default)
    }

    /// A sound file of so many seconds.
    static func sound(_ seconds: Double, _ name: String = "song.wav") throws -> URL {
        let url = URL(filePath: Scratch.shared.fresh(name))
        let writer = try WAVWriter(path: url.path, rate: 48_000, channels: 2)
        let samples = [Float](repeating: 0.25, count: Int(seconds * 48_000) * 2)
        try samples.withUnsafeBufferPointer { try writer.write($0.baseAddress!, count: samples.count / 2) }
        try writer.finish()
        return url
    }
}

/// Returns whether code runs on the main queue, which the test runner serves by any thread.
struct MainQueue: Sendable {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    init() { _ = Self.key }

    func callAsFunction() -> Bool { DispatchQueue.getSpecific(key: Self.key) ?? false }
}

/// The notifications of a name, from now on.
final class Ear: Sendable {
    struct Heard: @unchecked Sendable {
        let notification: Notification
        let isMain: Bool
        var info: [AnyHashable: Any] { notification.userInfo ?? [:] }
    }

    private let stream: AsyncStream<Heard>

    init(_ name: Notification.Name) {
        let isMain = MainQueue()
        let (stream, continuation) = AsyncStream.makeStream(of: Heard.self)
        self.stream = stream
        _ = NotificationCenter.default.addObserver(forName: name, object: AVAudioSession.sharedInstance(), queue: nil) {
            continuation.yield(Heard(notification: $0, isMain: isMain()))
        }
    }

    /// Waits for the next one.
    func next() async -> Heard? {
        for await heard in stream { return heard }
        return nil
    }
}

extension ProcessPhone {
    /// Another app on the same phone.
    static func other(_ name: String) -> AudioApp { device.open(name) }

    /// A file of one tone, of 16 bits.
    static func tone(_ hertz: Double, _ seconds: Double, rate: Int = 44_100, level: Float = 0.5) throws -> URL {
        let url = URL(filePath: Scratch.shared.fresh("tone.wav"))
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: rate, AVNumberOfChannelsKey: 2,
            AVLinearPCMBitDepthKey: 16,
        ]
        let file = try AVAudioFile(forWriting: url, settings: settings)
        try file.write(from: buffer(hertz, Int(seconds * Double(rate)), file.processingFormat, level: level))
        file.close()
        return url
    }

    /// Frames of one tone.
    static func buffer(_ hertz: Double, _ frames: Int, _ format: AVAudioFormat, level: Float = 0.5) -> AVAudioPCMBuffer
    {
        guard let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(frames)),
            let data = buffer.floatChannelData
        else { preconditionFailure("no buffer of \(format)") }
        buffer.frameLength = AVAudioFrameCount(frames)
        for frame in 0..<frames {
            let value = Float(sin(2 * .pi * hertz * Double(frame) / format.sampleRate)) * level
            for channel in 0..<Int(format.channelCount) { data[channel][frame] = value }
        }
        return buffer
    }

    /// Returns the distance of frames from those of a tone, at most.
    static func worst(_ frames: ArraySlice<Float>, from hertz: Double, rate: Double, level: Double = 0.5) -> Double {
        var worst = 0.0
        for (frame, value) in zip(frames.indices, frames) {
            let tone = sin(2 * .pi * hertz * Double(frame) / rate) * level
            worst = max(worst, abs(Double(value) - tone))
        }
        return worst
    }

    /// The code that something throws, or nil if it throws nothing.
    static func code(_ work: () throws -> Void) -> Int? {
        do { try work() } catch { return (error as NSError).code }
        return nil
    }
}

/// The calls of delegates and blocks, in order.
final class Told: NSObject, AVAudioPlayerDelegate, AVAudioRecorderDelegate, Sendable {
    private let stream: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    override init() { (stream, continuation) = AsyncStream.makeStream(of: String.self) }

    func say(_ text: String) { continuation.yield(text) }

    /// Waits for the next thing.
    func next() async -> String? {
        for await text in stream { return text }
        return nil
    }

    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
        say("finished \(flag), playing \(player.isPlaying), at \(player.currentTime)")
    }
    func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) { say("decode error") }
    func audioPlayerBeginInterruption(_ player: AVAudioPlayer) { say("begin, playing \(player.isPlaying)") }
    func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int) { say("end \(flags)") }
    func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool) {
        say("recorded \(flag), recording \(recorder.isRecording)")
    }
    func audioRecorderBeginInterruption(_ recorder: AVAudioRecorder) { say("begin, recording \(recorder.isRecording)") }
    func audioRecorderEndInterruption(_ recorder: AVAudioRecorder, withOptions flags: Int) { say("end \(flags)") }
}
