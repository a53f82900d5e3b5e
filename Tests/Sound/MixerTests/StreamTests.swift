import Mixer
import Testing

@Suite struct StreamTests {
    /// Hands out what a test gives it, at most so much at a time.
    private final class Source {
        var samples: ArraySlice<Float>
        let channels: Int
        let most: Int

        init(_ samples: [Float], channels: Int, most: Int = .max) {
            self.samples = samples[...]
            self.channels = channels
            self.most = most
        }

        func stream(rate: Int = 48_000) throws -> StreamedVoice {
            try StreamedVoice(channelCount: channels, sampleRate: rate) { output, frames in
                let count = min(frames, self.most, self.samples.count / self.channels)
                for index in 0..<(count * self.channels) { output[index] = self.samples.removeFirst() }
                return count
            }
        }
    }

    @Test(
        "A stream sounds exactly like the clip of the same frames", arguments: [48_000, 44_100, 8_000, 192_000],
        [1, 2, 8])
    func likeClip(rate: Int, channels: Int) throws {
        var noise = Noise(seed: 6)
        let samples = (0..<(channels * 60_000)).map { _ in noise.sample() }
        let whole = try MixerBench()
        let clip = try whole.keep(samples, channels: channels, rate: rate)
        _ = whole.mixer.send(.start(VoiceStart(1, clip), at: 100))
        let bench = try MixerBench()
        let stream = try Source(samples, channels: channels, most: 777).stream(rate: rate)
        stream.fill()
        _ = bench.mixer.send(.start(VoiceStart(voice: VoiceID(1), stream: stream, bus: BusID(0)), at: 100))
        var (left, expected) = ([Float](), [Float]())
        for _ in 0..<400 {
            left += bench.render(1_000).left
            expected += whole.render(1_000).left
            stream.fill()
        }
        #expect(left == expected)
        #expect(bench.reports() == whole.reports())
    }

    /// Counts upwards without end, so that a frame lost or heard twice is seen.
    private final class Counter {
        static let ringFrames = 32_768
        private var next: Float = 1

        func stream() throws -> StreamedVoice {
            try StreamedVoice(channelCount: 1, sampleRate: 48_000, capacityInFrames: Self.ringFrames) {
                output, frames in
                for index in 0..<frames {
                    output[index] = self.next
                    self.next += 1
                }
                return frames
            }
        }
    }

    /// The frames reported as missed.
    private static func missed(_ reports: [Report], voice: UInt32) -> Int {
        reports.reduce(0) { sum, report in
            if case .starved(VoiceID(voice), let frames) = report.event { sum + frames } else { sum }
        }
    }

    /// The length of the fade of a voice that must wait.
    private static let fade = 240

    @Test(
        "A late stream fades out, waits in silence, fades in with the very next frame, and the gap is reported",
        arguments: [48, 480, 1_000])
    func starved(period: Int) throws {
        let bench = try MixerBench()
        let stream = try Counter().stream()
        #expect(stream.fill() == Counter.ringFrames && stream.fill() == 0)
        _ = bench.mixer.send(.start(VoiceStart(voice: VoiceID(3), stream: stream, bus: BusID(0)), at: 10))
        var left = bench.render(50_000, period: period).left
        stream.fill()
        left += bench.render(2_000, period: period).left
        let missed = Self.missed(bench.reports(), voice: 3)

        // Untouched up to the fade, which begins late enough that little is kept, and early enough to be whole.
        let begin = try #require((10..<50_000).first { left[$0] != Float($0 - 9) })
        let end = 10 + Counter.ringFrames
        #expect(begin <= end - Self.fade + 1 && begin > end - Self.fade - 300)
        let out = (begin - 1..<begin - 1 + Self.fade).map { left[$0] / Float($0 - 9) }
        #expect(zip(out, out.dropFirst()).allSatisfy { $0 > $1 && $0 - $1 < 0.007 } && out.last! < 0.0001)
        #expect(left[(begin - 1 + Self.fade)..<50_000].allSatisfy { $0 == 0 })
        // Comes back with the frame after the last one of the fade.
        let next = Counter.ringFrames - (end - begin) + Self.fade
        #expect(missed == 50_000 - (begin - 1) - Self.fade)
        let back = (0..<Self.fade).map { left[50_000 + $0] / Float(next + $0) }
        #expect(zip(back, back.dropFirst()).allSatisfy { $0 < $1 && $1 - $0 < 0.007 } && back.first == 0)
        #expect(Array(left[(50_000 + Self.fade)...]) == (Self.fade..<2_000).map { Float(next + $0) })
    }

