internal import AppleSession
public import CoreAudioTypes
internal import Foundation
internal import Synchronization

/// How a new buffer relates to those already scheduled.
public struct AVAudioPlayerNodeBufferOptions: OptionSet, Sendable {
    public let rawValue: UInt
    /// Creates a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The buffer repeats.
    public static let loops = AVAudioPlayerNodeBufferOptions(rawValue: 1)
    /// The buffer replaces all others immediately.
    public static let interrupts = AVAudioPlayerNodeBufferOptions(rawValue: 2)
    /// The buffer replaces a looping one at the end of its current round.
    public static let interruptsAtLoop = AVAudioPlayerNodeBufferOptions(rawValue: 4)
}

/// The stage at which a completion is called.
public enum AVAudioPlayerNodeCompletionCallbackType: Int, Sendable {
    /// The player no longer needs the samples.
    case dataConsumed = 0
    /// The samples have been rendered.
    case dataRendered = 1
    /// The samples have been played by the hardware.
    case dataPlayedBack = 2
}

/// Called when a scheduled item has been played or stopped, with the stage that it has reached.
public typealias AVAudioPlayerNodeCompletionHandler = (AVAudioPlayerNodeCompletionCallbackType) -> Void

/// Plays scheduled buffers and files within an engine. Files are read piece by piece during playback.
open class AVAudioPlayerNode: AVAudioNode, AVAudioMixing, @unchecked Sendable {
    private struct State: @unchecked Sendable {
        var items: [PlayerItem] = []
        var runs = false
        /// Frames played since the last stop, at the engine's rate.
        var played: AVAudioFramePosition = 0
        var beginsAt: UInt64?
    }

    private let state = Mutex(State())
    /// The queue for completions, one for each player, so that a blocking completion delays no other player.
    private let queue = DispatchQueue(label: "audiosession.completions")

    /// Creates a player.
    public override init() { super.init() }

    /// The player's gain, from 0 to 1.
    open var volume: Float {
        get { kept[number: "volume", 1] }
        set { kept[number: "volume", 1] = newValue }
    }
    /// The player's stereo position, from -1 (left) to 1 (right).
    open var pan: Float {
        get { kept[number: "pan", 0] }
        set { kept[number: "pan", 0] = newValue }
    }

    // MARK: Playing

    /// Plays the scheduled items.
    open func play() { play(at: nil) }

    /// Plays the scheduled items from a host time on. If the engine is not running, the phone ends the program.
    open func play(at when: AVAudioTime?) {
        if owner?.isRunning != true {
            ProcessApp.shared.raise("AVAudioPlayerNode.play", "the engine does not run; start it first")
        }
        state.withLock { state in
            state.beginsAt = when.flatMap { $0.isHostTimeValid ? $0.hostTime : nil }
            state.runs = true
        }
    }

    /// Pauses playback.
    open func pause() { state.withLock { $0.runs = false } }

    /// Stops, discards the scheduled items and calls their completions.
    open func stop() {
        let ended = state.withLock { state in
            (state.runs, state.played) = (false, 0)
            defer { state.items = [] }
            return state.items
        }
        tell(ended, isHeard: false)
    }

    /// Discards the scheduled items.
    open override func reset() { stop() }

    /// Whether the player was started; it sounds only while its engine runs.
    open var isPlaying: Bool { state.withLock { $0.runs } }

    /// Does nothing: the first frames are always ready.
    open func prepare(withFrameCount frameCount: AVAudioFrameCount) {}

    /// The rate of the player's timeline: that of the format in which it is connected.
    private var ownRate: Double {
        let rate = outputFormat(forBus: 0).sampleRate
        return SoundLimits.rates.contains(rate) ? rate : engineRate
    }

    /// Converts an engine time to the player's timeline; nil while it does not play.
    open func playerTime(forNodeTime nodeTime: AVAudioTime) -> AVAudioTime? {
        let (own, engine) = (ownRate, engineRate)
        return state.withLock { state in
            guard state.runs else { return nil }
            let frames = AVAudioFramePosition(nearest: Double(state.played) / engine * own)
            return AVAudioTime(hostTime: nodeTime.hostTime, sampleTime: frames, atRate: own)
        }
    }

