// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AudioToolbox
import CoreAudioTypes

// Graphs of units under their C names. Graphs are opaque pointers on both sides.

private func description(_ pointer: UnsafeRawPointer) -> UnsafePointer<AudioComponentDescription> {
    pointer.assumingMemoryBound(to: AudioComponentDescription.self)
}

@_cdecl("NewAUGraph")
public func newGraph(_ graph: UnsafeMutablePointer<OpaquePointer?>?) -> Int32 {
    graph.map(NewAUGraph) ?? kAudio_ParamError
}

@_cdecl("DisposeAUGraph")
public func disposeGraph(_ graph: OpaquePointer?) -> Int32 { graph.map(DisposeAUGraph) ?? kAudio_ParamError }

@_cdecl("AUGraphAddNode")
public func addNode(_ graph: OpaquePointer?, _ wanted: UnsafeRawPointer?, _ node: UnsafeMutablePointer<Int32>?) -> Int32
{
    guard let graph, let wanted, let node else { return kAudio_ParamError }
    return AUGraphAddNode(graph, description(wanted), node)
}

@_cdecl("AUGraphRemoveNode")
public func removeNode(_ graph: OpaquePointer?, _ node: Int32) -> Int32 {
    graph.map { AUGraphRemoveNode($0, node) } ?? kAudio_ParamError
}

@_cdecl("AUGraphGetNodeCount")
public func countNodes(_ graph: OpaquePointer?, _ count: UnsafeMutablePointer<UInt32>?) -> Int32 {
    guard let graph, let count else { return kAudio_ParamError }
    return AUGraphGetNodeCount(graph, count)
}

@_cdecl("AUGraphGetIndNode")
public func nodeAt(_ graph: OpaquePointer?, _ index: UInt32, _ node: UnsafeMutablePointer<Int32>?) -> Int32 {
    guard let graph, let node else { return kAudio_ParamError }
    return AUGraphGetIndNode(graph, index, node)
}

@_cdecl("AUGraphNodeInfo")
public func nodeInfo(
    _ graph: OpaquePointer?, _ node: Int32, _ found: UnsafeMutableRawPointer?,
    _ unit: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    guard let graph else { return kAudio_ParamError }
    return AUGraphNodeInfo(graph, node, found?.assumingMemoryBound(to: AudioComponentDescription.self), unit)
}

@_cdecl("AUGraphConnectNodeInput")
public func connectNode(
    _ graph: OpaquePointer?, _ source: Int32, _ output: UInt32, _ destination: Int32, _ input: UInt32
) -> Int32 {
    graph.map { AUGraphConnectNodeInput($0, source, output, destination, input) } ?? kAudio_ParamError
}

@_cdecl("AUGraphSetNodeInputCallback")
public func setNodeCallback(
    _ graph: OpaquePointer?, _ node: Int32, _ input: UInt32, _ callback: UnsafeRawPointer?
) -> Int32 {
    guard let graph, let callback else { return kAudio_ParamError }
    let given = callback.loadUnaligned(as: CCallback.self)
    var made = AURenderCallbackStruct(given.function, given.data)
    return AUGraphSetNodeInputCallback(graph, node, input, &made)
}

@_cdecl("AUGraphDisconnectNodeInput")
public func disconnectNode(_ graph: OpaquePointer?, _ node: Int32, _ input: UInt32) -> Int32 {
    graph.map { AUGraphDisconnectNodeInput($0, node, input) } ?? kAudio_ParamError
}

@_cdecl("AUGraphClearConnections")
public func clearConnections(_ graph: OpaquePointer?) -> Int32 {
    graph.map(AUGraphClearConnections) ?? kAudio_ParamError
}

@_cdecl("AUGraphGetNumberOfInteractions")
public func countInteractions(_ graph: OpaquePointer?, _ count: UnsafeMutablePointer<UInt32>?) -> Int32 {
    guard let graph, let count else { return kAudio_ParamError }
    return AUGraphGetNumberOfInteractions(graph, count)
}

@_cdecl("AUGraphCountNodeInteractions")
public func countInteractions(
    _ graph: OpaquePointer?, ofNode node: Int32, _ count: UnsafeMutablePointer<UInt32>?
) -> Int32 {
    guard let graph, let count else { return kAudio_ParamError }
    return AUGraphCountNodeInteractions(graph, node, count)
}

