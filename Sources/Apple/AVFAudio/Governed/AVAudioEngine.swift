// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import AVFAudioSession
internal import AppleSession
public import CoreAudioTypes
public import Foundation
internal import Synchronization

/// The modes of manual rendering.
public enum AVAudioEngineManualRenderingMode: Int, Sendable {
    /// The engine renders as fast as the program calls it.
    case offline = 0
    /// The engine renders in real time, paced by the program.
    case realtime = 1
}

/// The result of a manual rendering call.
public enum AVAudioEngineManualRenderingStatus: Int, Sendable {
    /// Rendering failed.
    case error = -1
    /// The frames were rendered.
    case success = 0
    /// The input node had too few frames.
    case insufficientDataFromInputNode = 1
    /// The engine is not running, or another thread is rendering.
    case cannotDoInCurrentContext = 2
}

/// Renders frames into a buffer list; on failure, the last argument receives the error code.
public typealias AVAudioEngineManualRenderingBlock = (
    AVAudioFrameCount, UnsafeMutablePointer<AudioBufferList>, UnsafeMutablePointer<OSStatus>?
) -> AVAudioEngineManualRenderingStatus

/// A graph of audio nodes that renders the app's sound and captures its microphone.
///
/// The policy sees one sound of the app, named `samples`. An interruption stops the engine until the app starts it again, and
/// so does a route with a different channel count or sample rate. Members may be called on any thread; taps and completions run
/// on their own queues. No lock is held while a block of the program runs.
open class AVAudioEngine: NSObject, @unchecked Sendable {
    private struct Manual {
        let mode: AVAudioEngineManualRenderingMode
        let format: AVAudioFormat
        let maximum: AVAudioFrameCount
    }

    private struct State: @unchecked Sendable {
        var graph = Graph()
        var input: AVAudioInputNode?
        var mixer: AVAudioMixerNode?
        /// Whether `outputNode` was ever accessed; nothing can be played before.
        var hasOutput = false
        var sound: (any BackendSound)?
        var capture: (any BackendCapture)?
        var life: MediaServerLife?
        var runs = false
        var startRoute: RouteFacts?
        var rendered: AVAudioFramePosition = 0
        /// Whether a thread is rendering; only one may at a time.
        var isRendering = false
        var manual: Manual?
        var observation: NewsObservation?
    }

    private let state = Mutex(State())
    /// The node behind `outputNode`, access to which makes the engine one that plays.
    let output = AVAudioOutputNode()
    let kept = Kept()

    /// Creates an engine with an empty graph.
    public override init() {
        super.init()
        output.owner = self
        let observation = NewsObservation { [weak self] in self?.handle($0) }
        state.withLock { $0.observation = observation }
    }

    deinit { halt() }

    private func handle(_ message: AppNotice.Message) {
        switch message {
        // If the program has restarted it in the meantime, it keeps running.
        case .interruptionBegan, .mediaServicesWereLost: if state.withLock({ $0.runs }), !isRunning { pause() }
        case .routeChanged(let reason, _):
            // The notice may describe a change from before the engine started, and the engine may start during this check.
            guard let before = state.withLock({ $0.runs ? $0.startRoute : nil }) else { return }
            let now = ProcessApp.shared.facts.route
            let keepsFormat = reason != .routeConfigurationChange && channels(before) == channels(now)
            if !keepsFormat, isRunning, !isInManualRenderingMode { reconfigure() }
        default: break
        }
    }

    /// Stops after a change of the hardware format and posts the notification on a background thread; the app reconnects its
    /// nodes and starts the engine again.
    private func reconfigure() {
        halt()
        stopPlayers()
        ProcessApp.shared.enqueue(on: .global()) { [weak self] in
            guard let self else { return }
            NotificationCenter.default.post(name: .AVAudioEngineConfigurationChange, object: self)
        }
    }

    /// The channel counts of a route: its output, and its input if the engine captures.
    private func channels(_ route: RouteFacts) -> [Int] {
        let hears = state.withLock { $0.input != nil }
        return [route.outputs, hears ? route.inputs : []].map { ports in
            ports.first.map { Translation.port($0).channels?.count ?? 0 } ?? 0
        }
    }

