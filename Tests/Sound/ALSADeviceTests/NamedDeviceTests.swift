import ALSADevice
import CALSA
import Glibc
import Scratch
import Testing

/// Devices that every libasound offers: no card is needed.
@Suite(.timeLimit(.minutes(5))) struct NamedDeviceTests {
    private let scratch = Scratch()
    private let hasCard = access("/proc/asound/card0", F_OK) == 0

    @Test("The file device gets every byte")
    func theFileDeviceGetsEveryByte() throws {
        let path = scratch.file("heard.raw")
        let output = try ALSAOutput(pcm: "file:FILE='\(path)',FORMAT=raw")
        let source = CountingSource()
        try output.start(source.renderer, limitInFrames: 3000)
        #expect(output.wait(milliseconds: 30_000))
        #expect(output.status.phase == .finished)
        #expect(output.status.framesPlayed == 3000)
        #expect(try Self.samples(of: path) == CountingSource.expected(frames: 3000))
    }

    private static func samples(of path: String) throws -> [Float] {
        var samples = [Float](repeating: 0, count: 1_000_000)
        let file = try #require(fopen(path, "rb"))
        defer { fclose(file) }
        let count = fread(&samples, 4, samples.count, file)
        return Array(samples.prefix(count))
    }

    /// A device without a clock never runs, but what it writes is looked at.
    @Test("The file device gets the fade")
    func theFileDeviceGetsTheFade() throws {
        let path = scratch.file("heard.raw")
        let output = try ALSAOutput(pcm: "file:FILE='\(path)',FORMAT=raw")
        try output.start(FadeTests.constant)
        #expect(soon { output.status.framesRendered > 2 * output.bufferFrames })
        output.stop(.fade)
        let samples = try Self.samples(of: path)
        #expect(samples.count == 2 * output.status.framesRendered)
        FadeTests.expectFade(
            (0..<samples.count / 2).map { samples[2 * $0] }, after: output.status.framesRendered - FadeTests.fade)
        #expect(output.status.framesUnheard == FadeTests.fade)
    }

    @Test("The null device ends at the limit")
    func theNullDeviceEndsAtTheLimit() throws {
        let output = try ALSAOutput(pcm: "null", periodFrames: 480)
        let source = CountingSource()
        try output.start(source.renderer, limitInFrames: 4801)
        #expect(output.wait(milliseconds: 30_000))
        #expect(output.status.framesRendered == 4801)
        #expect(output.status.xruns == 0)
    }

    /// Definitions whose names tell whether a file stands behind them; `round` leads in a circle.
    private static let definitions = """
        pcm_slave.toFile { pcm file }
        pcm_slave.toNull { pcm null }
        pcm {
            null { type null }
            file { type file file /tmp/unwanted slave.pcm null }
            plug { type plug slave.pcm file }
            inline { type plug slave.pcm { type rate slave { pcm file rate 44100 } } }
            named { type plug slave toFile }
            asym { type asym playback.pcm file capture.pcm null }
            asymNamed { type asym playback toFile capture toNull }
            asymCapture { type asym playback.pcm null capture.pcm { type plug slave.pcm file } }
            multi { type multi slaves { a { pcm null channels 2 } b { pcm file channels 2 } } }
            behind { type plug slave.pcm multi }
            round { type plug slave.pcm round }
            noPlug { type plug slave.pcm null }
            noNamed { type plug slave toNull }
            noAsym { type asym playback.pcm null capture toNull }
            noMulti { type multi slaves { a { pcm null channels 2 } b { pcm noPlug channels 2 } } }
            noSlave { type plug slave nobody }
        }
        """

    @Test(
        "A file is found behind any device",
        arguments: [
            ("file", true), ("plug", true), ("inline", true), ("named", true), ("asym", true), ("asymNamed", true),
            ("asymCapture", true), ("multi", true), ("behind", true), ("null", false), ("noPlug", false),
            ("noNamed", false), ("noAsym", false), ("noMulti", false), ("noSlave", false), ("round", false),
            ("unconfigured", false),
        ])
    func aFileIsFoundBehindAnyDevice(name: String, writes: Bool) throws {
        var top: OpaquePointer?
        try #require(snd_config_top(&top) >= 0)
        let configuration = try #require(top)
        defer { snd_config_delete(configuration) }
        var text: OpaquePointer?
        try #require(snd_input_buffer_open(&text, Self.definitions, Self.definitions.utf8.count) >= 0)
        defer { snd_input_close(text) }
        try #require(snd_config_load(configuration, text) >= 0)
        #expect(ALSAOutput.writesFile(name, in: configuration) == writes)
    }

    @Test("A name that no configuration has is refused")
    func aNameNobodyConfigured() {
        let error = #expect(throws: ALSAError.self) { try ALSAOutput(pcm: "nobody's device") }
        #expect(error?.kind == .noSuchDevice)
        #expect(error?.operation == .open)
        #expect(
            error?.description
                == "There is no ALSA device 'nobody's device'. Choose one of the devices that aplay -L lists.")
    }

    @Test("A card that is not there is told by its name", arguments: ["hw:31", "plughw:31,0", "plug:hw:31"])
    func aCardThatIsNotThere(name: String) {
        let error = #expect(throws: ALSAError.self) { try ALSAOutput(pcm: name) }
        #expect(error?.kind == (hasCard ? .noSuchDevice : .noCard))
        #expect(error?.sentence.contains(name) == true)
    }

    @Test(
        "Every kind names its remedy",
        arguments: [
            (EBUSY, ALSAError.Kind.busy, "End that program"), (EACCES, .notPermitted, "group 'audio'"),
            (ECONNREFUSED, .noServer, "Start PulseAudio or PipeWire"), (EIO, .system, "another device"),
        ])
    func everyKindNamesItsRemedy(number: Int32, kind: ALSAError.Kind, remedy: String) {
        let error = ALSAError(.open, pcm: "hw:0", code: -number)
        #expect(error.kind == kind)
        #expect(error.errno == number)
        #expect(error.sentence.contains("'hw:0'"))
        #expect(error.remedy.contains(remedy))
    }
}