@_cdecl("AUGraphUpdate")
public func updateGraph(_ graph: OpaquePointer?, _ isUpdated: UnsafeMutablePointer<UInt8>?) -> Int32 {
    guard let graph else { return kAudio_ParamError }
    return truth(isUpdated) { AUGraphUpdate(graph, $0) }
}

/// Has a truth value of Swift's answered into one of C's.
private func truth(
    _ value: UnsafeMutablePointer<UInt8>?, _ ask: (UnsafeMutablePointer<DarwinBoolean>) -> Int32
) -> Int32 {
    var answer: DarwinBoolean = false
    let status = ask(&answer)
    if status == noErr { value?.pointee = answer.boolValue ? 1 : 0 }
    return status
}

@_cdecl("AUGraphAddRenderNotify")
public func addGraphNotify(
    _ graph: OpaquePointer?, _ function: RenderCallback?, _ data: UnsafeMutableRawPointer?
) -> Int32 {
    guard let graph, let function, let callback = AURenderCallbackStruct(function, data).inputProc else {
        return kAudio_ParamError
    }
    return AUGraphAddRenderNotify(graph, callback, data)
}

@_cdecl("AUGraphRemoveRenderNotify")
public func removeGraphNotify(
    _ graph: OpaquePointer?, _ function: RenderCallback?, _ data: UnsafeMutableRawPointer?
) -> Int32 {
    guard let graph, let function, let callback = AURenderCallbackStruct(function, data).inputProc else {
        return kAudio_ParamError
    }
    return AUGraphRemoveRenderNotify(graph, callback, data)
}

@_cdecl("AUGraphOpen")
public func openGraph(_ graph: OpaquePointer?) -> Int32 { graph.map(AUGraphOpen) ?? kAudio_ParamError }

@_cdecl("AUGraphClose")
public func closeGraph(_ graph: OpaquePointer?) -> Int32 { graph.map(AUGraphClose) ?? kAudio_ParamError }

@_cdecl("AUGraphInitialize")
public func initializeGraph(_ graph: OpaquePointer?) -> Int32 { graph.map(AUGraphInitialize) ?? kAudio_ParamError }

@_cdecl("AUGraphUninitialize")
public func uninitializeGraph(_ graph: OpaquePointer?) -> Int32 { graph.map(AUGraphUninitialize) ?? kAudio_ParamError }

@_cdecl("AUGraphStart")
public func startGraph(_ graph: OpaquePointer?) -> Int32 { graph.map(AUGraphStart) ?? kAudio_ParamError }

@_cdecl("AUGraphStop")
public func stopGraph(_ graph: OpaquePointer?) -> Int32 { graph.map(AUGraphStop) ?? kAudio_ParamError }

@_cdecl("AUGraphIsOpen")
public func isGraphOpen(_ graph: OpaquePointer?, _ value: UnsafeMutablePointer<UInt8>?) -> Int32 {
    guard let graph else { return kAudio_ParamError }
    return truth(value) { AUGraphIsOpen(graph, $0) }
}

@_cdecl("AUGraphIsInitialized")
public func isGraphInitialized(_ graph: OpaquePointer?, _ value: UnsafeMutablePointer<UInt8>?) -> Int32 {
    guard let graph else { return kAudio_ParamError }
    return truth(value) { AUGraphIsInitialized(graph, $0) }
}

@_cdecl("AUGraphIsRunning")
public func isGraphRunning(_ graph: OpaquePointer?, _ value: UnsafeMutablePointer<UInt8>?) -> Int32 {
    guard let graph else { return kAudio_ParamError }
    return truth(value) { AUGraphIsRunning(graph, $0) }
}

@_cdecl("AUGraphGetCPULoad")
public func graphLoad(_ graph: OpaquePointer?, _ load: UnsafeMutablePointer<Float32>?) -> Int32 {
    guard let graph, let load else { return kAudio_ParamError }
    return AUGraphGetCPULoad(graph, load)
}

@_cdecl("CAShow")
public func show(_ object: UnsafeMutableRawPointer?) {
    if let object { CAShow(object) }
}
