// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import CoreAudioTypes

/// Prints what an object is: a graph with its nodes, of others that they are none.
public func CAShow(_ inObject: UnsafeMutableRawPointer) {
    var count: UInt32 = 0
    guard AUGraphGetNodeCount(OpaquePointer(inObject), &count) == noErr else { return print("\(inObject): no graph") }
    print("AUGraph \(inObject): \(count) nodes")
    for index in 0..<count {
        var node: AUNode = 0
        var description = AudioComponentDescription()
        AUGraphGetIndNode(OpaquePointer(inObject), index, &node)
        AUGraphNodeInfo(OpaquePointer(inObject), node, &description, nil)
        let kind = withUnsafeBytes(of: description.componentSubType.bigEndian) { String(decoding: $0, as: UTF8.self) }
        print("    node \(node): '\(kind)'")
    }
}
