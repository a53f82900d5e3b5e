// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreAudioTypes

// The names are Apple's. Any thread; a pointer to no graph is answered by -50, a number of no node by -10860.

/// Units that feed each other.
public typealias AUGraph = OpaquePointer
/// The number of a unit of a graph.
public typealias AUNode = Int32

/// There is no such node.
public let kAUGraphErr_NodeNotFound: OSStatus = -10_860
/// Nothing is connected there, or nothing can be.
public let kAUGraphErr_InvalidConnection: OSStatus = -10_861
/// There is a second output, or none.
public let kAUGraphErr_OutputNodeErr: OSStatus = -10_862
/// This cannot be done now.
public let kAUGraphErr_CannotDoInCurrentContext: OSStatus = -10_863
/// The unit is of a kind that is not there.
public let kAUGraphErr_InvalidAudioUnit: OSStatus = -10_864

/// Makes a graph without nodes.
@discardableResult
public func NewAUGraph(_ outGraph: UnsafeMutablePointer<AUGraph?>) -> OSStatus {
    outGraph.pointee = SoundGraph.table.add(SoundGraph())
    return noErr
}

/// Does something with a graph; -50 where there is none.
private func with(_ graph: AUGraph, _ work: (SoundGraph) -> OSStatus) -> OSStatus {
    SoundGraph.table.at(graph).map(work) ?? kAudio_ParamError
}

/// Ends a graph, with its units.
@discardableResult
public func DisposeAUGraph(_ inGraph: AUGraph) -> OSStatus {
    with(inGraph) { graph in
        SoundGraph.table.remove(inGraph)
        return graph.close()
    }
}

// MARK: Nodes

/// Adds a node; -10862 for a second output.
@discardableResult
public func AUGraphAddNode(
    _ inGraph: AUGraph, _ inDescription: UnsafePointer<AudioComponentDescription>,
    _ outNode: UnsafeMutablePointer<AUNode>
) -> OSStatus {
    with(inGraph) { graph in
        let (status, node) = graph.add(inDescription.pointee)
        outNode.pointee = node
        return status
    }
}

/// Removes a node, with what goes into it and comes out of it.
@discardableResult
public func AUGraphRemoveNode(_ inGraph: AUGraph, _ inNode: AUNode) -> OSStatus {
    with(inGraph) { $0.remove(inNode) }
}

/// Tells how many nodes there are.
@discardableResult
public func AUGraphGetNodeCount(_ inGraph: AUGraph, _ outNumberOfNodes: UnsafeMutablePointer<UInt32>) -> OSStatus {
    with(inGraph) { graph in
        outNumberOfNodes.pointee = UInt32(graph.numbers.count)
        return noErr
    }
}

/// Tells the number of a node by its place.
@discardableResult
public func AUGraphGetIndNode(
    _ inGraph: AUGraph, _ inIndex: UInt32, _ outNode: UnsafeMutablePointer<AUNode>
) -> OSStatus {
    with(inGraph) { graph in
        let numbers = graph.numbers
        guard numbers.indices.contains(Int(inIndex)) else { return kAUGraphErr_NodeNotFound }
        outNode.pointee = numbers[Int(inIndex)]
        return noErr
    }
}

/// Describes a node, and hands out its unit, which is there once the graph is open.
@discardableResult
public func AUGraphNodeInfo(
    _ inGraph: AUGraph, _ inNode: AUNode, _ outDescription: UnsafeMutablePointer<AudioComponentDescription>?,
    _ outAudioUnit: UnsafeMutablePointer<AudioUnit?>?
) -> OSStatus {
    with(inGraph) { graph in
        guard let node = graph.node(inNode) else { return kAUGraphErr_NodeNotFound }
        outDescription?.pointee = node.description
        outAudioUnit?.pointee = node.unit
        return noErr
    }
}

// MARK: Connections

/// Has a bus of a node get its frames from a bus of another one; the bus takes their format.
///
/// - Returns: 0; -10861 for a node that would feed itself. What a unit refuses is answered when the graph is initialized, or
///   updated.
@discardableResult
public func AUGraphConnectNodeInput(
    _ inGraph: AUGraph, _ inSourceNode: AUNode, _ inSourceOutputNumber: UInt32, _ inDestNode: AUNode,
    _ inDestInputNumber: UInt32
) -> OSStatus {
    with(inGraph) {
        $0.feed(
            SoundGraph.Input(node: inDestNode, bus: inDestInputNumber),
            from: .node(inSourceNode, output: inSourceOutputNumber))
    }
}

/// Has a function render for a bus of a node.
@discardableResult
public func AUGraphSetNodeInputCallback(
    _ inGraph: AUGraph, _ inDestNode: AUNode, _ inDestInputNumber: UInt32,
    _ inInputCallback: UnsafePointer<AURenderCallbackStruct>
) -> OSStatus {
    with(inGraph) {
        $0.feed(
            SoundGraph.Input(node: inDestNode, bus: inDestInputNumber), from: .callback(inInputCallback.pointee))
    }
}

