// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import AVFAudioSession
internal import AppleSession
public import CoreAudioTypes
public import Foundation
internal import Synchronization

/// The two ways in which an engine renders by hand.
public enum AVAudioEngineManualRenderingMode: Int, Sendable {
    /// The engine renders as fast as the program asks.
    case offline = 0
    /// The engine renders in time with a clock of the program's.
    case realtime = 1
}

/// The result of a rendering by hand.
public enum AVAudioEngineManualRenderingStatus: Int, Sendable {
    /// The rendering failed.
    case error = -1
    /// The frames were rendered.
    case success = 0
    /// The input had too few frames.
    case insufficientDataFromInputNode = 1
    /// The engine does not run, or another thread renders it.
    case cannotDoInCurrentContext = 2
}

/// Renders so many frames into a C list by hand; if that fails, the last argument gets the code.
public typealias AVAudioEngineManualRenderingBlock = (
    AVAudioFrameCount, UnsafeMutablePointer<AudioBufferList>, UnsafeMutablePointer<OSStatus>?
) -> AVAudioEngineManualRenderingStatus

/// A graph of nodes that makes the app's sound, and hears its microphone.
///
/// To the policy it is one sound of the app, called `samples`; an interruption stops it until the app starts it again,
/// and so does a route of another number of channels or rate. Members may be called on any thread; taps and completions
/// are told on queues of their own. No lock is held while a program's block renders, takes or passes frames.
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
        /// Whether the output was asked for, which is so before anything can be played.
        var hasOutput = false
        var sound: (any BackendSound)?
        var capture: (any BackendCapture)?
        var life: MediaServerLife?
        var runs = false
        var startRoute: RouteFacts?
        var rendered: AVAudioFramePosition = 0
        /// Whether a thread renders; one at a time does.
        var isRendering = false
        var manual: Manual?
        var observation: NewsObservation?
    }

    private let state = Mutex(State())
    private let output = AVAudioOutputNode()
    let kept = Kept()

    /// Creates an engine without nodes.
    public override init() {
        super.init()
        output.owner = self
        let observation = NewsObservation { [weak self] in self?.handle($0) }
        state.withLock { $0.observation = observation }
    }

    deinit { halt() }

    private func handle(_ message: AppNotice.Message) {
        switch message {
        // A program that has started it again by the time at which it is told keeps it running.
        case .interruptionBegan, .mediaServicesWereLost: if state.withLock({ $0.runs }), !isRunning { pause() }
        case .routeChanged(let reason, _):
            // What is told late may have been so before the engine started, which then runs on the route as it is; and it may
            // start while this looks.
            guard let before = state.withLock({ $0.runs ? $0.startRoute : nil }) else { return }
            let now = ProcessApp.shared.facts.route
            let keepsFormat = reason != .routeConfigurationChange && channels(before) == channels(now)
            if !keepsFormat, isRunning, !isInManualRenderingMode { reconfigure() }
        default: break
        }
    }

    /// Stops because the hardware's channels or rate are others now, and says so on a thread that is not the main one: the
    /// app connects what it has to and starts again.
    private func reconfigure() {
        halt()
        stopPlayers()
        DispatchQueue.global().async { [weak self] in
            guard let self else { return }
            NotificationCenter.default.post(name: .AVAudioEngineConfigurationChange, object: self)
        }
    }

    /// The number of channels of a route: out, and in where the engine hears.
    private func channels(_ route: RouteFacts) -> [Int] {
        let hears = state.withLock { $0.input != nil }
        return [route.outputs, hears ? route.inputs : []].map { ports in
            ports.first.map { Translation.port($0).channels?.count ?? 0 } ?? 0
        }
    }

    // MARK: Nodes

    /// The node in which the graph ends.
    open var outputNode: AVAudioOutputNode {
        state.withLock { $0.hasOutput = true }
        return output
    }

    /// The mixer that feeds the output; made and connected when it is first asked for.
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

    /// The node that brings in the sound of the microphone.
    open var inputNode: AVAudioInputNode {
        let made = AVAudioInputNode()
        return state.withLock { state in
            if let input = state.input { return input }
            made.owner = self
            state.input = made
            return made
        }
    }

    /// The nodes that were attached.
    open var attachedNodes: Set<AVAudioNode> { graphNow.nodes }

    var graphNow: Graph { state.withLock { $0.graph } }

    /// Takes a node into the graph; out of that of another engine.
    open func attach(_ node: AVAudioNode) {
        if let other = node.owner, other !== self { other.detach(node) }
        node.owner = self
        state.withLock { _ = $0.graph.nodes.insert(node) }
    }

    /// Takes a node out of the graph, with its connections.
    open func detach(_ node: AVAudioNode) {
        let wasAttached = state.withLock { state in
            state.graph.remove { $0.source === node || $0.target === node }
            return state.graph.nodes.remove(node) != nil
        }
        if wasAttached { node.owner = nil }
    }

    // MARK: Connections

    /// Lets a node feed another one: a mixer's next free input, else its only one.
    open func connect(_ node1: AVAudioNode, to node2: AVAudioNode, format: AVAudioFormat?) {
        let bus = (node2 as? AVAudioMixerNode)?.nextAvailableInputBus ?? 0
        connect(node1, to: node2, fromBus: 0, toBus: bus, format: format)
    }

    /// Lets an output of a node feed an input of another one, and no other.
    ///
    /// Where Apple's raises an exception nothing is connected, and a line on stderr says why: a node that is not attached,
    /// an input below 0, and a ring.
    open func connect(
        _ node1: AVAudioNode, to node2: AVAudioNode, fromBus bus1: AVAudioNodeBus, toBus bus2: AVAudioNodeBus,
        format: AVAudioFormat?
    ) {
        connect(node1, bus1, to: [(node2, bus2)], format)
    }

    /// Lets an output of a node feed several inputs.
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
            return PhoneException.raise("AVAudioEngine.connect", "\(type(of: source)) is not connected: \(obstacle)")
        }
        guard let format else { return }
        source.setOutputFormat(format, bus: output)
        for target in targets { target.node.setInputFormat(format, bus: target.input) }
    }

    /// Lets nothing feed a node.
    open func disconnectNodeInput(_ node: AVAudioNode) { state.withLock { $0.graph.remove { $0.target === node } } }

    /// Lets nothing feed an input of a node.
    open func disconnectNodeInput(_ node: AVAudioNode, bus: AVAudioNodeBus) {
        state.withLock { $0.graph.remove { $0.target === node && $0.input == bus } }
    }

    /// Lets a node feed nothing.
    open func disconnectNodeOutput(_ node: AVAudioNode) { state.withLock { $0.graph.remove { $0.source === node } } }

    /// Lets an output of a node feed nothing.
    open func disconnectNodeOutput(_ node: AVAudioNode, bus: AVAudioNodeBus) {
        state.withLock { $0.graph.remove { $0.source === node && $0.output == bus } }
    }

    /// The node and its output that feed an input of a node.
    open func inputConnectionPoint(for node: AVAudioNode, inputBus bus: AVAudioNodeBus) -> AVAudioConnectionPoint? {
        graphNow.edge(into: node, bus).map { AVAudioConnectionPoint(node: $0.source, bus: $0.output) }
    }

    /// The nodes and their inputs that an output of a node feeds.
    open func outputConnectionPoints(for node: AVAudioNode, outputBus bus: AVAudioNodeBus) -> [AVAudioConnectionPoint] {
        graphNow.edges.filter { $0.source === node && $0.output == bus }
            .map { AVAudioConnectionPoint(node: $0.target, bus: $0.input) }
    }

    // MARK: Running

    /// Gets ready what `start()` needs.
    open func prepare() {}

    /// Whether the microphone is needed, and whether something is played.
    private var needs: (hears: Bool, sounds: Bool) {
        let (graph, input, hasOutput) = state.withLock { ($0.graph, $0.input, $0.hasOutput) }
        let isUsed = input.map { input in input.hasTap || graph.edges.contains { $0.source === input } } ?? false
        return (isUsed || input != nil && !hasOutput, hasOutput)
    }

    /// Starts to render, and to hear where the input is used; activates the session. An engine that runs continues, and
    /// takes up what has come to it since.
    ///
    /// - Throws: -10868 where neither the input nor the output was ever asked for; what the policy refuses, in the domain
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
        try SessionFailure.translating { () throws(DeviceFailure) in
            let backend = try ProcessApp.shared.backend()
            if processesVoice { try ProcessApp.shared.wish(.startedVoiceProcessing) }
            if hears, !isHearing {
                state.withLock { $0.capture.take() }?.stop()
                try hear(backend)
            }
            if sounds, !isSounding { try play(backend) }
        }
        let route = ProcessApp.shared.facts.route
        state.withLock { ($0.startRoute, $0.runs) = (route, true) }
    }

    /// Whether the input or the output has voice processing, which the policy is told at each start.
    private var processesVoice: Bool {
        state.withLock { $0.input }?.isVoiceProcessingEnabled == true || output.isVoiceProcessingEnabled
    }

    /// Hears the microphone from now on where a tap was put on it while the engine runs.
    func tapWasAdded(to node: AVAudioNode) {
        guard node === state.withLock({ $0.input }), isRunning else { return }
        try? start()
    }

    /// Frames per second of the graph: the device's, or those that are rendered by hand.
    var graphRate: Double { state.withLock { $0.manual?.format.sampleRate } ?? EngineRate.device }

    private func hear(_ backend: any AppleBackend) throws(DeviceFailure) {
        let made = try backend.capture { [weak self] samples, moment in
            guard let (input, capture) = self?.state.withLock({ ($0.input, $0.capture) }) else { return }
            input?.captured(samples, channels: capture?.channels ?? 2, at: UInt64(max(0, moment.nanoseconds)))
        }
        state.withLock { $0.capture = made }
    }

    private func play(_ backend: any AppleBackend) throws(DeviceFailure) {
        let known = state.withLock { $0.sound }
        let made =
            if let known { known } else {
                try backend.sound(channels: 2, rate: Int(EngineRate.device)) { [weak self] samples, frames in
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

    /// Stops rendering, and keeps everything where it is; `start()` continues.
    open func pause() {
        let (sound, capture) = state.withLock { state in
            defer { (state.capture, state.runs) = (nil, false) }
            return (state.sound, state.capture)
        }
        _ = try? sound?.pause()
        capture?.stop()
    }

    /// Stops rendering, and gives back what `prepare()` took; players stop.
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
        capture?.stop()
    }

    /// Forgets what the nodes hold of earlier frames.
    open func reset() { for node in attachedNodes { node.reset() } }

    /// Whether the engine renders: it was started, and neither the app nor the policy has halted it since.
    open var isRunning: Bool {
        let (runs, sound, capture) = state.withLock { ($0.runs, $0.sound, $0.capture) }
        return runs && sound?.isPlaying != false && capture?.isRunning != false
    }

    var renderTime: AVAudioTime? { state.withLock { $0.runs ? Self.time($0) : nil } }

    private static func time(_ state: borrowing State) -> AVAudioTime {
        AVAudioTime(
            hostTime: mach_absolute_time(), sampleTime: state.rendered,
            atRate: state.manual?.format.sampleRate ?? EngineRate.device)
    }

    // MARK: Rendering by hand

    /// Lets only `renderOffline(_:to:)` render the graph, without the device.
    ///
    /// - Parameters:
    ///   - pcmFormat: Linear PCM with 1 to 64 channels, at 1 to 768,000 Hz.
    ///   - maximumFrameCount: 1 to 1,048,576 frames.
    /// - Throws: -10868 while it runs; -50 for other formats and counts.
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

    /// Lets the device render the graph again.
    open func disableManualRenderingMode() { state.withLock { ($0.manual, $0.runs) = (nil, false) } }

    /// The way in which the graph is rendered by hand.
    open var manualRenderingMode: AVAudioEngineManualRenderingMode { state.withLock { $0.manual?.mode } ?? .offline }
    /// Whether the graph is rendered by hand.
    open var isInManualRenderingMode: Bool { state.withLock { $0.manual != nil } }
    /// The format of what is rendered by hand.
    open var manualRenderingFormat: AVAudioFormat {
        state.withLock { $0.manual?.format } ?? output.inputFormat(forBus: 0)
    }
    /// The greatest number of frames that are rendered by hand at a time.
    open var manualRenderingMaximumFrameCount: AVAudioFrameCount { state.withLock { $0.manual?.maximum } ?? 0 }
    /// The number of frames that were rendered by hand.
    open var manualRenderingSampleTime: AVAudioFramePosition { state.withLock { $0.rendered } }

    /// Renders the next frames by hand.
    ///
    /// - Returns: `cannotDoInCurrentContext` where the engine does not run, or another thread renders it.
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

    /// Renders the next frames into a C list of the `manualRenderingFormat`, for a loop of the app's own.
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
    /// Posted when the hardware's rate or channels have changed and the engine has stopped, its players with it; start
    /// it again.
    public static let AVAudioEngineConfigurationChange = NSNotification.Name(
        "AVAudioEngineConfigurationChangeNotification")
}

/// The name of the notification `AVAudioEngineConfigurationChange` in Objective-C.
public let AVAudioEngineConfigurationChangeNotification = NSNotification.Name.AVAudioEngineConfigurationChange.rawValue
