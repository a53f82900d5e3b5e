import AVFoundation
import AppleDevice
import Foundation
import SessionDevice
import SoundFiles
import Synchronization

/// The phone under Apple's names in these tests: one for the whole process, in virtual time.
enum Phone {
    static let device: AudioDevice = {
        guard let device = try? AudioDevice(.virtual) else { preconditionFailure("no device could be made") }
        TestedDevice.device.withLock { $0 = device }
        return device
    }()

    static var controls: DeviceControls { device.controls }

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
        let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)-\(name)")
        let writer = try WAVWriter(path: url.path, rate: 48_000, channels: 2)
        let samples = [Float](repeating: 0.25, count: Int(seconds * 48_000) * 2)
        try samples.withUnsafeBufferPointer { try writer.write($0.baseAddress!, count: samples.count / 2) }
        try writer.finish()
        return url
    }
}

/// The notifications of a name, from now on.
final class Ear: Sendable {
    struct Heard: @unchecked Sendable {
        let notification: Notification
        let isMain: Bool
        var info: [AnyHashable: Any] { notification.userInfo ?? [:] }
    }

    private let stream: AsyncStream<Heard>

    /// Tells the main queue, which the test runner serves by any thread.
    private static let mark: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    init(_ name: Notification.Name) {
        let mark = Self.mark
        let (stream, continuation) = AsyncStream.makeStream(of: Heard.self)
        self.stream = stream
        _ = NotificationCenter.default.addObserver(forName: name, object: AVAudioSession.sharedInstance(), queue: nil) {
            continuation.yield(Heard(notification: $0, isMain: DispatchQueue.getSpecific(key: mark) ?? false))
        }
    }

    /// Waits for the next one.
    func next() async -> Heard? {
        for await heard in stream { return heard }
        return nil
    }
}