    @Test("A sine whose reader falls behind again and again stays below -40 dB of click", arguments: [48_000, 44_100])
    func starvedSine(rate: Int) throws {
        let bench = try MixerBench()
        let tone = ResamplingTests.sine(cyclesPerFrame: ClickTests.frequency * 48_000 / Double(rate), frames: 500_000)
        var place = 0
        let stream = try StreamedVoice(channelCount: 1, sampleRate: rate, capacityInFrames: Counter.ringFrames) {
            output, frames in
            for index in 0..<frames { output[index] = tone[place + index] }
            place += frames
            return frames
        }
        _ = bench.mixer.send(.start(VoiceStart(voice: VoiceID(1), stream: stream, bus: BusID(0)), at: 0))
        var left: [Float] = []
        for round in 0..<10 {
            stream.fill()
            left += bench.render(37_000 + 31 * round, period: 441).left
        }
        #expect(ClickTests.decibels(ClickTests.deviation(left)) < -40)
        #expect(left.contains { $0.magnitude > 0.9 } && Self.missed(bench.reports(), voice: 1) > 10_000)
    }

    /// Every quarter of the sine's period is near one of these lengths.
    @Test(
        "A sine whose reader breaks off stays below -40 dB of click, and ends with the last frame there was",
        arguments: [48_000, 44_100], [20_000, 20_027, 20_055, 20_082])
    func brokenOff(rate: Int, frames: Int) throws {
        let bench = try MixerBench()
        let tone = ResamplingTests.sine(cyclesPerFrame: ClickTests.frequency * 48_000 / Double(rate), frames: frames)
        var place = 0
        let stream = try StreamedVoice(channelCount: 1, sampleRate: rate) { output, wanted in
            let count = min(wanted, frames - place)
            for index in 0..<count { output[index] = tone[place + index] }
            place += count
            return count > 0 ? count : StreamedVoice.brokenOff
        }
        stream.fill()
        _ = bench.mixer.send(.start(VoiceStart(voice: VoiceID(1), stream: stream, bus: BusID(0)), at: 0))
        let left = bench.render(25_000, period: 441).left
        #expect(ClickTests.decibels(ClickTests.deviation(left)) < -40)
        let length = frames * 48_000 / rate
        #expect(left[..<(length - 300)].suffix(200).contains { $0.magnitude > 0.9 }, "whole until its last frames")
        #expect(left[(length + 1)...].allSatisfy { $0 == 0 })
        let reports = bench.reports()
        #expect(reports.count == 1 && reports.first.map { $0.event == .ended(VoiceID(1), .finished) } == true)
    }

    @Test(
        "Where a stream starves, comes back and breaks off does not depend on the period",
        arguments: [48_000, 44_100], [7, 100, 4_096])
    func anyPeriod(rate: Int, period: Int) throws {
        /// Its ring is filled at the beginning and at frame 40,000, where the reader breaks off.
        func heard(period: Int) throws -> (left: [Float], ended: [Report]) {
            let bench = try MixerBench()
            var noise = Noise(seed: 3)
            var left = 50_000
            let stream = try StreamedVoice(channelCount: 1, sampleRate: rate, capacityInFrames: Counter.ringFrames) {
                output, frames in
                let count = min(frames, left)
                for index in 0..<count { output[index] = noise.sample() }
                left -= count
                return count > 0 ? count : StreamedVoice.brokenOff
            }
            stream.fill()
            _ = bench.mixer.send(.start(VoiceStart(voice: VoiceID(1), stream: stream, bus: BusID(0)), at: 11))
            let before = bench.render(40_000, period: period).left
            stream.fill()
            let after = bench.render(20_000, period: period).left
            return (before + after, bench.reports().filter { if case .ended = $0.event { true } else { false } })
        }
        let (expected, actual) = (try heard(period: 480), try heard(period: period))
        #expect(expected.left == actual.left && expected.ended == actual.ended)
        #expect(expected.ended.count == 1)
    }