    // MARK: Nodes

    /// The node at which the graph ends.
    open var outputNode: AVAudioOutputNode {
        state.withLock { $0.hasOutput = true }
        return output
    }

    /// The mixer that feeds the output, created and connected on first access.
    open var mainMixerNode: AVAudioMixerNode {
        let made = AVAudioMixerNode()
        return state.withLock { state in
            if let mixer = state.mixer { return mixer }
            (state.mixer, state.hasOutput) = (made, true)
            made.owner = self
            state.graph.nodes.insert(made)
            state.graph.add(Graph.Edge(source: made, output: 0, target: output, input: 0))
            return made
        }
    }

    /// The node that provides the microphone's samples.
    open var inputNode: AVAudioInputNode {
        let made = AVAudioInputNode()
        return state.withLock { state in
            if let input = state.input { return input }
            made.owner = self
            state.input = made
            return made
        }
    }

    /// The attached nodes.
    open var attachedNodes: Set<AVAudioNode> { graphNow.nodes }

    var graphNow: Graph { state.withLock { $0.graph } }

    /// Attaches a node to the graph, detaching it from any other engine.
    open func attach(_ node: AVAudioNode) {
        if let other = node.owner, other !== self { other.detach(node) }
        node.owner = self
        state.withLock { _ = $0.graph.nodes.insert(node) }
    }

    /// Detaches a node and removes its connections.
    open func detach(_ node: AVAudioNode) {
        let wasAttached = state.withLock { state in
            state.graph.remove { $0.source === node || $0.target === node }
            return state.graph.nodes.remove(node) != nil
        }
        if wasAttached { node.owner = nil }
    }

    // MARK: Connections

    /// Connects a node to another one: to a mixer's next free input, or to the node's only input.
    open func connect(_ node1: AVAudioNode, to node2: AVAudioNode, format: AVAudioFormat?) {
        let bus = (node2 as? AVAudioMixerNode)?.nextAvailableInputBus ?? 0
        connect(node1, to: node2, fromBus: 0, toBus: bus, format: format)
    }

    /// Connects an output of a node to an input of another one, replacing the output's connections.
    ///
    /// If Apple's method would raise an exception (a node that is not attached, a negative input, a cycle), connects nothing
    /// and prints the reason on standard error.
    open func connect(
        _ node1: AVAudioNode, to node2: AVAudioNode, fromBus bus1: AVAudioNodeBus, toBus bus2: AVAudioNodeBus,
        format: AVAudioFormat?
    ) {
        connect(node1, bus1, to: [(node2, bus2)], format)
    }

    /// Connects an output of a node to several inputs.
    open func connect(
        _ sourceNode: AVAudioNode, to destNodes: [AVAudioConnectionPoint], fromBus sourceBus: AVAudioNodeBus,
        format: AVAudioFormat?
    ) {
        connect(sourceNode, sourceBus, to: destNodes.compactMap { point in point.node.map { ($0, point.bus) } }, format)
    }

    private func connect(
        _ source: AVAudioNode, _ output: AVAudioNodeBus, to targets: [(node: AVAudioNode, input: AVAudioNodeBus)],
        _ format: AVAudioFormat?
    ) {
        let obstacle: String? = state.withLock { state in
            let strangers = ([source] + targets.map(\.node)).filter { $0.owner !== self }
            guard strangers.isEmpty else { return "attach \(type(of: strangers[0])) to the engine first" }
            guard output >= 0, targets.allSatisfy({ $0.input >= 0 }) else { return "buses count from 0" }
            guard !targets.contains(where: { state.graph.feeds($0.node, source) }) else {
                return "its frames would come back to it in a ring"
            }
            state.graph.remove { $0.source === source && $0.output == output }
            for target in targets {
                state.graph.add(Graph.Edge(source: source, output: output, target: target.node, input: target.input))
            }
            return nil
        }
        if let obstacle {
            return ProcessApp.shared.raise("AVAudioEngine.connect", "\(type(of: source)) is not connected: \(obstacle)")
        }
        guard let format else { return }
        source.setOutputFormat(format, bus: output)
        for target in targets { target.node.setInputFormat(format, bus: target.input) }
    }

