public import CoreAudioTypes
internal import Foundation

/// How a buffer stands to those that are scheduled already.
public struct AVAudioPlayerNodeBufferOptions: OptionSet, Sendable {
    public let rawValue: UInt
    /// Creates a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// It is played again and again.
    public static let loops = AVAudioPlayerNodeBufferOptions(rawValue: 1)
    /// It takes the place of all others, at once.
    public static let interrupts = AVAudioPlayerNodeBufferOptions(rawValue: 2)
    /// It takes the place of a loop at the loop's end.
    public static let interruptsAtLoop = AVAudioPlayerNodeBufferOptions(rawValue: 4)
}

/// When a completion is told.
public enum AVAudioPlayerNodeCompletionCallbackType: Int, Sendable {
    /// When the player needs the samples no more.
    case dataConsumed = 0
    /// When they have been rendered.
    case dataRendered = 1
    /// When they have been heard.
    case dataPlayedBack = 2
}

/// Told that something has been played or stopped, and how far it is.
public typealias AVAudioPlayerNodeCompletionHandler = (AVAudioPlayerNodeCompletionCallbackType) -> Void

/// Plays buffers and files within an engine, one after the other.
open class AVAudioPlayerNode: AVAudioNode, AVAudioMixing, @unchecked Sendable {
    /// Something that is to be played.
    private final class Item {
        let samples: StereoFrames
        let rate: Double
        let loops: Bool
        let completion: AVAudioPlayerNodeCompletionHandler?
        let type: AVAudioPlayerNodeCompletionCallbackType
        /// The player's frame from which on it is played; nil: as soon as it is its turn.
        let begins: AVAudioFramePosition?
        var place = 0
        /// Whether it ends with its present round.
        var isReplaced = false

        init(
            _ samples: StereoFrames, rate: Double, loops: Bool, begins: AVAudioFramePosition?,
            _ type: AVAudioPlayerNodeCompletionCallbackType, _ completion: AVAudioPlayerNodeCompletionHandler?
        ) {
            (self.samples, self.rate, self.loops) = (samples, rate > 0 ? rate : EngineRate.device, loops)
            (self.begins, self.type, self.completion) = (begins, type, completion)
        }
    }

    private var items: [Item] = []
    private var runs = false
    private var played: AVAudioFramePosition = 0
    private var beginsAt: UInt64?
    /// The rate of what went into the stream.
    private var sourceRate = 0.0
    private var stream = RateStream(channels: 2)
    private static let queue = DispatchQueue(label: "audiosession.completions")

    /// Creates a player.
    public override init() { super.init() }

    /// Its level, 0 to 1.
    open var volume: Float = 1
    /// From -1, left, to 1, right.
    open var pan: Float = 0
    /// How fast it plays, 0.5 to 2.
    open var rate: Float = 1

    // MARK: Playing

    /// Plays what is scheduled.
    open func play() { play(at: nil) }

    /// Plays what is scheduled, from a moment of the machine's clock on.
    open func play(at when: AVAudioTime?) {
        GraphLock.locked {
            beginsAt = when.flatMap { $0.isHostTimeValid ? $0.hostTime : nil }
            runs = true
        }
    }

    /// Stops where it is.
    open func pause() { GraphLock.locked { runs = false } }

    /// Stops, and forgets what is scheduled; its completions are told.
    open func stop() {
        let ended = GraphLock.locked {
            runs = false
            played = 0
            stream = RateStream(channels: 2)
            defer { items = [] }
            return items
        }
        for item in ended { Self.tell(item) }
    }

    /// Forgets what is scheduled.
    open override func reset() { stop() }

    /// Whether it plays, or would if its engine ran.
    open var isPlaying: Bool { GraphLock.locked { runs } }

    /// Gets the first frames ready; they always are.
    open func prepare(withFrameCount frameCount: AVAudioFrameCount) {}

    /// A moment of the engine by the player's own frames; nil while it does not play.
    open func playerTime(forNodeTime nodeTime: AVAudioTime) -> AVAudioTime? {
        GraphLock.locked {
            guard runs else { return nil }
            return AVAudioTime(hostTime: nodeTime.hostTime, sampleTime: played, atRate: engineRate)
        }
    }

