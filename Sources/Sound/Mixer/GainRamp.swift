import CMixKernels

/// A constant or moving gain, as a pure function of the frame. The gain is computed from the position in the ramp and
/// never accumulated: it does not drift, it reaches its target exactly, and it does not depend on how a period is
/// divided.
struct GainRamp {
    /// The gain from `end` on.
    private(set) var target: Float
    /// The first frame with exactly the target gain; in the past if the gain is constant.
    private(set) var end = Int64.min
    private var origin: Float = 0
    private var frames: Int64 = 0
    private var shape = RampShape.linear

    init(constant gain: Float) { target = gain }

    /// Moves to `target` from the current gain at `frame`.
    @inline(__always)
    mutating func move(to target: Float, over ramp: Ramp, at frame: Int64) {
        origin = gain(at: frame)
        frames = Int64(ramp.frames)
        shape = ramp.shape
        self.target = target
        end = origin == target ? frame : frame &+ frames
    }

    /// Whether the gain is constant from `frame` on.
    func isConstant(from frame: Int64) -> Bool { frame >= end }

    @inline(__always)
    func gain(at frame: Int64) -> Float {
        isConstant(from: frame) ? target : Self.gain(of: description, at: frame &- (end &- frames))
    }

    /// Not inlined, and takes the parts of a ramp, so that callers that only check whether it moves need not copy it.
    @inline(never)
    private static func gain(of ramp: mix_shape_ramp, at position: Int64) -> Float {
        var ramp = ramp
        return Kernels.gain(of: &ramp, at: position)
    }

    /// Multiplies `gains` by the gain from `frame` on; all frames must precede `end`.
    func apply(to gains: UnsafeMutablePointer<Float>, from frame: Int64, count: Int) {
        var ramp = description
        Kernels.multiply(gains, by: &ramp, from: frame - (end - frames), count: count)
    }

    /// Multiplies `gains` by the gain from `frame` on.
    func multiply(_ gains: UnsafeMutablePointer<Float>, from frame: Int64, count: Int) {
        let moving = isConstant(from: frame) ? 0 : Int(min(end - frame, Int64(count)))
        if moving > 0 { apply(to: gains, from: frame, count: moving) }
        for place in moving..<count { gains[place] *= target }
    }

    private var description: mix_shape_ramp {
        mix_shape_ramp(from: Double(origin), to: Double(target), frames: frames, shape: Int32(shape.rawValue))
    }
}