    @Test("A stream of no frames ends at once")
    func empty() throws {
        let bench = try MixerBench()
        let stream = try Source([], channels: 8).stream()
        stream.fill()
        _ = bench.mixer.send(.start(VoiceStart(voice: VoiceID(1), stream: stream, bus: BusID(0)), at: 7))
        #expect(bench.render(20).left.allSatisfy { $0 == 0 })
        #expect(bench.reports() == [Report(frame: 7, event: .ended(VoiceID(1), .finished))])
    }

    @Test("A stream that ends early ends its voice, also while the voice waits for it")
    func shrunken() throws {
        let bench = try MixerBench()
        var left = 3
        let stream = try StreamedVoice(channelCount: 2, sampleRate: 48_000) { output, _ in
            output[0] = .nan
            output[1] = 0.5
            left -= 1
            return left >= 0 ? 1 : 0
        }
        stream.fill()
        #expect(stream.isComplete)
        _ = bench.mixer.send(.start(VoiceStart(voice: VoiceID(1), stream: stream, bus: BusID(0)), at: 5))
        let heard = bench.render(100)
        #expect(heard.left.allSatisfy { $0 == 0 } && heard.right.filter { $0 == 0.5 }.count == 3)
        #expect(bench.reports() == [Report(frame: 8, event: .ended(VoiceID(1), .finished))])

        var open = true
        let late = try StreamedVoice(channelCount: 1, sampleRate: 44_100) { output, _ in
            defer { open = false }
            output[0] = 1
            return open ? 1 : 0
        }
        _ = bench.mixer.send(.start(VoiceStart(voice: VoiceID(2), stream: late, bus: BusID(0)), at: 100))
        _ = bench.render(50)
        late.fill()
        _ = bench.render(50)
        let ended = bench.reports().contains {
            if case .ended(VoiceID(2), .finished) = $0.event { true } else { false }
        }
        #expect(ended && bench.mixer.liveVoiceCount == 0)
    }

    @Test("A streamed voice can be released, and its end reported, while it starves")
    func released() throws {
        let bench = try MixerBench()
        let stream = try Counter().stream()
        _ = bench.mixer.send(.start(VoiceStart(voice: VoiceID(1), stream: stream, bus: BusID(0)), at: 0))
        _ = bench.mixer.send(.release(VoiceID(1), over: Ramp(frames: 100), at: 50))
        #expect(bench.render(480).left.allSatisfy { $0 == 0 })
        #expect(
            bench.reports() == [
                Report(frame: 256, event: .starved(VoiceID(1), frames: 150)),
                Report(frame: 150, event: .ended(VoiceID(1), .released)),
            ])
    }

    @Test("A reader on its own task keeps a voice fed")
    func readerTask() async throws {
        let bench = try MixerBench()
        let stream = try Counter().stream()
        stream.fill()
        _ = bench.mixer.send(.start(VoiceStart(voice: VoiceID(1), stream: stream, bus: BusID(0)), at: 0))
        let task = Task {
            while !stream.isComplete, !Task.isCancelled {
                stream.fill()
                await Task.yield()
            }
        }
        // No device renders as fast as this; if it gets ahead of the reader, the voice waits.
        var (rendered, missed) = (0, 0)
        var last: Float = 0
        while rendered - missed < 3 * Counter.ringFrames || last != Float(rendered - missed) {
            last = bench.render(480).left[479]
            rendered += 480
            missed += Self.missed(bench.reports(), voice: 1)
            await Task.yield()
        }
        task.cancel()
        await task.value
    }
}
