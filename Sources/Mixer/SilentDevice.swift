/// A device without a card: it pulls periods and plays them to nobody, at once for tests or in real time.
public struct SilentDevice: Sendable {
    private let renderer: PeriodRenderer
    private let sampleRate: Int
    private let periodInFrames: Int

    /// Creates a device.
    ///
    /// - Parameters:
    ///   - renderer: what it pulls from; it must stay valid while the device is used.
    ///   - sampleRate: frames per second, above 0.
    ///   - periodInFrames: frames pulled at a time, above 0.
    public init(renderer: PeriodRenderer, sampleRate: Int = 48_000, periodInFrames: Int = 480) {
        precondition(sampleRate > 0 && periodInFrames > 0, "a device needs a rate and a period above 0")
        self.renderer = renderer
        self.sampleRate = sampleRate
        self.periodInFrames = periodInFrames
    }

    /// Pulls frames at once, a period at a time, and answers them interleaved. The caller's thread is the render thread.
    public func pull(frames: Int) -> [Float] {
        [Float](unsafeUninitializedCapacity: 2 * frames) { buffer, count in
            guard let output = buffer.baseAddress else { return }
            var done = 0
            while done < frames {
                let part = min(periodInFrames, frames - done)
                renderer.body(renderer.context, output + 2 * done, part)
                done += part
            }
            count = 2 * frames
        }
    }

    /// Pulls in real time until the task is cancelled; the frames are thrown away. A period that comes late is made up
    /// for, so that the pace stays true.
    public func run() async {
        let output = UnsafeMutablePointer<Float>.allocate(capacity: 2 * periodInFrames)
        defer { output.deallocate() }
        let clock = ContinuousClock()
        let begin = clock.now
        var frames: Int64 = 0
        while !Task.isCancelled {
            renderer.body(renderer.context, output, periodInFrames)
            frames += Int64(periodInFrames)
            let due = begin + .nanoseconds(frames * 1_000_000_000 / Int64(sampleRate))
            do {
                try await clock.sleep(until: due)
            } catch {
                return
            }
        }
    }
}
