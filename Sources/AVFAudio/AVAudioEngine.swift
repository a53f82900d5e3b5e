// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import AppleSession
public import CoreAudioTypes
public import Foundation

/// How an engine renders by hand.
public enum AVAudioEngineManualRenderingMode: Int, Sendable {
    /// As fast as it goes.
    case offline = 0
    /// In time.
    case realtime = 1
}

/// What came of rendering by hand.
public enum AVAudioEngineManualRenderingStatus: Int, Sendable {
    /// It failed.
    case error = -1
    /// Here are the frames.
    case success = 0
    /// The input had too few.
    case insufficientDataFromInputNode = 1
    /// Not now.
    case cannotDoInCurrentContext = 2
}

/// Renders so many frames into a C list by hand; where that fails, the last argument gets the code.
public typealias AVAudioEngineManualRenderingBlock = (
    AVAudioFrameCount, UnsafeMutablePointer<AudioBufferList>, UnsafeMutablePointer<OSStatus>?
) -> AVAudioEngineManualRenderingStatus

/// A graph of nodes that makes the app's sound, and hears its microphone.
///
/// To the policy it is one sound of the app, called `samples`; an interruption stops it until the app starts it again, and
/// so does a route of another number of channels or rate.
/// Members may be called on any thread; taps and completions are told on threads of their own.
open class AVAudioEngine: NSObject, @unchecked Sendable {
    private var nodes: Set<AVAudioNode> = []
    private let output = AVAudioOutputNode()
    private var input: AVAudioInputNode?
    private var mixer: AVAudioMixerNode?
    private var sound: (any BackendSound)?
    private var capture: (any BackendCapture)?
    /// That in which it has run first.
    private var life: MediaServerLife?
    private var runs = false
    /// The route on which it was started.
    private var startRoute: RouteFacts?
    private var rendered: AVAudioFramePosition = 0
    private var observation: NewsObservation?
    private var manual: (mode: AVAudioEngineManualRenderingMode, format: AVAudioFormat, maximum: AVAudioFrameCount)?

    /// Creates an engine without nodes.
    public override init() {
        super.init()
        output.owner = self
        observation = NewsObservation { [weak self] in self?.take($0) }
    }

    deinit { halt() }

    private func take(_ message: AppNotice.Message) {
        switch message {
        // A program that has started it again by the time at which it is told keeps it running.
        case .interruptionBegan, .mediaServicesWereLost: if GraphLock.locked({ runs }), !isRunning { pause() }
        case .routeChanged(let reason, _):
            // What is told late may have been so before the engine started, which then runs on the route as it is; and it may
            // start while this looks.
            guard let before = GraphLock.locked({ runs ? startRoute : nil }) else { return }
            let now = ProcessApp.shared.facts.route
            let keepsFormat = reason != .routeConfigurationChange && channels(before) == channels(now)
            if !keepsFormat, isRunning, !isInManualRenderingMode { reconfigure() }
        default: break
        }
    }

    /// Stops because the hardware's channels or rate are others now, and says so on a thread of nobody's: the app connects
    /// what it has to and starts again.
    private func reconfigure() {
        halt()
        stopPlayers()
        DispatchQueue.global().async { [weak self] in
            guard let self else { return }
            NotificationCenter.default.post(name: .AVAudioEngineConfigurationChange, object: self)
        }
    }

    /// How many channels a route has: out, and in where the engine hears.
    private func channels(_ route: RouteFacts) -> [Int] {
        let hears = GraphLock.locked { input != nil }
        return [route.outputs, hears ? route.inputs : []].map { ports in
            ports.first.map { Translation.port($0).channels?.count ?? 0 } ?? 0
        }
    }

    // MARK: Nodes

    /// What the graph ends in.
    open var outputNode: AVAudioOutputNode { output }

    /// The mixer that feeds the output; made and connected when it is first asked for.
    open var mainMixerNode: AVAudioMixerNode {
        GraphLock.locked {
            if let mixer { return mixer }
            let made = AVAudioMixerNode()
            mixer = made
            attach(made)
            connect(made, to: output, format: nil)
            return made
        }
    }

