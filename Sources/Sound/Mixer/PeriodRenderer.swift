/// The function from which an output device pulls its periods: a C function and its context, so that the call from a
/// real-time thread touches neither reference counts nor metadata.
///
/// The function is called on the device's render thread only. It fills `frames` frames of interleaved 32-bit
/// float and must not allocate, lock, log, block or throw.
public struct PeriodRenderer: @unchecked Sendable {
    /// Fills `frames` interleaved frames at `output`.
    public typealias Body =
        @convention(c) (_ context: UnsafeMutableRawPointer, _ output: UnsafeMutablePointer<Float>, _ frames: Int) ->
        Void

    /// Passed to `body` at every call; it must stay valid as long as any device holds this renderer.
    public let context: UnsafeMutableRawPointer
    /// The function that fills a period.
    public let body: Body

    /// Creates a renderer from a function and the context it is called with.
    public init(context: UnsafeMutableRawPointer, body: @escaping Body) {
        self.context = context
        self.body = body
    }
}
