/// A device without a card: it pulls periods and plays them to nobody, at once.
public struct SilentDevice: Sendable {
    private let renderer: PeriodRenderer
    private let periodInFrames: Int

    /// Creates a device.
    ///
    /// - Parameters:
    ///   - renderer: what it pulls from; it must stay valid while the device is used.
    ///   - periodInFrames: frames pulled at a time, above 0.
    public init(renderer: PeriodRenderer, periodInFrames: Int = 480) {
        precondition(periodInFrames > 0, "a device needs a period above 0")
        self.renderer = renderer
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
}
