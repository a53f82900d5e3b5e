internal import AudioToolbox
internal import CoreAudioTypes
internal import Foundation

/// The nodes of an engine and their connections. Guarded by the engine's lock.
struct Graph {
    struct Edge {
        let source: AVAudioNode
        let output: AVAudioNodeBus
        let target: AVAudioNode
        let input: AVAudioNodeBus
    }

    var nodes: Set<AVAudioNode> = []
    private(set) var edges: [Edge] = []

    /// Whether one node feeds another, directly or through others. A node feeds itself.
    func feeds(_ source: AVAudioNode, _ target: AVAudioNode) -> Bool {
        var (found, left): (Set<AVAudioNode>, [AVAudioNode]) = ([], [source])
        while let node = left.popLast() {
            if node === target { return true }
            guard found.insert(node).inserted else { continue }
            left += edges.filter { $0.source === node }.map(\.target)
        }
        return false
    }

    func edge(into node: AVAudioNode, _ bus: AVAudioNodeBus) -> Edge? {
        edges.first { $0.target === node && $0.input == bus }
    }

    func edges(into node: AVAudioNode) -> [Edge] { edges.filter { $0.target === node }.sorted { $0.input < $1.input } }

    func freeInput(of node: AVAudioNode) -> AVAudioNodeBus {
        let taken = Set(edges(into: node).map(\.input))
        return (0...).first { !taken.contains($0) } ?? 0
    }

    /// Adds an edge, replacing the one into the same input.
    mutating func add(_ edge: Edge) {
        remove { $0.target === edge.target && $0.input == edge.input }
        edges.append(edge)
    }

    mutating func remove(where isOver: (Edge) -> Bool) { edges.removeAll(where: isOver) }
}

/// The rendering of one slice: the graph as it was when the slice began, and the frames rendered so far. A node that feeds
/// several inputs renders once. For one thread.
final class RenderPass {
    private let graph: Graph
    let time: AVAudioTime?
    /// The captured frames, if the slice is rendered for a sink node.
    let captured: StereoFrames?
    private var made: [AVAudioNode: StereoFrames] = [:]

    init(_ graph: Graph, at time: AVAudioTime?, captured: StereoFrames? = nil) {
        (self.graph, self.time, self.captured) = (graph, time, captured)
    }

    func input(of node: AVAudioNode, _ bus: AVAudioNodeBus, _ frames: Int) -> StereoFrames {
        graph.edge(into: node, bus).map { rendered($0.source, frames) } ?? StereoFrames(frames)
    }

    /// Returns the nodes that feed a node, with their next frames.
    func inputs(of node: AVAudioNode, _ frames: Int) -> [(node: AVAudioNode, frames: StereoFrames)] {
        graph.edges(into: node).map { ($0.source, rendered($0.source, frames)) }
    }

    private func rendered(_ node: AVAudioNode, _ frames: Int) -> StereoFrames {
        if let known = made[node] { return known }
        let rendered = node.render(frames, self)
        made[node] = rendered
        // The input's taps receive frames when they are captured.
        if !(node is AVAudioInputNode) || node.owner?.isInManualRenderingMode == true {
            node.feedTaps(rendered, at: time)
        }
        return rendered
    }
}

/// Frames of two channels, left first.
struct StereoFrames: Sendable {
    var samples: [Float]

    init(_ count: Int) { samples = [Float](repeating: 0, count: 2 * max(0, count)) }

    init(interleaved samples: [Float]) { self.samples = samples }

    /// Creates frames from the valid frames of a buffer. Mono goes to both channels; channels beyond two are dropped.
    init(_ buffer: AVAudioPCMBuffer) {
        let channels = Int(buffer.format.channelCount)
        guard channels > 0, buffer.format.commonFormat != .otherFormat else {
            self.init(Int(buffer.frameLength))
            return
        }
        self.init(buffer.interleaved(), channels: channels)
    }

    init(_ interleaved: [Float], channels: Int) {
        guard channels != 2 else {
            self.init(interleaved: interleaved)
            return
        }
        self.init(interleaved: interleaved.withUnsafeBufferPointer { $0.inChannels(2, from: channels) })
    }

    /// The number of frames.
    var count: Int { samples.count / 2 }

    mutating func add(_ other: StereoFrames, left: Float, right: Float) {
        for index in 0..<min(samples.count, other.samples.count) {
            samples[index] += other.samples[index] * (index & 1 == 0 ? left : right)
        }
    }

    mutating func scale(_ gain: Float) {
        guard gain != 1 else { return }
        for index in samples.indices { samples[index] *= gain }
    }

    /// Returns the frames, interleaved, in another number of channels: mono is the mean of both, channels beyond two are
    /// silent.
    func spread(to channels: Int) -> [Float] {
        channels == 2 ? samples : samples.withUnsafeBufferPointer { $0.inChannels(channels, from: 2) }
    }

    /// Returns the frames in a format of the same rate, or nil if it is not linear PCM.
    func buffer(_ format: AVAudioFormat) -> AVAudioPCMBuffer? {
        guard format.isConvertible, let frames = AVAudioFrameCount(exactly: count),
            let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: max(1, frames))
        else { return nil }
        write(into: buffer)
        return buffer
    }

    /// Writes the frames into a buffer with enough room, in its format.
    func write(into buffer: AVAudioPCMBuffer) {
        buffer.frameLength = AVAudioFrameCount(count)
        buffer.fill(fromInterleaved: spread(to: Int(buffer.format.channelCount)))
    }
}
