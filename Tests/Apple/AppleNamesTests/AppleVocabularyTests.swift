import Foundation
import SessionPolicy
import Testing

@testable import AVFAudioSession
@testable import SessionWorld

extension OnePhone {
    /// The words of AVAudioSession are those of the oracle: what one takes, the other takes, and it means the same.
    @Suite
    struct AppleVocabularyTests {
        private let session = ProcessPhone.session

        init() throws { try ProcessPhone.reset() }

        private typealias Named<Value> = KeyValuePairs<String, Value>

        private static let categories: Named<AVAudioSession.Category> = [
            "ambient": .ambient, "soloAmbient": .soloAmbient, "playback": .playback, "record": .record,
            "playAndRecord": .playAndRecord, "audioProcessing": .audioProcessing, "multiRoute": .multiRoute,
        ]

        private static let modes: Named<AVAudioSession.Mode> = [
            "default": .default, "voiceChat": .voiceChat, "gameChat": .gameChat, "videoRecording": .videoRecording,
            "measurement": .measurement, "moviePlayback": .moviePlayback, "videoChat": .videoChat,
            "spokenAudio": .spokenAudio, "voicePrompt": .voicePrompt, "shortFormVideo": .shortFormVideo,
            "dualRoute": .dualRoute,
        ]

        private static let options: Named<AVAudioSession.CategoryOptions> = [
            "mixWithOthers": .mixWithOthers, "duckOthers": .duckOthers, "allowBluetooth": .allowBluetooth,
            "allowBluetoothHFP": .allowBluetoothHFP, "defaultToSpeaker": .defaultToSpeaker,
            "interruptSpokenAudioAndMixWithOthers": .interruptSpokenAudioAndMixWithOthers,
            "allowBluetoothA2DP": .allowBluetoothA2DP, "allowAirPlay": .allowAirPlay,
            "overrideMutedMicrophoneInterruption": .overrideMutedMicrophoneInterruption,
            "farFieldInput": .farFieldInput, "bluetoothHighQualityRecording": .bluetoothHighQualityRecording,
        ]

        private static let policies: Named<AVAudioSession.RouteSharingPolicy> = [
            "default": .default, "longFormAudio": .longFormAudio, "longFormVideo": .longFormVideo,
            "independent": .independent, "longForm": .longForm,
        ]

        private static let ports: Named<AVAudioSession.Port> = [
            "lineIn": .lineIn, "builtInMic": .builtInMic, "headsetMic": .headsetMic,
            "continuityMicrophone": .continuityMicrophone, "lineOut": .lineOut, "headphones": .headphones,
            "bluetoothA2DP": .bluetoothA2DP, "builtInReceiver": .builtInReceiver, "builtInSpeaker": .builtInSpeaker,
            "HDMI": .HDMI, "airPlay": .airPlay, "bluetoothLE": .bluetoothLE, "bluetoothHFP": .bluetoothHFP,
            "usbAudio": .usbAudio, "carAudio": .carAudio, "virtual": .virtual, "PCI": .PCI, "fireWire": .fireWire,
            "displayPort": .displayPort, "AVB": .AVB, "thunderbolt": .thunderbolt,
        ]

