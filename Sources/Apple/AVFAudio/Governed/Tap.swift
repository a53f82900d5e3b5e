internal import AppleSession
internal import CoreAudioTypes
internal import Foundation
internal import Synchronization

/// A closure that receives a node's frames in pieces of a chosen size, on its own queue. The queue holds two seconds, and at
/// least eight pieces; if the closure is too slow, pieces are lost, as on the phone, and neither the engine nor another tap
/// waits.
final class Tap: Sendable {
    /// Frames not delivered yet. Used only by the thread that renders the node.
    private struct Heard: @unchecked Sendable {
        let stream: RateStream
        var pending: [Float] = []
        var position: AVAudioFramePosition = 0
    }

    private struct Block: @unchecked Sendable { let call: AVAudioNodeTapBlock }

    private let format: AVAudioFormat
    private let frames: Int
    private let block: Block
    private let heard: Mutex<Heard>
    private let waiting = Mutex(0)
    private let limit: Int
    private let queue = DispatchQueue(label: "audiosession.tap")

    init(format: AVAudioFormat, rate: Double, frames: Int, block: @escaping AVAudioNodeTapBlock) {
        let usable = format.isConvertible ? format : AVAudioFormat(rate: DeviceFormat.rate, channels: 2)
        (self.format, self.block) = (usable, Block(call: block))
        let own = usable.sampleRate
        heard = Mutex(Heard(stream: RateStream(channels: 2, from: rate, to: own)))
        // The phone clamps the size to the same range.
        self.frames = max(1, Int(own / 10), min(frames, Int(own * 0.4)))
        limit = max(8, Int(2 * own) / self.frames)
    }

    func append(_ frames: StereoFrames, at time: AVAudioTime?) {
        let pieces = heard.withLock { heard in
            heard.stream.put(frames.samples)
            heard.pending += heard.stream.read()
            var pieces: [(samples: [Float], position: AVAudioFramePosition)] = []
            while heard.pending.count >= 2 * self.frames {
                pieces.append((Array(heard.pending[..<(2 * self.frames)]), heard.position))
                heard.pending.removeFirst(2 * self.frames)
                heard.position += AVAudioFramePosition(self.frames)
            }
            return pieces
        }
        for piece in pieces { send(piece.samples, piece.position, time?.hostTime ?? mach_absolute_time()) }
    }

    private func send(_ samples: [Float], _ position: AVAudioFramePosition, _ moment: UInt64) {
        let hasRoom = waiting.withLock { waiting in
            guard waiting < limit else { return false }
            waiting += 1
            return true
        }
        guard hasRoom, let made = StereoFrames(interleaved: samples).buffer(format) else { return }
        nonisolated(unsafe) let buffer = made
        let when = AVAudioTime(hostTime: moment, sampleTime: position, atRate: format.sampleRate)
        ProcessApp.shared.enqueue(on: queue) { [self] in
            block.call(buffer, when)
            waiting.withLock { $0 -= 1 }
        }
    }

    /// A piece being handed to the closure; only one thread has it at a time.
}
