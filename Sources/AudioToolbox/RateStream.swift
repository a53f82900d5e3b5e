internal import Foundation

/// A stream of frames at one rate, taken out at another one: each frame that comes out is a sum of those around it, weighed
/// by a windowed sine (Kaiser, 16 crossings to each side), so that nothing above half of either rate is heard.
///
/// Frames go in and come out interleaved. The rate may change with each taking. One thread at a time.
package struct RateStream {
    /// Crossings of zero to each side.
    private static let side = 16
    private static let phases = 512
    /// How much of the lower rate's half is kept.
    private static let width = 0.94

    private let channels: Int
    /// Frames that went in and are still needed.
    private var held: [Float] = []
    /// Where the next frame comes out, in frames of `held`.
    private var place = 0.0
    private var hasEnded = false

    package init(channels: Int) { self.channels = max(1, channels) }

    /// Takes frames in.
    package mutating func put(_ samples: [Float]) { held += samples }

    /// Says that no frames follow; what is held then comes out whole.
    package mutating func end() { hasEnded = true }

    /// How many frames have to go in before so many can come out.
    ///
    /// - Parameter step: Frames of the input for each of the output; what is no such number counts as 1.
    package func missing(for frames: Int, step: Double) -> Int {
        let step = Self.usable(step)
        guard !hasEnded, frames > 0 else { return 0 }
        let last = place + Double(frames - 1) * step
        return max(0, Int(last.rounded(.down)) + 1 + reach(step) - held.count / channels)
    }

    private static func usable(_ step: Double) -> Double { step > 0 && step < 10_000 ? max(step, 1e-4) : 1 }

    /// How far the sum reaches to each side, in frames of the input; nowhere where frames only pass.
    private func reach(_ step: Double) -> Int {
        step == 1 && place == place.rounded() ? 0 : Int((Double(Self.side) * max(1, step) / Self.width).rounded(.up))
    }

    /// Takes out as many frames as there are, so many at most.
    package mutating func take(_ frames: Int, step: Double) -> [Float] {
        let step = Self.usable(step)
        let reach = reach(step)
        let count = held.count / channels
        let limit = Double(hasEnded ? count : count - reach)
        let ready = limit > place ? Int(((limit - place) / step).rounded(.up)) : 0
        let made = min(frames, max(0, ready))
        guard made > 0 else { return [] }
        var result: [Float]
        if reach == 0 {
            let first = Int(place) * channels
            result = Array(held[first..<first + made * channels])
        } else {
            result = [Float](repeating: 0, count: made * channels)
            for frame in 0..<made { sum(at: place + Double(frame) * step, reach: reach, step, frame, &result) }
        }
        place += Double(made) * step
        // What a slower taking, later, may reach back to is kept.
        let old = min(count, max(0, Int(place) - max(reach, 2 * Self.side)))
        held.removeFirst(old * channels)
        place -= Double(old)
        return result
    }

    private func sum(at place: Double, reach: Int, _ step: Double, _ frame: Int, _ result: inout [Float]) {
        let scale = Self.width / max(1, step)
        let middle = Int(place.rounded(.down))
        let (first, last) = (max(0, middle - reach + 1), min(held.count / channels - 1, middle + reach))
        guard first <= last else { return }
        let scaled = Float(scale)
        held.withUnsafeBufferPointer { held in
            Self.weights.withUnsafeBufferPointer { weights in
                for source in first...last {
                    let distance = abs(place - Double(source)) * scale * Double(Self.phases)
                    let index = Int(distance)
                    guard index + 1 < weights.count else { continue }
                    let share = Float(distance - Double(index))
                    let weight = (weights[index] + (weights[index + 1] - weights[index]) * share) * scaled
                    for channel in 0..<channels {
                        result[frame * channels + channel] += held[source * channels + channel] * weight
                    }
                }
            }
        }
    }

    /// One side of the windowed sine.
    private static let weights: [Float] = (0...side * phases).map { index in
        let distance = Double(index) / Double(phases)
        let sine = index == 0 ? 1 : sin(.pi * distance) / (.pi * distance)
        let rest = max(0, 1 - (distance / Double(side)) * (distance / Double(side)))
        return Float(sine * bessel(9 * rest.squareRoot()) / bessel(9))
    }

    /// The modified Bessel function of order zero.
    private static func bessel(_ value: Double) -> Double {
        var (sum, term, index) = (1.0, 1.0, 1.0)
        while term > sum * 1e-12 {
            term *= (value / (2 * index)) * (value / (2 * index))
            sum += term
            index += 1
        }
        return sum
    }
}

extension RateStream {
    /// Converts a sound whole.
    package static func converted(_ samples: [Float], channels: Int, step: Double) -> [Float] {
        var stream = RateStream(channels: channels)
        stream.put(samples)
        stream.end()
        return stream.take(.max, step: step)
    }
}