        /// The oracle's answer to a session that asks for something, or nil if it is no step.
        private func oracle(_ keys: String) throws -> SessionPolicy.Session? {
            var world = World()
            // A first step that the policy refuses would launch no app.
            _ = world.apply(try PositionedValue(json: Array(#"{"do": "launch", "app": "a"}"#.utf8), line: 1))
            let step = try PositionedValue(json: Array(#"{"do": "setCategory", "app": "a", \#(keys)}"#.utf8), line: 1)
            let reply = world.apply(step)
            if case .unreadable = reply.outcome { return nil }
            return world.state.apps.first?.session
        }

        /// The answer of Apple's names to the request, or nil if they take it for no word of theirs.
        private func apple(_ work: () throws -> Void) -> Bool {
            do { try work() } catch {
                // The policy may refuse what both have understood.
                return !error.localizedDescription.contains("is no ")
            }
            return true
        }

        @Test("The lists above leave out no word of AVAudioSession's")
        func complete() throws {
            let folder = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../../Sources/Apple/AVFAudioSession")
            let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
            let text = try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
                .map { try String(contentsOf: $0, encoding: .utf8) }.joined(separator: "\n")
            func words(_ pattern: String) throws -> Set<String> {
                Set(text.matches(of: try Regex(pattern)).compactMap { $0.output[1].substring.map { String($0) } })
            }
            #expect(try words(#"static let `?(\w+)`? = Category\(rawValue"#) == Set(Self.categories.map(\.key)))
            #expect(try words(#"static let `?(\w+)`? = Mode\(rawValue"#) == Set(Self.modes.map(\.key)))
            #expect(try words(#"static var (\w+): CategoryOptions"#) == Set(Self.options.map(\.key)))
            #expect(try words(#"static let (\w+) = Port\(rawValue"#) == Set(Self.ports.map(\.key)))
            let policies = text.components(separatedBy: "enum RouteSharingPolicy").last?.components(
                separatedBy: "\n    }")
            let body = try #require(policies?.first)
            let cases = body.matches(of: try Regex(#"(?:case|static var) `?(\w+)`?"#))
            #expect(
                Set(cases.compactMap { $0.output[1].substring.map { String($0) } }) == Set(Self.policies.map(\.key)))
        }

        @Test("The oracle takes the categories that AVAudioSession takes, and no others")
        func categories() throws {
            for (name, category) in Self.categories {
                let isTaken = apple { try session.setCategory(category, mode: .default) }
                #expect(try oracle(#""category": "\#(name)""#)?.category.name == (isTaken ? name : nil), "\(name)")
                if isTaken { #expect(session.category == category, "\(name)") }
            }
            #expect(
                SessionPolicy.Category.allCases.allSatisfy { own in Self.categories.contains { $0.key == own.name } })
        }

        @Test("The oracle takes the modes that AVAudioSession takes, and no others")
        func modes() throws {
            var taken: Set<String> = []
            for (name, mode) in Self.modes {
                // Two modes go with one category each.
                let (category, word, options): (AVAudioSession.Category, String, AVAudioSession.CategoryOptions) =
                    switch mode {
                    case .shortFormVideo: (.playback, "playback", [])
                    case .dualRoute: (.multiRoute, "multiRoute", .allowBluetoothHFP)
                    default: (.playAndRecord, "playAndRecord", [])
                    }
                let isTaken = apple { try session.setCategory(category, mode: mode, options: options) }
                if isTaken { taken.insert(name) }
                let beside = options.isEmpty ? "" : #", "options": ["allowBluetoothHFP"]"#
                let told = try oracle(#""category": "\#(word)", "mode": "\#(name)"\#(beside)"#)
                #expect(told?.mode.name == (isTaken ? name : nil), "\(name)")
            }
            #expect(taken == Set(SessionPolicy.Mode.allCases.map(\.name)))
        }

        @Test("The oracle takes the options that AVAudioSession takes, and each has the same bits")
        func options() throws {
            for (name, option) in Self.options {
                // The far field is for a hands-free microphone (R-FF-1).
                let isFar = option == .farFieldInput
                try session.setCategory(
                    .playAndRecord, mode: .default, options: isFar ? [option, .allowBluetoothHFP] : option)
                let words = isFar ? #""\#(name)", "allowBluetoothHFP""# : #""\#(name)""#
                let told = try #require(try oracle(#""category": "playAndRecord", "options": [\#(words)]"#), "\(name)")
                // What no rule book reads is kept by Apple's names alone.
                let known = session.categoryOptions.intersection(Translation.known)
                #expect(UInt(told.options.rawValue) == known.rawValue, "\(name)")
            }
            #expect(
                Set(SessionPolicy.CategoryOptions.words.map(\.name)) == Set(Self.options.map(\.key)))
        }

        @Test("The oracle takes the policies of sharing routes that AVAudioSession takes")
        func policies() throws {
            for (name, policy) in Self.policies {
                _ = apple { try session.setCategory(.playback, mode: .default, policy: policy) }
                let told = try #require(try oracle(#""category": "playback", "policy": "\#(name)""#), "\(name)")
                #expect(told.policy == (name == "independent" ? .default : Translation.policy(policy)), "\(name)")
            }
        }

        @Test("The oracle takes the ports that AVAudioSession can have here, by the same names, and no others")
        func ports() throws {
            let words = Set(
                VerbRule.all.flatMap { $0.keys }.filter { $0.key == .port }.flatMap { rule -> [String] in
                    if case .word(let words) = rule.value { words } else { [] }
                })
            for (name, port) in Self.ports {
                let own = Translation.port(port)
                #expect(own.map(\.name) == (own == nil ? nil : name))
                // No step plugs in or picks the receiver; replies name it.
                #expect(words.contains(name) == (own != nil && own != .builtInReceiver), "\(name)")
            }
            #expect(SessionPolicy.Port.allCases.allSatisfy { own in Self.ports.contains { $0.key == own.name } })
        }

        @Test("Replies keep the spelling of the protocol, whichever a step had")
        func replies() throws {
            var world = World()
            func reply(_ step: String) throws -> String {
                var buffer = ByteBuffer()
                buffer.append(world.apply(try PositionedValue(json: Array(step.utf8), line: 1)))
                return buffer.text
            }
            let set = #"{"do": "setCategory", "app": "a", "category": "playAndRecord", "#
            for word in ["allowBluetooth", "allowBluetoothHFP"] {
                #expect(try reply(set + #""options": ["\#(word)"]}"#).contains(#""options": ["allowBluetooth"]"#))
                _ = try reply(#"{"do": "setOption", "app": "a", "option": "\#(word)", "to": false}"#)
                let one = try reply(#"{"do": "setOption", "app": "a", "option": "\#(word)", "to": true}"#)
                #expect(one.contains(#""options": ["allowBluetooth"]"#))
            }
            _ = try reply(#"{"do": "setActive", "app": "a", "to": true}"#)
            for word in ["hdmi", "HDMI"] {
                #expect(try reply(#"{"do": "plug", "port": "\#(word)"}"#).contains(#""outputs": ["HDMI"]"#))
                #expect(try reply(#"{"do": "pickRoute", "port": "\#(word)"}"#).contains(#""outputs": ["HDMI"]"#))
                #expect(try !reply(#"{"do": "unplug", "port": "\#(word)"}"#).contains("error"))
            }
        }
    }
}