/// Takes back what feeds a bus of a node; -10861 where nothing does.
@discardableResult
public func AUGraphDisconnectNodeInput(
    _ inGraph: AUGraph, _ inDestNode: AUNode, _ inDestInputNumber: UInt32
) -> OSStatus { with(inGraph) { $0.unfeed(SoundGraph.Input(node: inDestNode, bus: inDestInputNumber)) } }

/// Takes back all that feeds buses.
@discardableResult
public func AUGraphClearConnections(_ inGraph: AUGraph) -> OSStatus {
    with(inGraph) { graph in
        graph.unfeedAll()
        return noErr
    }
}

/// Tells how many connections and functions there are.
@discardableResult
public func AUGraphGetNumberOfInteractions(
    _ inGraph: AUGraph, _ outNumInteractions: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    with(inGraph) { graph in
        outNumInteractions.pointee = graph.count(of: nil)
        return noErr
    }
}

/// The same of one node.
@discardableResult
public func AUGraphCountNodeInteractions(
    _ inGraph: AUGraph, _ inNode: AUNode, _ outNumInteractions: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    with(inGraph) { graph in
        guard graph.node(inNode) != nil else { return kAUGraphErr_NodeNotFound }
        outNumInteractions.pointee = graph.count(of: inNode)
        return noErr
    }
}

/// Makes changed connections of a graph that is initialized, also while it runs.
///
/// - Parameter outIsUpdated: Whether that is done, which it is at once.
@discardableResult
public func AUGraphUpdate(_ inGraph: AUGraph, _ outIsUpdated: UnsafeMutablePointer<DarwinBoolean>?) -> OSStatus {
    with(inGraph) { graph in
        let status = graph.update()
        outIsUpdated?.pointee = DarwinBoolean(status == noErr)
        return status
    }
}

/// Has a function called before and after each rendering of the output.
@preconcurrency
@discardableResult
public func AUGraphAddRenderNotify(
    _ inGraph: AUGraph, _ inCallback: @escaping AURenderCallback, _ inRefCon: UnsafeMutableRawPointer?
) -> OSStatus {
    with(inGraph) { graph in
        graph.addNotify(AURenderCallbackStruct(inputProc: inCallback, inputProcRefCon: inRefCon))
        return noErr
    }
}

/// Takes back the function that was added with this data.
@preconcurrency
@discardableResult
public func AUGraphRemoveRenderNotify(
    _ inGraph: AUGraph, _ inCallback: @escaping AURenderCallback, _ inRefCon: UnsafeMutableRawPointer?
) -> OSStatus {
    with(inGraph) { graph in
        graph.removeNotify(inRefCon)
        return noErr
    }
}

// MARK: Life

/// Makes the units of the nodes; -3000 for one of a kind that is not there.
@discardableResult
public func AUGraphOpen(_ inGraph: AUGraph) -> OSStatus { with(inGraph) { $0.open() } }

/// Ends the units of the nodes.
@discardableResult
public func AUGraphClose(_ inGraph: AUGraph) -> OSStatus { with(inGraph) { $0.close() } }

/// Makes the connections, and gets the units ready; -10863 before `AUGraphOpen`.
@discardableResult
public func AUGraphInitialize(_ inGraph: AUGraph) -> OSStatus { with(inGraph) { $0.initialize() } }

/// Takes that back; a graph that runs stops.
@discardableResult
public func AUGraphUninitialize(_ inGraph: AUGraph) -> OSStatus { with(inGraph) { $0.uninitialize() } }

/// Starts to render; activates the session.
///
/// - Returns: 0; -10867 before `AUGraphInitialize`; -10862 without an output; what the policy refuses, by the code of the
///   session.
@discardableResult
public func AUGraphStart(_ inGraph: AUGraph) -> OSStatus { with(inGraph) { $0.start() } }

/// Stops to render.
@discardableResult
public func AUGraphStop(_ inGraph: AUGraph) -> OSStatus { with(inGraph) { $0.stop() } }

/// Tells whether the units are there.
@discardableResult
public func AUGraphIsOpen(_ inGraph: AUGraph, _ outIsOpen: UnsafeMutablePointer<DarwinBoolean>) -> OSStatus {
    with(inGraph) { graph in
        outIsOpen.pointee = DarwinBoolean(graph.isOpen)
        return noErr
    }
}

/// Tells whether the graph is initialized.
@discardableResult
public func AUGraphIsInitialized(
    _ inGraph: AUGraph, _ outIsInitialized: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
    with(inGraph) { graph in
        outIsInitialized.pointee = DarwinBoolean(graph.isInitialized)
        return noErr
    }
}

/// Tells whether it renders: it was started, and nobody has halted it since.
@discardableResult
public func AUGraphIsRunning(_ inGraph: AUGraph, _ outIsRunning: UnsafeMutablePointer<DarwinBoolean>) -> OSStatus {
    with(inGraph) { graph in
        outIsRunning.pointee = DarwinBoolean(graph.isRunning)
        return noErr
    }
}

/// Tells how much of the processor's time rendering takes, 0 to 1; nobody measures it.
@discardableResult
public func AUGraphGetCPULoad(_ inGraph: AUGraph, _ outAverageCPULoad: UnsafeMutablePointer<Float32>) -> OSStatus {
    with(inGraph) { _ in
        outAverageCPULoad.pointee = 0
        return noErr
    }
}