    /// A moment by the player's own frames as one of the engine; nil while it does not play.
    open func nodeTime(forPlayerTime playerTime: AVAudioTime) -> AVAudioTime? {
        guard let now = lastRenderTime else { return nil }
        return GraphLock.locked {
            runs
                ? AVAudioTime(
                    hostTime: now.hostTime, sampleTime: now.sampleTime - played + playerTime.sampleTime,
                    atRate: engineRate) : nil
        }
    }

    // MARK: Scheduling

    /// Schedules a buffer behind what is scheduled already.
    open func scheduleBuffer(_ buffer: AVAudioPCMBuffer, completionHandler: AVAudioNodeCompletionHandler? = nil) {
        scheduleBuffer(buffer, at: nil, options: [], completionHandler: completionHandler)
    }

    /// Schedules a buffer, and tells when it has got so far.
    open func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
        completionHandler: AVAudioPlayerNodeCompletionHandler? = nil
    ) {
        scheduleBuffer(
            buffer, at: nil, options: [], completionCallbackType: callbackType, completionHandler: completionHandler)
    }

    /// Schedules a buffer at a moment.
    open func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = [],
        completionHandler: AVAudioNodeCompletionHandler? = nil
    ) {
        scheduleBuffer(
            buffer, at: when, options: options, completionCallbackType: .dataConsumed,
            completionHandler: completionHandler.map { handler in { _ in handler() } })
    }

    /// Schedules a buffer at a moment, and tells when it has got so far.
    open func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = [],
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
        completionHandler: AVAudioPlayerNodeCompletionHandler? = nil
    ) {
        let item = Item(
            StereoFrames(buffer), rate: buffer.format.sampleRate, loops: options.contains(.loops), begins: begins(when),
            callbackType, completionHandler)
        let ended: [Item] = GraphLock.locked {
            var ended: [Item] = []
            if options.contains(.interrupts) {
                (ended, items) = (items, [])
                stream = RateStream(channels: 2)
            } else if options.contains(.interruptsAtLoop) {
                // What plays goes on to the end of its round; what waits behind it does not come.
                ended = Array(items.dropFirst())
                items = Array(items.prefix(1))
                items.first?.isReplaced = true
            }
            items.append(item)
            return ended
        }
        for item in ended { Self.tell(item) }
    }

    /// Schedules a whole file at a moment.
    open func scheduleFile(
        _ file: AVAudioFile, at when: AVAudioTime?, completionHandler: AVAudioNodeCompletionHandler? = nil
    ) {
        scheduleFile(
            file, at: when, completionCallbackType: .dataConsumed,
            completionHandler: completionHandler.map { handler in { _ in handler() } })
    }

    /// Schedules a whole file at a moment, and tells when it has got so far.
    open func scheduleFile(
        _ file: AVAudioFile, at when: AVAudioTime?,
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
        completionHandler: AVAudioPlayerNodeCompletionHandler? = nil
    ) {
        scheduleSegment(
            file, startingFrame: 0, frameCount: AVAudioFrameCount(clamping: file.length), at: when,
            completionCallbackType: callbackType, completionHandler: completionHandler)
    }

    /// Schedules a part of a file at a moment.
    open func scheduleSegment(
        _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition, frameCount numberFrames: AVAudioFrameCount,
        at when: AVAudioTime?, completionHandler: AVAudioNodeCompletionHandler? = nil
    ) {
        scheduleSegment(
            file, startingFrame: startFrame, frameCount: numberFrames, at: when, completionCallbackType: .dataConsumed,
            completionHandler: completionHandler.map { handler in { _ in handler() } })
    }

    /// Schedules a part of a file at a moment, and tells when it has got so far.
    open func scheduleSegment(
        _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition, frameCount numberFrames: AVAudioFrameCount,
        at when: AVAudioTime?, completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
        completionHandler: AVAudioPlayerNodeCompletionHandler? = nil
    ) {
        let count = min(Int64(numberFrames), max(0, file.length - startFrame))
        var frames = StereoFrames(0)
        // Read by a file of its own, so that the program's own reading is not disturbed.
        if count > 0, let own = try? AVAudioFile(forReading: file.url),
            let buffer = AVAudioPCMBuffer(pcmFormat: own.processingFormat, frameCapacity: AVAudioFrameCount(count))
        {
            own.framePosition = startFrame
            if (try? own.read(into: buffer)) != nil { frames = StereoFrames(buffer) }
        }
        let item = Item(
            frames, rate: file.processingFormat.sampleRate, loops: false, begins: begins(when), callbackType,
            completionHandler)
        GraphLock.locked { items.append(item) }
    }

    private func begins(_ when: AVAudioTime?) -> AVAudioFramePosition? {
        guard let when, when.isSampleTimeValid else { return nil }
        return AVAudioFramePosition(nearest: Double(when.sampleTime) / when.sampleRate * engineRate)
    }

    // MARK: Rendering

    override func render(_ frames: Int) -> StereoFrames {
        guard runs else { return StereoFrames(frames) }
        if let beginsAt {
            guard mach_absolute_time() >= beginsAt else { return StereoFrames(frames) }
            self.beginsAt = nil
        }
        guard !items.isEmpty || sourceRate > 0 else {
            played += AVAudioFramePosition(frames)
            return StereoFrames(frames)
        }
        // An item of another rate begins a stream of its own: what the one before still holds comes out first.
        let step = (items.first?.rate ?? sourceRate) / engineRate * Double(max(0.25, min(4, rate)))
        if let item = items.first, item.rate != sourceRate {
            (sourceRate, stream) = (item.rate, RateStream(channels: 2))
        }
        var made = stream.take(frames, step: step)
        while made.count < 2 * frames {
            let rest = frames - made.count / 2
            stream.put(next(max(1, stream.missing(for: rest, step: step)), step: step, soFar: made.count / 2))
            made += stream.take(rest, step: step)
        }
        // An item at its end is told now, not with the next frames, which may never be asked for.
        if let item = items.first, !item.loops, item.place >= item.samples.left.count { finishFirst() }
        played += AVAudioFramePosition(frames)
        return StereoFrames(interleaved: made)
    }

    /// The next frames of what is scheduled, at its own rate; silence where nothing is, or not yet.
    private func next(_ count: Int, step: Double, soFar: Int) -> [Float] {
        var result: [Float] = []
        result.reserveCapacity(2 * count)
        while result.count < 2 * count {
            guard let item = items.first, item.rate == sourceRate else {
                result += [Float](repeating: 0, count: 2 * count - result.count)
                break
            }
            if let begins = item.begins {
                let now = Double(played) + Double(soFar) + Double(result.count / 2) / step
                let wait = Int(nearest: (Double(begins) - now) * step)
                if item.place == 0, wait > 0 {
                    result += [Float](repeating: 0, count: 2 * min(wait, count - result.count / 2))
                    continue
                }
            }
            let length = item.samples.left.count
            let end = min(length, item.place + count - result.count / 2)
            for frame in item.place..<max(item.place, end) {
                result.append(item.samples.left[frame])
                result.append(item.samples.right[frame])
            }
            item.place = max(item.place, end)
            guard item.place >= length else { continue }
            if item.loops, length > 0 {
                // Another item may take the place of a loop at its end.
                if items.count > 1, item.isReplaced { finishFirst() } else { item.place = 0 }
            } else {
                finishFirst()
            }
        }
        return result
    }

    private func finishFirst() { Self.tell(items.removeFirst()) }

    private static func tell(_ item: Item) {
        guard let completion = item.completion else { return }
        let call = Call(completion: completion, type: item.type)
        queue.async { call.completion(call.type) }
    }

    /// A closure that Apple's signature does not promise to be sendable; it is called once, on another thread, as there.
    private struct Call: @unchecked Sendable {
        let completion: AVAudioPlayerNodeCompletionHandler
        let type: AVAudioPlayerNodeCompletionCallbackType
    }
}

extension StereoFrames {
    /// Frames that lie beside each other, left first.
    init(interleaved samples: [Float]) {
        self.init(samples.count / 2)
        for frame in left.indices { (left[frame], right[frame]) = (samples[2 * frame], samples[2 * frame + 1]) }
    }

    /// The frames beside each other, left first.
    var interleaved: [Float] {
        var samples: [Float] = []
        samples.reserveCapacity(2 * left.count)
        for frame in left.indices {
            samples.append(left[frame])
            samples.append(right[frame])
        }
        return samples
    }

    /// The valid frames of a buffer; mono goes to both channels.
    init(_ buffer: AVAudioPCMBuffer) {
        self.init(Int(buffer.frameLength))
        guard buffer.format.channelCount > 0 else { return }
        let second = min(1, Int(buffer.format.channelCount) - 1)
        for frame in left.indices {
            left[frame] = buffer.sample(frame, 0)
            right[frame] = buffer.sample(frame, second)
        }
    }
}