    /// What the microphone hears.
    open var inputNode: AVAudioInputNode {
        GraphLock.locked {
            if let input { return input }
            let made = AVAudioInputNode()
            made.owner = self
            input = made
            return made
        }
    }

    /// The nodes that were attached.
    open var attachedNodes: Set<AVAudioNode> { GraphLock.locked { nodes } }

    /// Takes a node into the graph.
    open func attach(_ node: AVAudioNode) {
        GraphLock.locked {
            node.owner = self
            nodes.insert(node)
        }
    }

    /// Takes a node out of the graph, with its connections.
    open func detach(_ node: AVAudioNode) {
        GraphLock.locked {
            disconnectNodeInput(node)
            disconnectNodeOutput(node)
            nodes.remove(node)
            node.owner = nil
        }
    }

    // MARK: Connections

    /// Lets a node feed another one: a mixer's next free input, else its only one.
    open func connect(_ node1: AVAudioNode, to node2: AVAudioNode, format: AVAudioFormat?) {
        let bus = (node2 as? AVAudioMixerNode)?.nextAvailableInputBus ?? 0
        connect(node1, to: node2, fromBus: 0, toBus: bus, format: format)
    }

    /// Lets an output of a node feed an input of another one.
    open func connect(
        _ node1: AVAudioNode, to node2: AVAudioNode, fromBus bus1: AVAudioNodeBus, toBus bus2: AVAudioNodeBus,
        format: AVAudioFormat?
    ) {
        GraphLock.locked {
            disconnectNodeOutput(node1)
            node2.sources[bus2] = AVAudioConnectionPoint(node: node1, bus: bus1)
            if let format {
                node1.outputFormats[bus1] = format
                node2.inputFormats[bus2] = format
            }
        }
    }

    /// Lets an output of a node feed several inputs; here it feeds the first, for each output is rendered once.
    open func connect(
        _ sourceNode: AVAudioNode, to destNodes: [AVAudioConnectionPoint], fromBus sourceBus: AVAudioNodeBus,
        format: AVAudioFormat?
    ) {
        guard let first = destNodes.first, let node = first.node else { return }
        connect(sourceNode, to: node, fromBus: sourceBus, toBus: first.bus, format: format)
    }

    /// Lets nobody feed a node.
    open func disconnectNodeInput(_ node: AVAudioNode) { GraphLock.locked { node.sources = [:] } }

    /// Lets nobody feed an input of a node.
    open func disconnectNodeInput(_ node: AVAudioNode, bus: AVAudioNodeBus) {
        GraphLock.locked { node.sources[bus] = nil }
    }

    /// Lets a node feed nobody.
    open func disconnectNodeOutput(_ node: AVAudioNode) {
        GraphLock.locked {
            for other in allNodes {
                for (bus, source) in other.sources where source.node === node { other.sources[bus] = nil }
            }
        }
    }

    /// Lets an output of a node feed nobody.
    open func disconnectNodeOutput(_ node: AVAudioNode, bus: AVAudioNodeBus) { disconnectNodeOutput(node) }

    /// Who feeds an input of a node.
    open func inputConnectionPoint(for node: AVAudioNode, inputBus bus: AVAudioNodeBus) -> AVAudioConnectionPoint? {
        GraphLock.locked { node.sources[bus] }
    }

    /// Whom an output of a node feeds.
    open func outputConnectionPoints(for node: AVAudioNode, outputBus bus: AVAudioNodeBus) -> [AVAudioConnectionPoint] {
        GraphLock.locked {
            allNodes.flatMap { other in
                other.sources.filter { $0.value.node === node }
                    .map { AVAudioConnectionPoint(node: other, bus: $0.key) }
            }
        }
    }

    private var allNodes: [AVAudioNode] { Array(nodes) + [output] }

    var isFedByInput: Bool {
        guard let input else { return false }
        return allNodes.contains { node in node.sources.values.contains { $0.node === input } }
    }