    /// Converts a time on the player's timeline to an engine time; nil while it does not play.
    open func nodeTime(forPlayerTime playerTime: AVAudioTime) -> AVAudioTime? {
        guard let now = lastRenderTime else { return nil }
        let (own, engine) = (playerTime.sampleRate > 0 ? playerTime.sampleRate : ownRate, engineRate)
        return state.withLock { state in
            guard state.runs else { return nil }
            let away = Double(playerTime.sampleTime) / own * engine - Double(state.played)
            let frames = AVAudioFramePosition(nearest: Double(now.sampleTime) + away)
            return AVAudioTime(hostTime: now.hostTime, sampleTime: frames, atRate: engine)
        }
    }

    // MARK: Scheduling

    /// Schedules a buffer after those already scheduled.
    open func scheduleBuffer(_ buffer: AVAudioPCMBuffer, completionHandler: AVAudioNodeCompletionHandler? = nil) {
        scheduleBuffer(buffer, at: nil, options: [], completionHandler: completionHandler)
    }

    /// Schedules a buffer and calls a closure when it has reached a stage.
    open func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
        completionHandler: AVAudioPlayerNodeCompletionHandler? = nil
    ) {
        scheduleBuffer(
            buffer, at: nil, options: [], completionCallbackType: callbackType, completionHandler: completionHandler)
    }

    /// Schedules a buffer at a time.
    open func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = [],
        completionHandler: AVAudioNodeCompletionHandler? = nil
    ) {
        scheduleBuffer(
            buffer, at: when, options: options, completionCallbackType: .dataConsumed,
            completionHandler: completionHandler.map { handler in { _ in handler() } })
    }

    /// Schedules a buffer at a time and calls a closure when it has reached a stage. If its channel count differs from the
    /// connection's, the phone ends the program.
    open func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = [],
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
        completionHandler: AVAudioPlayerNodeCompletionHandler? = nil
    ) {
        let connected = outputFormat(forBus: 0).channelCount
        if owner != nil, buffer.format.channelCount != connected {
            ProcessApp.shared.raise(
                "AVAudioPlayerNode.scheduleBuffer",
                "the buffer has \(buffer.format.channelCount) channels and the player's connection \(connected); "
                    + "connect the player in the buffer's format")
        }
        let source = PlayerItem.Source.frames(StereoFrames(buffer).samples, loops: options.contains(.loops))
        schedule(source, buffer.format.sampleRate, when, options, callbackType, completionHandler)
    }

    /// Schedules a file at a time.
    open func scheduleFile(
        _ file: AVAudioFile, at when: AVAudioTime?, completionHandler: AVAudioNodeCompletionHandler? = nil
    ) {
        scheduleFile(
            file, at: when, completionCallbackType: .dataConsumed,
            completionHandler: completionHandler.map { handler in { _ in handler() } })
    }

    /// Schedules a file at a time and calls a closure when it has reached a stage.
    open func scheduleFile(
        _ file: AVAudioFile, at when: AVAudioTime?,
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
        completionHandler: AVAudioPlayerNodeCompletionHandler? = nil
    ) {
        scheduleSegment(
            file, startingFrame: 0, frameCount: AVAudioFrameCount(clamping: file.length), at: when,
            completionCallbackType: callbackType, completionHandler: completionHandler)
    }

    /// Schedules a segment of a file at a time.
    open func scheduleSegment(
        _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition, frameCount numberFrames: AVAudioFrameCount,
        at when: AVAudioTime?, completionHandler: AVAudioNodeCompletionHandler? = nil
    ) {
        scheduleSegment(
            file, startingFrame: startFrame, frameCount: numberFrames, at: when, completionCallbackType: .dataConsumed,
            completionHandler: completionHandler.map { handler in { _ in handler() } })
    }

    /// Schedules a segment of a file at a time and calls a closure when it has reached a stage.
    ///
    /// - Parameters:
    ///   - startFrame: The first frame. A negative number counts as 0; at the file's end or beyond nothing is played.
    ///   - numberFrames: The number of frames, clipped at the file's end.
    open func scheduleSegment(
        _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition, frameCount numberFrames: AVAudioFrameCount,
        at when: AVAudioTime?, completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
        completionHandler: AVAudioPlayerNodeCompletionHandler? = nil
    ) {
        let first = max(0, min(startFrame, file.length))
        let count = min(AVAudioFramePosition(numberFrames), file.length - first)
        // A separate reader leaves the position of the program's file unchanged.
        let reader = count > 0 ? try? ProcessApp.shared.backend().reader(file.url.path) : nil
        var source = PlayerItem.Source.frames([], loops: false)
        if let reader, (try? reader.seek(to: Int(first))) != nil { source = .file(reader, left: Int(count)) }
        schedule(source, file.processingFormat.sampleRate, when, [], callbackType, completionHandler)
    }

    private func schedule(
        _ source: PlayerItem.Source, _ rate: Double, _ when: AVAudioTime?, _ options: AVAudioPlayerNodeBufferOptions,
        _ type: AVAudioPlayerNodeCompletionCallbackType, _ completion: AVAudioPlayerNodeCompletionHandler?
    ) {
        let engine = engineRate
        let begins: AVAudioFramePosition? = when.flatMap { when in
            guard when.isSampleTimeValid, SoundLimits.rates.contains(when.sampleRate) else { return nil }
            return AVAudioFramePosition(
                nearest: SoundLimits.seconds(Double(when.sampleTime) / when.sampleRate) * engine)
        }
        let usable = SoundLimits.rates.contains(rate) ? rate : engine
        let item = PlayerItem(source, from: usable, to: engine, begins: begins, type, completion)
        let ended: [PlayerItem] = state.withLock { state in
            var ended: [PlayerItem] = []
            if options.contains(.interrupts) {
                (ended, state.items) = (state.items, [])
            } else if options.contains(.interruptsAtLoop) {
                // The current item finishes its pass; later items are dropped.
                ended = Array(state.items.dropFirst())
                state.items = Array(state.items.prefix(1))
                state.items.first?.isReplaced = true
            }
            state.items.append(item)
            return ended
        }
        tell(ended, isHeard: false)
    }

    // MARK: Rendering

    override func render(_ frames: Int, _ pass: RenderPass) -> StereoFrames {
        let (made, ended) = state.withLock { state -> ([Float], [PlayerItem]) in
            guard state.runs else { return ([], []) }
            if let moment = state.beginsAt {
                guard mach_absolute_time() >= moment else { return ([], []) }
                state.beginsAt = nil
            }
            defer { state.played += AVAudioFramePosition(frames) }
            return Self.next(frames, &state)
        }
        tell(ended, isHeard: true)
        return StereoFrames(interleaved: made + [Float](repeating: 0, count: max(0, 2 * frames - made.count)))
    }

    /// Returns the next frames of the scheduled items, and the items that end with them.
    private static func next(_ frames: Int, _ state: inout State) -> (made: [Float], ended: [PlayerItem]) {
        var (made, ended): ([Float], [PlayerItem]) = ([], [])
        while made.count < 2 * frames, let item = state.items.first {
            let soFar = made.count / 2
            if let begins = item.begins, !item.hasBegun {
                let wait = begins - state.played - AVAudioFramePosition(soFar)
                if wait > 0 {
                    made += [Float](repeating: 0, count: 2 * Int(min(wait, AVAudioFramePosition(frames - soFar))))
                    continue
                }
            }
            made += item.read(frames - soFar, endsAtLoop: item.isReplaced && state.items.count > 1)
            if item.isOver { ended.append(state.items.removeFirst()) }
        }
        return (made, ended)
    }

    /// Calls completions; those for `dataPlayedBack` after the output latency.
    private func tell(_ items: [PlayerItem], isHeard: Bool) {
        for item in items {
            guard item.completion != nil else { continue }
            let call = { @Sendable in item.completion?(item.type) ?? () }
            let late = isHeard && item.type == .dataPlayedBack && owner?.isInManualRenderingMode != true
            if late, let backend = try? ProcessApp.shared.backend() {
                backend.after(backend.latencies.output) { [queue] in
                    ProcessApp.shared.enqueue(on: queue, call)
                }
            } else {
                ProcessApp.shared.enqueue(on: queue, call)
            }
        }
    }
}
