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
public typealias AVAudioPlayerNodeCompletionHandler = @Sendable (AVAudioPlayerNodeCompletionCallbackType) -> Void

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
        var place = 0.0

        init(
            _ samples: StereoFrames, rate: Double, loops: Bool, begins: AVAudioFramePosition?,
            _ type: AVAudioPlayerNodeCompletionCallbackType, _ completion: AVAudioPlayerNodeCompletionHandler?
        ) {
            (self.samples, self.rate, self.loops) = (samples, rate, loops)
            (self.begins, self.type, self.completion) = (begins, type, completion)
        }
    }

    private var items: [Item] = []
    private var runs = false
    private var played: AVAudioFramePosition = 0
    private var beginsAt: UInt64?
    private static let queue = DispatchQueue(label: "audiosession.completions")

    /// Creates a player.
    public override init() { super.init() }

    /// Its level, 0 to 1.
    open var volume: Float = 1
    /// From -1, left, to 1, right.
    open var pan: Float = 0
    /// How fast it plays, 0.5 to 2.
    open var rate: Float = 1
    /// Where it stands in space; kept, but not heard.
    open var position = AVAudio3DPoint()

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
            return AVAudioTime(hostTime: nodeTime.hostTime, sampleTime: played, atRate: EngineRate.frames)
        }
    }

    /// A moment by the player's own frames as one of the engine; nil while it does not play.
    open func nodeTime(forPlayerTime playerTime: AVAudioTime) -> AVAudioTime? {
        guard let now = lastRenderTime else { return nil }
        return GraphLock.locked {
            runs
                ? AVAudioTime(
                    hostTime: now.hostTime, sampleTime: now.sampleTime - played + playerTime.sampleTime,
                    atRate: EngineRate.frames) : nil
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
            completionHandler: completionHandler.map { handler in { @Sendable _ in handler() } })
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
            if !options.isDisjoint(with: [.interrupts, .interruptsAtLoop]) {
                ended = items
                items = []
            }
            items.append(item)
            return ended
        }
        for item in ended { Self.tell(item) }
    }

    /// Schedules a buffer, and waits until the player needs it no more.
    open func scheduleBuffer(_ buffer: AVAudioPCMBuffer) async {
        await withCheckedContinuation { continuation in
            scheduleBuffer(buffer, completionHandler: { continuation.resume() })
        }
    }

    /// Schedules a whole file at a moment.
    open func scheduleFile(
        _ file: AVAudioFile, at when: AVAudioTime?, completionHandler: AVAudioNodeCompletionHandler? = nil
    ) {
        scheduleFile(
            file, at: when, completionCallbackType: .dataConsumed,
            completionHandler: completionHandler.map { handler in { @Sendable _ in handler() } })
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

    /// Schedules a whole file, and waits until the player needs it no more.
    open func scheduleFile(_ file: AVAudioFile, at when: AVAudioTime?) async {
        await withCheckedContinuation { continuation in
            scheduleFile(file, at: when, completionHandler: { continuation.resume() })
        }
    }

    /// Schedules a part of a file at a moment.
    open func scheduleSegment(
        _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition, frameCount numberFrames: AVAudioFrameCount,
        at when: AVAudioTime?, completionHandler: AVAudioNodeCompletionHandler? = nil
    ) {
        scheduleSegment(
            file, startingFrame: startFrame, frameCount: numberFrames, at: when, completionCallbackType: .dataConsumed,
            completionHandler: completionHandler.map { handler in { @Sendable _ in handler() } })
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
        when.flatMap { $0.isSampleTimeValid ? Int64(Double($0.sampleTime) / $0.sampleRate * EngineRate.frames) : nil }
    }

    // MARK: Rendering

    override func render(_ frames: Int) -> StereoFrames {
        var made = StereoFrames(frames)
        guard runs else { return made }
        if let beginsAt {
            guard mach_absolute_time() >= beginsAt else { return made }
            self.beginsAt = nil
        }
        var frame = 0
        while frame < frames, let item = items.first {
            if let begins = item.begins, played + AVAudioFramePosition(frame) < begins {
                frame += 1
                continue
            }
            let step = item.rate / EngineRate.frames * Double(rate)
            let count = item.samples.left.count
            if Int(item.place) < count {
                made.left[frame] = item.samples.left[Int(item.place)]
                made.right[frame] = item.samples.right[Int(item.place)]
                item.place += step
                frame += 1
            } else if item.loops, count > 0 {
                item.place = item.place.truncatingRemainder(dividingBy: Double(count))
            } else {
                items.removeFirst()
                Self.tell(item)
            }
        }
        // An item at its end is told now, not with the next frames, which may never be asked for.
        if let item = items.first, !item.loops, Int(item.place) >= item.samples.left.count {
            items.removeFirst()
            Self.tell(item)
        }
        played += AVAudioFramePosition(frames)
        return made
    }

    private static func tell(_ item: Item) {
        guard let completion = item.completion else { return }
        let type = item.type
        queue.async { completion(type) }
    }
}

extension StereoFrames {
    /// The valid frames of a buffer; mono goes to both channels.
    init(_ buffer: AVAudioPCMBuffer) {
        self.init(Int(buffer.frameLength))
        let second = min(1, Int(buffer.format.channelCount) - 1)
        for frame in left.indices {
            left[frame] = buffer.sample(frame, 0)
            right[frame] = buffer.sample(frame, second)
        }
    }
}