    // MARK: Running

    /// Gets ready what `start()` needs.
    open func prepare() {}

    /// Starts to render, and to hear where the input is used; activates the session. An engine that runs goes on, and
    /// takes up what has come to it since.
    ///
    /// - Throws: What the policy refuses, in the domain `NSOSStatusErrorDomain`.
    open func start() throws {
        guard GraphLock.locked({ manual == nil }) else { return GraphLock.locked { runs = true } }
        let (hears, sounds) = GraphLock.locked { (input.map { $0.hasTap || isFedByInput } ?? false, isHeard) }
        guard hears || sounds else {
            throw AudioFileFailure.error(-10_868, "The graph has nothing to render: connect a node, or use inputNode.")
        }
        let (isHearing, isSounding, isVoid) = GraphLock.locked {
            if life == nil { life = MediaServerLife() }
            return (capture?.isRunning == true, runs && sound?.isPlaying == true, life?.isOver == true)
        }
        guard !isVoid else {
            throw SessionFailure.error(.mediaServicesFailed, "The media server has died since; make the engine anew.")
        }
        try SessionFailure.translating { () throws(DeviceFailure) in
            let backend = try ProcessApp.shared.backend()
            if hears, !isHearing {
                end(GraphLock.locked { capture.take() })
                try hear(backend)
            }
            if sounds, !isSounding { try play(backend) }
        }
        let route = ProcessApp.shared.facts.route
        GraphLock.locked { (startRoute, runs) = (route, true) }
    }

    /// Hears the microphone from now on where a tap was put on it while the engine runs.
    func tapWasAdded(to node: AVAudioNode) {
        guard node === GraphLock.locked({ input }), isRunning else { return }
        try? start()
    }

    /// Frames per second of the graph: the device's, or those that are rendered by hand.
    var graphRate: Double { manual.map { $0.format.sampleRate } ?? EngineRate.device }

    private var isHeard: Bool { output.sources[0]?.node.map { $0 !== input || isFedByInput } ?? false }

    private func hear(_ backend: any AppleBackend) throws(DeviceFailure) {
        let made = try backend.capture { [weak self] samples, moment in
            GraphLock.locked {
                guard let self, let input = self.input else { return }
                input.captured(
                    samples, channels: self.capture?.channels ?? 2, at: UInt64(max(0, moment.nanoseconds)))
            }
        }
        GraphLock.locked { capture = made }
    }

    private func play(_ backend: any AppleBackend) throws(DeviceFailure) {
        let kept = GraphLock.locked { sound }
        let made =
            if let kept { kept } else {
                try backend.sound(channels: 2, rate: Int(EngineRate.device)) { [weak self] samples, frames in
                    self?.fill(samples, frames) ?? 0
                }
            }
        GraphLock.locked { sound = made }
        try made.play(at: nil)
    }

    private func fill(_ samples: UnsafeMutableBufferPointer<Float>, _ frames: Int) -> Int {
        let made = GraphLock.locked {
            defer { rendered += AVAudioFramePosition(frames) }
            return output.input(0, frames)
        }
        for frame in 0..<frames where 2 * frame + 1 < samples.count {
            samples[2 * frame] = made.left[frame]
            samples[2 * frame + 1] = made.right[frame]
        }
        return frames
    }

    /// Stops to render, and keeps everything where it is; `start()` goes on.
    open func pause() {
        let (sound, capture) = GraphLock.locked {
            defer { (self.capture, runs) = (nil, false) }
            return (self.sound, self.capture)
        }
        _ = try? sound?.pause()
        end(capture)
    }

    /// Stops to render, and gives back what `prepare()` took; players stop.
    open func stop() {
        halt()
        stopPlayers()
    }

    private func stopPlayers() { for case let player as AVAudioPlayerNode in attachedNodes { player.stop() } }

    private func halt() {
        let (sound, capture) = GraphLock.locked {
            defer { (self.sound, self.capture, runs, rendered) = (nil, nil, false, 0) }
            return (self.sound, self.capture)
        }
        _ = try? sound?.stop()
        end(capture)
    }