    /// Removes every connection into a node.
    open func disconnectNodeInput(_ node: AVAudioNode) { state.withLock { $0.graph.remove { $0.target === node } } }

    /// Removes the connection into an input of a node.
    open func disconnectNodeInput(_ node: AVAudioNode, bus: AVAudioNodeBus) {
        state.withLock { $0.graph.remove { $0.target === node && $0.input == bus } }
    }

    /// Removes every connection out of a node.
    open func disconnectNodeOutput(_ node: AVAudioNode) { state.withLock { $0.graph.remove { $0.source === node } } }

    /// Removes the connections out of an output of a node.
    open func disconnectNodeOutput(_ node: AVAudioNode, bus: AVAudioNodeBus) {
        state.withLock { $0.graph.remove { $0.source === node && $0.output == bus } }
    }

    /// The output connected to an input of a node.
    open func inputConnectionPoint(for node: AVAudioNode, inputBus bus: AVAudioNodeBus) -> AVAudioConnectionPoint? {
        graphNow.edge(into: node, bus).map { AVAudioConnectionPoint(node: $0.source, bus: $0.output) }
    }

    /// The inputs connected to an output of a node.
    open func outputConnectionPoints(for node: AVAudioNode, outputBus bus: AVAudioNodeBus) -> [AVAudioConnectionPoint] {
        graphNow.edges.filter { $0.source === node && $0.output == bus }
            .map { AVAudioConnectionPoint(node: $0.target, bus: $0.input) }
    }

    // MARK: Running

    /// Prepares the engine for `start()`.
    open func prepare() {}

    /// Whether the engine captures, and whether it plays.
    private var needs: (hears: Bool, sounds: Bool) {
        let (graph, input, hasOutput) = state.withLock { ($0.graph, $0.input, $0.hasOutput) }
        let isUsed = input.map { input in input.hasTap || graph.edges.contains { $0.source === input } } ?? false
        return (isUsed || input != nil && !hasOutput, hasOutput)
    }

    /// Activates the session and starts rendering, and capturing if the input is used. A running engine adopts changes to its
    /// graph.
    ///
    /// - Throws: -10868 if neither the input nor the output was ever accessed; the policy's refusals, in the domain
    ///   `NSOSStatusErrorDomain`.
    open func start() throws {
        guard !isInManualRenderingMode else { return state.withLock { $0.runs = true } }
        let (hears, sounds) = needs
        guard hears || sounds else {
            throw AudioFileFailure.error(-10_868, "The graph has nothing to render: connect a node, or use inputNode.")
        }
        let (isHearing, isSounding, isVoid) = state.withLock { state in
            if state.life == nil { state.life = MediaServerLife() }
            let isSounding = state.runs && state.sound?.isPlaying == true
            return (state.capture?.isRunning == true, isSounding, state.life?.isOver == true)
        }
        guard !isVoid else {
            throw SessionFailure.error(.mediaServicesFailed, "The media server has died since; make the engine anew.")
        }
        try SessionFailure.translating {
            let backend = try ProcessApp.shared.backend()
            if processesVoice { try ProcessApp.shared.wish(.startedVoiceProcessing) }
            if hears, !isHearing {
                try? state.withLock { $0.capture.take() }?.stop()
                try hear(backend)
            }
            if sounds, !isSounding { try play(backend) }
        }
        let route = ProcessApp.shared.facts.route
        state.withLock { ($0.startRoute, $0.runs) = (route, true) }
    }

    /// Whether the input or the output has voice processing, which is reported to the policy at each start.
    private var processesVoice: Bool {
        state.withLock { $0.input }?.isVoiceProcessingEnabled == true || output.isVoiceProcessingEnabled
    }

    /// Starts capturing if the tap is on the input of a running engine.
    func tapWasAdded(to node: AVAudioNode) {
        guard node === state.withLock({ $0.input }), isRunning else { return }
        try? start()
    }

