import Glibc
import SessionPolicy
import SessionWorld
import Testing

@testable import SessionPhone
@testable import Sounder

/// The input that is captured, and for how long.
struct RecordingTests {
    /// Used by the thread of one test.
    private final class Sink: RecordingSink, @unchecked Sendable {
        var samples: [Float] = []
        var isFinished = false
        var isFull = false

        func write(_ samples: UnsafePointer<Float>, count: Int) throws {
            if isFull { throw StepError(SourcePosition(line: 1, column: 1), "no space left") }
            self.samples += UnsafeBufferPointer(start: samples, count: 2 * count)
        }
        func finish() { isFinished = true }
    }

    private func bench() throws -> (Bench, Sink) {
        let sink = Sink()
        let bench = try Bench("  builtInSpeaker: {pcm: speaker}\n  builtInMic: {pcm: mic}\n", sink: sink)
        try bench.step(#"{"do": "setCategory", "app": "memo", "category": "record"}"#)
        return (bench, sink)
    }

    @Test("A recording takes what the microphone hears")
    func recording() throws {
        let (bench, sink) = try bench()
        try bench.step(#"{"do": "record", "app": "memo", "phase": "start"}"#)
        let input = try #require(bench.machine.inputs.first)
        let samples = (0..<9_600).map { Float($0) * 0x1p-20 - 0.25 }
        input.waiting = samples
        bench.pass(40)
        #expect(sink.samples == samples)
        input.waiting = [0.5, -0.5]
        try bench.step(#"{"do": "record", "app": "memo", "phase": "stop"}"#)
        #expect(sink.samples == samples + [0.5, -0.5], "the rest is taken, too")
        #expect(bench.log.contains("40 says: Recorded 0.1 s from mic, peak -6.0 dB."))
        #expect(bench.phone.nextWakeUpByHand == nil)
        bench.phone.close()
        #expect(sink.isFinished)
    }

    @Test("A call ends the recording")
    func aCallEndsTheRecording() throws {
        let (bench, _) = try bench()
        try bench.step(#"{"do": "record", "app": "memo", "phase": "start"}"#)
        bench.pass(100)
        try bench.step(#"{"do": "call", "phase": "incoming"}"#)
        #expect(bench.log.contains("100 ends recording"))
    }

    @Test("An accessory with two PCMs is recorded from its input")
    func accessoryInput() throws {
        let bench = try Bench("  builtInMic: {pcm: mic}\n  usbAudio: {pcm: out, input: in}\n")
        try bench.step(#"{"do": "plug", "port": "usbAudio"}"#)
        try bench.step(#"{"do": "setCategory", "app": "memo", "category": "record"}"#)
        try bench.step(#"{"do": "record", "app": "memo", "phase": "start"}"#)
        #expect(bench.log.contains("0 records from in"))
    }

    @Test("What cannot be kept is said and remembered")
    func unkeptRecording() throws {
        let (bench, sink) = try bench()
        try bench.step(#"{"do": "record", "app": "memo", "phase": "start"}"#)
        let input = try #require(bench.machine.inputs.first)
        input.waiting = [0.5, 0.5]
        bench.pass(40)
        #expect(!bench.recording.hasLost)
        sink.isFull = true
        input.waiting = [0.25, 0.25]
        bench.pass(40)
        #expect(bench.recording.hasLost)
        input.waiting = [0.125, 0.125]
        bench.pass(40)
        bench.phone.close()
        #expect(sink.samples == [0.5, 0.5] && !sink.isFinished, "nothing more is asked of it")
        #expect(bench.log.filter { $0.contains("cannot be kept") && $0.contains("no space left") }.count == 1)
    }

    @Test("A lost microphone ends a recording with a sentence")
    func lostMicrophone() throws {
        let (bench, _) = try bench()
        try bench.step(#"{"do": "record", "app": "memo", "phase": "start"}"#)
        bench.machine.inputs.first?.lost = ENODEV
        bench.pass(100)
        #expect(bench.log.contains { $0.contains("'mic' went away while it captured: No such device") })
        #expect(bench.machine.inputs.count == 1)
    }
}
