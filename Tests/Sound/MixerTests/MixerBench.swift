import Mixer

/// A mixer without limiter and a few clips, so that a test reads as what is sent and what is heard.
final class MixerBench {
    let mixer: Mixer
    private var clips: [ClipStorage] = []

    init(limiter: LimiterConfiguration? = nil, change: (inout MixerConfiguration) -> Void = { _ in }) throws {
        var configuration = MixerConfiguration()
        configuration.limiter = limiter
        change(&configuration)
        mixer = try Mixer(configuration)
    }

    /// A stereo clip, left and right computed from the frame.
    func clip(
        frames: Int, rate: Int = 48_000, _ sample: (Int) -> (Float, Float)
    ) throws -> Clip {
        var samples: [Float] = []
        for frame in 0..<frames {
            let (left, right) = sample(frame)
            samples += [left, right]
        }
        return try keep(samples, channels: 2, rate: rate)
    }

    /// Constant 1 in both channels: the output is the gain itself.
    func ones(frames: Int) throws -> Clip { try clip(frames: frames) { _ in (1, 1) } }

    func keep(_ samples: [Float], channels: Int, rate: Int = 48_000) throws -> Clip {
        let storage = try ClipStorage(interleaved: samples, channelCount: channels, sampleRate: rate)
        clips.append(storage)
        return storage.clip
    }

    /// Renders in periods of the given length and answers the left and the right channel.
    func render(_ frames: Int, period: Int = 480) -> (left: [Float], right: [Float]) {
        // Through what a device pulls from, on this thread.
        let renderer = mixer.renderer
        let both = [Float](unsafeUninitializedCapacity: 2 * frames) { buffer, count in
            guard let output = buffer.baseAddress else { return }
            for done in stride(from: 0, to: frames, by: period) {
                renderer.body(renderer.context, output + 2 * done, min(period, frames - done))
            }
            count = 2 * frames
        }
        return (
            stride(from: 0, to: both.count, by: 2).map { both[$0] },
            stride(from: 1, to: both.count, by: 2).map { both[$0] }
        )
    }

    func reports() -> [Report] {
        var all: [Report] = []
        while let report = mixer.nextReport() { all.append(report) }
        return all
    }
}

extension VoiceStart {
    init(_ voice: UInt32, _ clip: Clip, bus: UInt16 = 0, change: (inout VoiceStart) -> Void = { _ in }) {
        self.init(voice: VoiceID(voice), clip: clip, bus: BusID(bus))
        change(&self)
    }
}

/// Numbers that are the same in every run.
struct Noise {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// The next number from 0 up to `bound`, without it.
    mutating func next(below bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(bound))
    }

    /// The next sample from -1 to 1.
    mutating func sample() -> Float { Float(next(below: 2_000_001) - 1_000_000) / 1_000_000 }
}
