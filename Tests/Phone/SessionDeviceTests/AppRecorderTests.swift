import Glibc
import Scratch
import SessionDevice
import Synchronization
import Testing

/// The recordings of a real device, sample by sample, from a microphone that ALSA's `file` plug-in reads from a file,
/// which the configuration of this machine's ports names. Each test runs in a process of its own, with a libasound of
/// its own.
@Suite(.timeLimit(.minutes(5))) struct AppRecorderTests {
    /// A folder with a microphone whose frame n is (n + 1) / 2²², left, and its negative, right.
    private enum Machine {
        static let frames = 20 * 48_000

        static func enter() throws {
            try #require(chdir(Scratch.shared.path) == 0)
            try write(
                Array(
                    """
                    pcm.null { type null }
                    ctl.null { type null }
                    pcm.tape { type file slave.pcm null file '/dev/null' infile 'heard.raw' format raw }
                    """.utf8), to: "card.conf")
            try write(
                Array("ports: {builtInSpeaker: {pcm: 'null'}, builtInMic: {pcm: tape}}\n".utf8),
                to: "audiosession.yaml")
            try write(expected(2 * frames).withUnsafeBytes { Array($0) }, to: "heard.raw")
            setenv("ALSA_CONFIG_PATH", "card.conf", 1)
        }

        private static func write(_ bytes: [UInt8], to name: String) throws {
            let descriptor = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            defer { close(descriptor) }
            var done = 0
            while done < bytes.count {
                let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress! + done, $0.count - done) }
                try #require(count > 0)
                done += count
            }
        }

        /// An app that may record, and its device.
        static func memo() throws -> (PrivateDevice, AudioApp) {
            let device = try PrivateDevice(.real)
            let app = device.open("memo")
            try app.setCategory(.record)
            return (device, app)
        }

        /// The samples of a WAV file of floats.
        static func samples(of name: String) throws -> [Float] {
            let descriptor = open(name, O_RDONLY)
            defer { close(descriptor) }
            let size = Int(lseek(descriptor, 0, SEEK_END))
            var bytes = [UInt8](repeating: 0, count: size)
            try #require(pread(descriptor, &bytes, size, 0) == size)
            let data = try #require((0..<size - 4).first { Array(bytes[$0..<$0 + 4]) == Array("data".utf8) })
            return bytes.dropFirst(data + 8).withUnsafeBytes { raw in
                (0..<raw.count / 4).map { raw.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
            }
        }

        static func expected(_ count: Int) -> [Float] {
            (0..<count).map { place -> Float in
                let level = Float(place / 2 + 1) * 0x1p-22
                return place % 2 == 0 ? level : -level
            }
        }
    }

    @Test("A recording has what the microphone heard, from its first frame, in its file and by its closure")
    func recorded() async throws {
        await #expect(processExitsWith: .success) {
            try Machine.enter()
            let (_, app) = try Machine.memo()
            let (stream, pieces) = AsyncStream.makeStream(of: [Float].self)
            let recorder = try app.recorder(file: "kept.wav") { pieces.yield($0) }
            try recorder.record()
            var heard: [Float] = []
            for await piece in stream {
                heard += piece
                if heard.count >= 2 * 9_600 { break }
            }
            try recorder.stop()
            let kept = try Machine.samples(of: "kept.wav")
            #expect(kept.count >= heard.count && heard.count >= 2 * 9_600)
            #expect(heard == Machine.expected(heard.count))
            #expect(kept == Machine.expected(kept.count))
            #expect(recorder.duration == Double(kept.count / 2) / 48_000)
        }
    }

    /// The number of samples that a recorder has delivered.
    private final class Delivered: Sendable {
        private let samples = Atomic<Int>(0)
        var count: Int { samples.load(ordering: .acquiring) }

        func add(_ count: Int) { samples.add(count, ordering: .releasing) }

        /// Yields until more samples have come, for at most a time.
        func grows(beyond count: Int, within limit: Duration) -> Bool {
            let end = ContinuousClock.now + limit
            while self.count <= count {
                guard ContinuousClock.now < end else { return false }
                sched_yield()
            }
            return true
        }
    }

    @Test("While a call holds the microphone nothing is recorded; afterwards the app may record again")
    func heldByCall() async throws {
        await #expect(processExitsWith: .success) {
            try Machine.enter()
            let (device, app) = try Machine.memo()
            let delivered = Delivered()
            let recorder = try app.recorder { delivered.add($0.count) }
            try recorder.record()
            #expect(delivered.grows(beyond: 2 * 4_800, within: .seconds(60)))
            try device.controls.call(.incoming)
            #expect(try app.facts().phase == .interrupted)
            #expect(throws: DeviceError.self) { try recorder.record() }
            // The card's last period may still come; then nothing does for the time of 9,600 frames.
            _ = delivered.grows(beyond: .max, within: .milliseconds(100))
            let held = delivered.count
            #expect(!delivered.grows(beyond: held, within: .milliseconds(200)))
            try device.controls.call(.declined)
            try recorder.record()
            #expect(delivered.grows(beyond: held + 2 * 4_800, within: .seconds(60)))
        }
    }

    @Test("An app that may not hear the microphone records silence")
    func denied() async throws {
        await #expect(processExitsWith: .success) {
            try Machine.enter()
            let (device, app) = try Machine.memo()
            try device.controls.setRecordPermission(of: "memo", to: .denied)
            let (stream, pieces) = AsyncStream.makeStream(of: [Float].self)
            let recorder = try app.recorder { pieces.yield($0) }
            try recorder.record()
            var silence = 0
            for await piece in stream {
                #expect(piece.allSatisfy { $0 == 0 })
                silence += piece.count
                if silence >= 2 * 4_800 { break }
            }
        }
    }

    @Test("A file of bindings with a mistake is an error that names the line")
    func mistaken() async throws {
        await #expect(processExitsWith: .success) {
            try Machine.enter()
            let descriptor = open("audiosession.yaml", O_WRONLY | O_TRUNC)
            _ = "ports: {speaker: {pcm: tape}}\n".withCString { Glibc.write(descriptor, $0, strlen($0)) }
            close(descriptor)
            #expect {
                try PrivateDevice(.real)
            } throws: { "\($0)".contains("audiosession.yaml:1:9") && "\($0)".contains("builtInSpeaker") }
        }
    }
}
