import Randomness
import Testing

@testable import SessionDesktop

/// The sliders that PipeWire's session manager stores for the next streams of programs, which the host writes again.
struct StoredLevelsTests {
    /// A session manager as WirePlumber 0.4 is: it queries each stream that has changed, and stores its slider then.
    private struct SessionManager {
        enum Message {
            case changed(UInt32)
            case answered(UInt32)
            case write([PipeWireValue])
        }

        var stored: [String: String] = [:]
        var inbox: [Message] = []
        var sliders: [UInt32: String] = [:]
        /// The entries of the metadata.
        var entries: [String: [PipeWireValue]] = [:]

        /// Handles the next message.
        /// - Returns: The entry that it reports to the host, or nil.
        mutating func handle() -> [PipeWireValue]? {
            switch inbox.removeFirst() {
            case .changed(let stream): inbox.append(.answered(stream))
            case .answered(let stream):
                if let slider = sliders[stream] { stored[StoredLevelsTests.name(of: stream)] = slider }
            case .write(let arguments):
                let name = String(arguments[1].text?.dropFirst("restore.stream.Output/Audio.".count) ?? "")
                guard entries[name] != arguments else { return nil }
                entries[name] = arguments
                if let level = arguments[3].text { stored[name] = level }
                return arguments
            }
            return nil
        }
    }

    private static func name(of stream: UInt32) -> String { "application.name:\(stream % 3)" }

    @Test(
        "However streams are lowered, moved and ended, and hosts killed, the slider that a person moved last is stored at the end",
        arguments: SplitMix.seeds)
    func walk(seed: UInt64) {
        var dice = SplitMix(seed: seed)
        var manager = SessionManager()
        var host = StoredLevels()
        host.subject = 40
        var wishes: [String: String] = [:]
        func show(_ stream: UInt32, isMoved: Bool) {
            guard let slider = manager.sliders[stream] else { return }
            let name = Self.name(of: stream)
            manager.inbox.append(.changed(stream))
            _ = host.show(slider, of: name, node: stream, isMoved: isMoved)
            manager.inbox += host.write(name).map { .write($0) }
        }
        func settle(atMost count: Int = .max) {
            var count = count
            while count > 0, !manager.inbox.isEmpty {
                count -= 1
                guard let entry = manager.handle(), let name = host.handle(entry, isOld: false) else { continue }
                manager.inbox += host.write(name).map { .write($0) }
            }
        }
        for step in 0..<2_000 {
            let stream = UInt32.random(in: 0..<9, using: &dice)
            switch Int.random(in: 0..<20, using: &dice) {
            case 0:
                manager.sliders[stream] = nil
                host.remove(node: stream)
            case 1, 2:
                manager.sliders[stream] = "slider \(step)"
                wishes[Self.name(of: stream)] = manager.sliders[stream]
                show(stream, isMoved: true)
            case 3:
                // The next host finds the entries of one that was killed, after all that it has sent.
                settle()
                host = StoredLevels()
                host.subject = 40
                for name in manager.entries.keys.sorted() {
                    if let entry = manager.entries[name], let known = host.handle(entry, isOld: true) {
                        manager.inbox += host.write(known).map { .write($0) }
                    }
                }
            default: show(stream, isMoved: false)
            }
            settle(atMost: Int.random(in: 0...4, using: &dice))
            guard dice.chance(5) else { continue }
            settle()
            #expect(host.isAtRest && manager.stored == wishes, "\(dice), step \(step)")
        }
        settle()
        manager.inbox += host.removal.map { .write($0) }
        settle()
        #expect(manager.stored == wishes && manager.entries.values.allSatisfy { $0[3].text == nil }, "\(dice)")
    }

    @Test("A node's level is stored with the names of its channels, or without them if one has none")
    func level() {
        let node = PipeWireNode(index: 1, global: 2, object: 3, properties: [:])
        #expect(node.storedName == nil && node.storedLevel == nil)
        node.properties = [
            "media.class": "Stream/Output/Audio", "application.name": "a", "media.role": "Music", "node.name": "n",
        ]
        _ = node.show([
            PipeWireNode.channelVolumes: .floats([0.5, 0.125]), PipeWireNode.channelMap: .ids([3, 0x1001]),
        ])
        #expect(node.storedName == "media.role:Music")
        #expect(
            node.storedLevel == #"{ "mute": false, "volumes": [0.5, 0.125], "channels": ["FL", "AUX1"] }"#)
        _ = node.show([
            PipeWireNode.channelVolumes: .floats([1]), PipeWireNode.mute: .bool(true),
            PipeWireNode.channelMap: .ids([99]),
        ])
        #expect(node.storedLevel == #"{ "mute": true, "volumes": [1.0] }"#)
    }
}
