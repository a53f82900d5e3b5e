/// A summing point: the voices on it and the gain that its stages make together. Render thread only.
struct Bus: BitwiseCopyable {
    /// The first and the last voice, in the order of their start.
    var first: UnsafeMutablePointer<Voice>?
    var last: UnsafeMutablePointer<Voice>?
    var row = VoiceRow()
    /// Receives the level of the bus, if it is measured.
    var meter: UnsafeMutablePointer<Meter.Block>?
    /// The first frame from which no stage moves, and the gains of left and right from there on.
    private var settled = Int64.min
    private var settledGain = SIMD2<Float>(1, 1)
    /// Those of both channels, of the left and of the right one.
    private var stages = InlineArray<10, GainRamp>(repeating: GainRamp(constant: 1))

    /// Moves one stage from its current gain at `frame`.
    mutating func move(_ stage: GainStage, to gain: Float, over ramp: Ramp, at frame: Int64) {
        stages[Int(stage.rawValue)].move(to: gain, over: ramp, at: frame)
        settled = stages[0].end
        settledGain = SIMD2(1, 1)
        for index in stages.indices {
            settled = max(settled, stages[index].end)
            if index != GainStage.right.rawValue { settledGain.x *= stages[index].target }
            if index != GainStage.left.rawValue { settledGain.y *= stages[index].target }
        }
    }

    /// Whether the bus's output is exactly the sum of its voices from `frame` on, and the bus has no meter.
    func isUnity(from frame: Int64) -> Bool { frame >= settled && settledGain == SIMD2(1, 1) && meter == nil }

    /// Returns the gains of left and right from `frame` on, or `nil` while a stage moves.
    func constantGain(from frame: Int64) -> SIMD2<Float>? { frame >= settled ? settledGain : nil }

    /// Fills `gains` with the products of the stages from `frame` on, left and right in turn.
    /// - Parameter scratch: Room for two gains per frame.
    func fill(
        _ gains: UnsafeMutablePointer<Float>, scratch: UnsafeMutablePointer<Float>, from frame: Int64, count: Int
    ) {
        scratch.update(repeating: 1, count: count)
        for index in 0..<GainStage.count { stages[index].multiply(scratch, from: frame, count: count) }
        let one = scratch + count
        for side in 0..<2 {
            // A loop, because `update(from:count:)` goes through memory.
            for place in 0..<count { one[place] = scratch[place] }
            stages[GainStage.count + side].multiply(one, from: frame, count: count)
            for place in 0..<count { gains[2 * place + side] = one[place] }
        }
    }
}
