/// A summing point: the voices on it and the gain that its stages make together. Render thread only.
struct Bus: BitwiseCopyable {
    /// The first and the last voice, in the order of their start.
    var first: UnsafeMutablePointer<Voice>?
    var last: UnsafeMutablePointer<Voice>?
    var row = VoiceRow()
    /// The first frame from which no stage of both channels moves, and the gain from there on.
    private var settled = Int64.min
    private var settledGain: Float = 1
    /// `gain`, or 0 if the bus is shaped.
    private var plainGain: Float = 1
    /// Whether the sum of the voices needs more than multiplication by one gain: it is panned or measured.
    private(set) var isShaped = false
    private var stages = InlineArray<8, GainRamp>(repeating: GainRamp(constant: 1))
    private var left = GainRamp(constant: 1)
    private var right = GainRamp(constant: 1)
    private(set) var meter: UnsafeMutablePointer<Meter.Block>?

    /// Moves one stage from its current gain at `frame`.
    mutating func move(_ stage: GainStage, to gain: Float, over ramp: Ramp, at frame: Int64) {
        guard Int(stage.rawValue) < GainStage.count else { return moveSide(stage, to: gain, over: ramp, at: frame) }
        stages[Int(stage.rawValue)].move(to: gain, over: ramp, at: frame)
        settled = Int64.min
        settledGain = 1
        for index in stages.indices {
            settled = max(settled, stages[index].end)
            settledGain *= stages[index].target
        }
        plainGain = isShaped ? 0 : settledGain
    }

    @inline(never)
    private mutating func moveSide(_ stage: GainStage, to gain: Float, over ramp: Ramp, at frame: Int64) {
        if stage == .left {
            left.move(to: gain, over: ramp, at: frame)
        } else {
            right.move(to: gain, over: ramp, at: frame)
        }
        let isCentred = left.isConstant(from: frame) && right.isConstant(from: frame) && left.target * right.target == 1
        shape(meter != nil || !isCentred)
    }

    /// Starts writing the bus's output into the blocks of a meter.
    mutating func measure(_ meter: UnsafeMutablePointer<Meter.Block>?) {
        self.meter = meter
        shape(meter != nil || isShaped)
    }

    private mutating func shape(_ isShaped: Bool) {
        self.isShaped = isShaped
        plainGain = isShaped ? 0 : settledGain
    }

    /// Whether the bus's output is exactly the sum of its voices from `frame` on.
    func isUnity(from frame: Int64) -> Bool { frame >= settled && plainGain == 1 }

    /// Returns the gain from `frame` on, or `nil` while a stage moves.
    func constantGain(from frame: Int64) -> Float? { frame >= settled ? settledGain : nil }

    /// Fills `gains` with the product of the stages from `frame` on.
    func fill(_ gains: UnsafeMutablePointer<Float>, from frame: Int64, count: Int) {
        gains.update(repeating: 1, count: count)
        for index in stages.indices { stages[index].multiply(gains, from: frame, count: count) }
    }

    /// Returns the gains of the two channels from `frame` on, or `nil` while a stage moves.
    func constantSides(from frame: Int64) -> SIMD2<Float>? {
        guard let gain = constantGain(from: frame), left.isConstant(from: frame), right.isConstant(from: frame) else {
            return nil
        }
        return SIMD2(gain * left.target, gain * right.target)
    }

    /// Fills the gains of the two channels with the products of their stages from `frame` on.
    func fillSides(
        _ leftGains: UnsafeMutablePointer<Float>, _ rightGains: UnsafeMutablePointer<Float>, from frame: Int64,
        count: Int
    ) {
        fill(leftGains, from: frame, count: count)
        // A loop, because `update(from:count:)` goes through memory.
        for index in 0..<count { rightGains[index] = leftGains[index] }
        left.multiply(leftGains, from: frame, count: count)
        right.multiply(rightGains, from: frame, count: count)
    }
}