    private func end(_ capture: (any BackendCapture)?) { capture?.stop() }

    /// Forgets what the nodes hold of earlier frames.
    open func reset() { for node in attachedNodes { node.reset() } }

    /// Whether it renders: it was started, and nobody has halted it since.
    open var isRunning: Bool {
        GraphLock.locked { runs && sound?.isPlaying != false && capture?.isRunning != false }
    }

    /// Whether it may stop by itself while nothing plays; it never does.
    open var isAutoShutdownEnabled = false

    var renderTime: AVAudioTime? { GraphLock.locked { runs ? renderTimeNow : nil } }

    var renderTimeNow: AVAudioTime {
        AVAudioTime(hostTime: mach_absolute_time(), sampleTime: rendered, atRate: graphRate)
    }

    // MARK: Rendering by hand

    /// Has the graph rendered by `renderOffline(_:to:)` only, without the device.
    ///
    /// - Throws: -10868 while it runs.
    open func enableManualRenderingMode(
        _ mode: AVAudioEngineManualRenderingMode, format pcmFormat: AVAudioFormat,
        maximumFrameCount: AVAudioFrameCount
    ) throws {
        guard !isRunning else { throw AudioFileFailure.error(-10_868, "The engine runs; stop it first.") }
        guard pcmFormat.commonFormat != .otherFormat, pcmFormat.sampleRate > 0 else {
            throw AudioFileFailure.error(-50, "Rendering by hand needs linear PCM at a rate above 0.")
        }
        GraphLock.locked { (manual, rendered) = ((mode, pcmFormat, maximumFrameCount), 0) }
    }

    /// Has the graph rendered for the device again.
    open func disableManualRenderingMode() { GraphLock.locked { (manual, runs) = (nil, false) } }

    /// How the graph is rendered by hand.
    open var manualRenderingMode: AVAudioEngineManualRenderingMode { GraphLock.locked { manual?.mode } ?? .offline }
    /// Whether the graph is rendered by hand.
    open var isInManualRenderingMode: Bool { GraphLock.locked { manual != nil } }
    /// The format of what is rendered by hand.
    open var manualRenderingFormat: AVAudioFormat {
        GraphLock.locked { manual?.format } ?? output.inputFormat(forBus: 0)
    }
    /// Frames that are rendered by hand at most at a time.
    open var manualRenderingMaximumFrameCount: AVAudioFrameCount { GraphLock.locked { manual?.maximum } ?? 0 }
    /// Frames that were rendered by hand.
    open var manualRenderingSampleTime: AVAudioFramePosition { GraphLock.locked { rendered } }

    /// Renders the next frames by hand.
    ///
    /// - Throws: -50 for a buffer that is too small or of another format.
    @discardableResult
    open func renderOffline(
        _ numberOfFrames: AVAudioFrameCount, to buffer: AVAudioPCMBuffer
    ) throws -> AVAudioEngineManualRenderingStatus {
        guard isInManualRenderingMode, isRunning else { return .cannotDoInCurrentContext }
        guard buffer.frameCapacity >= numberOfFrames, buffer.format == manualRenderingFormat else {
            throw AudioFileFailure.error(
                -50, "The buffer must have the manualRenderingFormat, and room for the frames.")
        }
        let made = GraphLock.locked {
            defer { rendered += AVAudioFramePosition(numberOfFrames) }
            return output.input(0, Int(numberOfFrames))
        }
        buffer.frameLength = numberOfFrames
        for frame in made.left.indices { made.write(frame, into: buffer, at: frame) }
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
    /// The hardware's rate or channels have changed and the engine has stopped, its players with it; start it again.
    public static let AVAudioEngineConfigurationChange = NSNotification.Name(
        "AVAudioEngineConfigurationChangeNotification")
}

/// The same notification, as Objective-C calls it.
public let AVAudioEngineConfigurationChangeNotification = NSNotification.Name.AVAudioEngineConfigurationChange.rawValue