    var graphRate: Double { state.withLock { $0.manual?.format.sampleRate } ?? DeviceFormat.rate }

    private func hear(_ backend: any AppleBackend) throws {
        let made = try backend.capture { [weak self] samples, moment in
            guard let input = self?.state.withLock({ $0.input }) else { return }
            input.captured(samples, at: UInt64(max(0, moment.nanoseconds)))
        }
        state.withLock { $0.capture = made }
    }

    private func play(_ backend: any AppleBackend) throws {
        let known = state.withLock { $0.sound }
        let made =
            if let known { known } else {
                try backend.sound(channels: 2, rate: Int(DeviceFormat.rate)) { [weak self] samples, frames in
                    self?.fill(samples, frames) ?? 0
                }
            }
        state.withLock { $0.sound = made }
        try made.play(at: nil)
    }

    private func fill(_ samples: UnsafeMutableBufferPointer<Float>, _ frames: Int) -> Int {
        let count = min(frames, samples.count / 2)
        let made = rendered(count) ?? StereoFrames(count)
        _ = samples.update(fromContentsOf: made.samples.prefix(2 * count))
        return count
    }

    /// Renders the next frames, or nil if another thread renders.
    private func rendered(_ frames: Int) -> StereoFrames? {
        let begin: (graph: Graph, now: AVAudioTime)? = state.withLock { state in
            guard !state.isRendering else { return nil }
            state.isRendering = true
            return (state.graph, Self.time(state))
        }
        guard let begin else { return nil }
        let made = RenderPass(begin.graph, at: begin.now).input(of: output, 0, frames)
        output.feedTaps(made, at: begin.now)
        state.withLock { state in
            state.isRendering = false
            if state.runs { state.rendered += AVAudioFramePosition(frames) }
        }
        return made
    }

    /// Pauses rendering; `start()` resumes it.
    open func pause() {
        let (sound, capture) = state.withLock { state in
            defer { (state.capture, state.runs) = (nil, false) }
            return (state.sound, state.capture)
        }
        _ = try? sound?.pause()
        try? capture?.stop()
    }

    /// Stops rendering and all players, and releases what `prepare()` allocated.
    open func stop() {
        halt()
        stopPlayers()
    }

    private func stopPlayers() { for case let player as AVAudioPlayerNode in attachedNodes { player.stop() } }

    private func halt() {
        let (sound, capture) = state.withLock { state in
            defer { (state.sound, state.capture, state.runs, state.rendered) = (nil, nil, false, 0) }
            return (state.sound, state.capture)
        }
        _ = try? sound?.stop()
        try? capture?.stop()
    }

    /// Resets every node.
    open func reset() { for node in attachedNodes { node.reset() } }

    /// Whether the engine is running: started, and stopped by neither the app nor the policy since.
    open var isRunning: Bool {
        let (runs, sound, capture) = state.withLock { ($0.runs, $0.sound, $0.capture) }
        return runs && sound?.isPlaying != false && capture?.isRunning != false
    }

    var renderTime: AVAudioTime? { state.withLock { $0.runs ? Self.time($0) : nil } }

    private static func time(_ state: borrowing State) -> AVAudioTime {
        AVAudioTime(
            hostTime: mach_absolute_time(), sampleTime: state.rendered,
            atRate: state.manual?.format.sampleRate ?? DeviceFormat.rate)
    }

    // MARK: Rendering by hand

    /// Detaches the engine from the device; from now on only the program renders it.
    ///
    /// - Parameters:
    ///   - pcmFormat: Linear PCM with 1 to 64 channels, at 1 to 768,000 Hz.
    ///   - maximumFrameCount: 1 to 1,048,576 frames.
    /// - Throws: -10868 while the engine is running; -50 for other formats and counts.
    open func enableManualRenderingMode(
        _ mode: AVAudioEngineManualRenderingMode, format pcmFormat: AVAudioFormat,
        maximumFrameCount: AVAudioFrameCount
    ) throws {
        guard !isRunning else { throw AudioFileFailure.error(-10_868, "The engine runs; stop it first.") }
        guard pcmFormat.isConvertible, (1...SoundLimits.slice).contains(maximumFrameCount) else {
            throw AudioFileFailure.error(
                -50,
                "Rendering by hand needs linear PCM at 1 to 768000 Hz, and 1 to \(SoundLimits.slice) frames at a time.")
        }
        state.withLock { state in
            (state.manual, state.rendered) = (Manual(mode: mode, format: pcmFormat, maximum: maximumFrameCount), 0)
        }
    }

