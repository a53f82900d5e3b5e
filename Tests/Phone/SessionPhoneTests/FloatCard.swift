import CALSA
import CPacedCard

/// A card of floating-point samples that has what it is given, and plays as much of it as the test says.
final class FloatCard: Sendable {
    private nonisolated(unsafe) let handle: OpaquePointer
    nonisolated(unsafe) let pcm: OpaquePointer

    init() {
        var options = paced_card_options()
        options.format = SND_PCM_FORMAT_FLOAT_LE
        var pcm: OpaquePointer?
        var error: CInt = 0
        guard let card = paced_card_open(options, &pcm, &error), let pcm else {
            preconditionFailure("the test's own card cannot be opened: \(String(cString: snd_strerror(error)))")
        }
        (handle, self.pcm) = (card, pcm)
    }

    deinit { paced_card_release(handle) }

    /// The number of frames that it was given.
    var frames: Int { paced_card_frames(handle) }

    /// The number of frames that it has played.
    var played: Int { paced_card_heard(handle) }

    /// The left channel of the frames that it was given.
    var samples: [Float] {
        let count = paced_card_bytes(handle, nil, 0)
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = min(count, paced_card_bytes(handle, buffer.baseAddress, count))
        }
        return bytes.withUnsafeBytes { bytes in
            let all = bytes.bindMemory(to: Float.self)
            return (0..<all.count / 2).map { all[2 * $0] }
        }
    }

    /// Waits until it has been given so many frames.
    func wait(_ frames: Int) -> Bool { paced_card_wait(handle, frames) }

    /// Plays so many frames more.
    func advance(_ frames: Int) -> Bool { paced_card_advance(handle, frames) }

    /// Plays period after period of a ring of four, each as soon as the ring is full again, until so many frames have been
    /// given.
    func play(until frames: Int, period: Int = 64) -> Bool {
        var given = 4 * period
        while wait(given), given < frames {
            guard advance(period) else { return false }
            given += period
        }
        return self.frames >= frames
    }
}
