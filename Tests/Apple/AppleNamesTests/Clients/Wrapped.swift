// swift-format-ignore-file: AvoidRetroactiveConformances

import AVFoundation

// Idiom 14, and the traps that come with it: protocols that the session must witness as it is, and conformances that
// programs add.
protocol SessionProtocol: AnyObject {
    var category: AVAudioSession.Category { get }
    var isOtherAudioPlaying: Bool { get }
    var currentRoute: AVAudioSessionRouteDescription { get }
    func setCategory(_ category: AVAudioSession.Category) throws
    func setCategory(_ category: AVAudioSession.Category, options: AVAudioSession.CategoryOptions) throws
    func setCategory(
        _ category: AVAudioSession.Category, mode: AVAudioSession.Mode, options: AVAudioSession.CategoryOptions) throws
    func setCategory(
        _ category: AVAudioSession.Category, mode: AVAudioSession.Mode, policy: AVAudioSession.RouteSharingPolicy,
        options: AVAudioSession.CategoryOptions) throws
    func setActive(_ active: Bool) throws
    func setActive(_ active: Bool, options: AVAudioSession.SetActiveOptions) throws
    func overrideOutputAudioPort(_ portOverride: AVAudioSession.PortOverride) throws
    func setPreferredInput(_ inPort: AVAudioSessionPortDescription?) throws
    func requestRecordPermission(_ response: @escaping (Bool) -> Void)
}

extension AVAudioSession: SessionProtocol {}

final class MockPort: AVAudioSessionPortDescription, @unchecked Sendable {
    private let type: AVAudioSession.Port
    init(_ type: AVAudioSession.Port) {
        self.type = type
        super.init()
    }
    override var portType: AVAudioSession.Port { type }
    override var portName: String { "mock" }
    override var uid: String { "mock.\(type.rawValue)" }
    override var channels: [AVAudioSessionChannelDescription]? { nil }
    override var dataSources: [AVAudioSessionDataSourceDescription]? { nil }
}

class MockRoute: AVAudioSessionRouteDescription, @unchecked Sendable {
    var mockOutputs: [AVAudioSessionPortDescription] = []
    override var outputs: [AVAudioSessionPortDescription] { mockOutputs }
    override var inputs: [AVAudioSessionPortDescription] { [] }
}

struct PortInfo: Equatable { let port: AVAudioSessionPortDescription }

extension AVAudioSession.Category: @retroactive CustomStringConvertible {
    public var description: String { rawValue }
}
extension AVAudioSession.CategoryOptions: @retroactive CustomStringConvertible {
    public var description: String { "\(rawValue)" }
}
extension AVAudioSession.Mode: @retroactive CustomStringConvertible {
    public var description: String { rawValue }
}
extension AVAudioSession.PortOverride: @retroactive CustomStringConvertible {
    public var description: String { self == .speaker ? "speaker" : "none" }
}
extension AVAudioSession.RouteChangeReason: @retroactive CustomStringConvertible {
    public var description: String { "\(rawValue)" }
}
extension AVAudioSession.RouteChangeReason: @retroactive Encodable {}
extension AVAudioSession.Port: @retroactive CustomStringConvertible {
    public var description: String { rawValue }
}
extension AVAudioPCMBuffer: @unchecked @retroactive Sendable {}

let names: [AVAudioSession.Port: String] = [.builtInSpeaker: "speaker", .HDMI: "hdmi", .bluetoothLE: "le"]
let reasons: [AVAudioSession.RouteChangeReason: String] = [.override: "override", .wakeFromSleep: "wake"]
let kinds: [AVAudioSession.InterruptionType: Int] = [.began: 1, .ended: 0]
let overrides: [AVAudioSession.PortOverride: Int] = [.none: 0, .speaker: 1]
let wireless: Set<AVAudioSession.Port> = [.bluetoothA2DP, .bluetoothHFP, .bluetoothLE, .airPlay, .carAudio]

func postFakeEnd() {
    NotificationCenter.default.post(
        name: AVAudioSession.interruptionNotification, object: AVAudioSession.sharedInstance(),
        userInfo: [
            AVAudioSessionInterruptionTypeKey: AVAudioSession.InterruptionType.ended.rawValue,
            AVAudioSessionInterruptionOptionKey: AVAudioSession.InterruptionOptions.shouldResume.rawValue,
        ])
}