    /// Returns to rendering for the device.
    open func disableManualRenderingMode() { state.withLock { ($0.manual, $0.runs) = (nil, false) } }

    /// The mode of manual rendering.
    open var manualRenderingMode: AVAudioEngineManualRenderingMode { state.withLock { $0.manual?.mode } ?? .offline }
    /// Whether manual rendering is enabled.
    open var isInManualRenderingMode: Bool { state.withLock { $0.manual != nil } }
    /// The format of manual rendering.
    open var manualRenderingFormat: AVAudioFormat {
        state.withLock { $0.manual?.format } ?? output.inputFormat(forBus: 0)
    }
    /// The maximum number of frames of one manual rendering call.
    open var manualRenderingMaximumFrameCount: AVAudioFrameCount { state.withLock { $0.manual?.maximum } ?? 0 }
    /// The number of frames rendered manually so far.
    open var manualRenderingSampleTime: AVAudioFramePosition { state.withLock { $0.rendered } }

    /// Renders the next frames manually.
    ///
    /// - Returns: `cannotDoInCurrentContext` if the engine is not running, or if another thread is rendering.
    /// - Throws: -10874 for more frames than the maximum; -50 for a buffer that is too small or of another format.
    @discardableResult
    open func renderOffline(
        _ numberOfFrames: AVAudioFrameCount, to buffer: AVAudioPCMBuffer
    ) throws -> AVAudioEngineManualRenderingStatus {
        guard let manual = state.withLock({ $0.manual }), isRunning else { return .cannotDoInCurrentContext }
        guard numberOfFrames <= manual.maximum else {
            throw AudioFileFailure.error(-10_874, "At most \(manual.maximum) frames are rendered at a time.")
        }
        guard buffer.frameCapacity >= numberOfFrames, buffer.format == manual.format else {
            throw AudioFileFailure.error(
                -50, "The buffer must have the manualRenderingFormat, and room for the frames.")
        }
        guard let made = rendered(Int(numberOfFrames)) else { return .cannotDoInCurrentContext }
        made.write(into: buffer)
        return .success
    }

    /// A block that renders the next frames, in the `manualRenderingFormat`, into a buffer list.
    open var manualRenderingBlock: AVAudioEngineManualRenderingBlock {
        { [weak self] count, list, failure in
            guard let self, let buffer = AVAudioPCMBuffer(pcmFormat: manualRenderingFormat, frameCapacity: count) else {
                failure?.pointee = -50
                return .error
            }
            do {
                let status = try renderOffline(count, to: buffer)
                guard status == .success else { return status }
                let targets = UnsafeMutableAudioBufferListPointer(list)
                let sources = UnsafeMutableAudioBufferListPointer(buffer.mutableAudioBufferList)
                for (index, source) in sources.enumerated() where index < targets.count {
                    guard let from = source.mData, let to = targets[index].mData else { continue }
                    let bytes = min(source.mDataByteSize, targets[index].mDataByteSize)
                    to.copyMemory(from: from, byteCount: Int(bytes))
                    targets[index].mDataByteSize = bytes
                }
                return status
            } catch {
                failure?.pointee = OSStatus((error as NSError).code)
                return .error
            }
        }
    }
}

extension NSNotification.Name {
    /// Posted after a change of the hardware's sample rate or channel count has stopped the engine and its players.
    public static let AVAudioEngineConfigurationChange = NSNotification.Name(
        "AVAudioEngineConfigurationChangeNotification")
}

/// The Objective-C name of `AVAudioEngineConfigurationChange`.
public let AVAudioEngineConfigurationChangeNotification = NSNotification.Name.AVAudioEngineConfigurationChange.rawValue