@Suite struct PacerTests {
    private let second: Int64 = 1_000_000_000

    /// Returns how long a device may be kept waiting that takes `frames` per millisecond for `milliseconds`.
    private func longestWait(framesPerMillisecond frames: Double, milliseconds: Int64) -> Int64 {
        var pacer = Pacer(rate: 48_000, bufferFrames: 1024, now: 5 * second)
        return (1...milliseconds).reduce(0) { longest, millisecond in
            let written = 1024 + Int(Double(millisecond) * frames)
            return max(longest, pacer.wait(written: written, now: 5 * second + millisecond * 1_000_000))
        }
    }

    @Test("A paced device never waits")
    func aPacedDeviceNeverWaits() {
        #expect(longestWait(framesPerMillisecond: 48, milliseconds: 60_000) == 0)
    }

    /// Clocks of cards are off by up to some hundred millionths.
    @Test("A drifting device never waits", arguments: [-500.0, 500])
    func aDriftingDeviceNeverWaits(millionths: Double) {
        #expect(longestWait(framesPerMillisecond: 48 * (1 + millionths * 1e-6), milliseconds: 600_000) == 0)
    }

    @Test("A free running device is held to the clock")
    func freeRunning() {
        var pacer = Pacer(rate: 48_000, bufferFrames: 1024, now: 0)
        var now: Int64 = 0
        for written in stride(from: 256, through: 480_000, by: 256) { now += pacer.wait(written: written, now: now) }
        // All but the buffer, the same again and a tenth of a second has been waited for.
        let ahead = 480_000 - Int(now / 1000 * 48 / 1000)
        #expect((4800...8000).contains(ahead))
    }

    @Test("After a pause a device may fill its buffer again")
    func refilledBuffer() {
        var pacer = Pacer(rate: 48_000, bufferFrames: 1024, now: 0)
        #expect(pacer.wait(written: 1024, now: 0) == 0)
        #expect(pacer.wait(written: 1024, now: 60 * second) == 0)
        #expect(pacer.wait(written: 2048, now: 60 * second) == 0)
        #expect(pacer.wait(written: 480_000, now: 60 * second) > 8 * second)
    }
}
