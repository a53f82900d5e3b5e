package import AppleSession
internal import CoreAudioTypes

/// Conversions between Apple's values and the policy's.
package enum Translation {
    // MARK: Categories, modes, options

    static func category(_ category: AVAudioSession.Category) -> SessionPolicy.Category? {
        SessionPolicy.Category.allCases.first { Self.category($0) == category }
    }

    static func category(_ category: SessionPolicy.Category) -> AVAudioSession.Category {
        AVAudioSession.Category(rawValue: "AVAudioSessionCategory" + capitalized(category.name))
    }

    static func mode(_ mode: AVAudioSession.Mode) -> SessionPolicy.Mode? {
        SessionPolicy.Mode.allCases.first { Self.mode($0) == mode }
    }

    static func mode(_ mode: SessionPolicy.Mode) -> AVAudioSession.Mode {
        AVAudioSession.Mode(rawValue: "AVAudioSessionMode" + capitalized(mode.name))
    }

    private static func capitalized(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

    static let known = AVAudioSession.CategoryOptions(
        rawValue: UInt(SessionPolicy.CategoryOptions.named.reduce(0) { $0 | $1.option.rawValue }))

    static func options(_ options: AVAudioSession.CategoryOptions) -> SessionPolicy.CategoryOptions {
        SessionPolicy.CategoryOptions(rawValue: UInt32(truncatingIfNeeded: options.intersection(known).rawValue))
    }

    static func options(_ options: SessionPolicy.CategoryOptions) -> AVAudioSession.CategoryOptions {
        AVAudioSession.CategoryOptions(rawValue: UInt(options.rawValue))
    }

    /// Returns the policy's route sharing policy; the default one on systems without others.
    static func policy(_ policy: AVAudioSession.RouteSharingPolicy) -> SessionPolicy.RouteSharingPolicy {
        guard ProcessApp.shared.has(.routeSharingPolicy) else { return .default }
        return switch policy {
        case .default: .default
        case .longFormAudio: .longFormAudio
        case .independent: .independent
        case .longFormVideo: .longFormVideo
        }
    }

    // MARK: Permission

    static func permission(_ permission: SessionPolicy.RecordPermission) -> AVAudioSession.RecordPermission {
        switch permission {
        case .undetermined: .undetermined
        case .denied: .denied
        case .granted: .granted
        }
    }

    // MARK: Routes

    static func route(_ route: RouteFacts) -> AVAudioSessionRouteDescription {
        AVAudioSessionRouteDescription(inputs: route.inputs.map(port), outputs: route.outputs.map(port))
    }

    package static func port(_ facts: PortFacts) -> AVAudioSessionPortDescription {
        let isMono = [.builtInMic, .headsetMic, .bluetoothHFP, .builtInReceiver].contains(facts.port)
        let labels = isMono ? [kAudioChannelLabel_Mono] : [kAudioChannelLabel_Left, kAudioChannelLabel_Right]
        let channels = labels.enumerated().map { index, label in
            AVAudioSessionChannelDescription(
                name: labels.count == 1 ? facts.name : "\(facts.name) \(index + 1)", port: facts.uid, number: index + 1,
                label: label)
        }
        return AVAudioSessionPortDescription(
            type: type(facts.port), name: facts.name, uid: facts.uid, channels: channels,
            dataSources: facts.port == .builtInMic ? microphones : nil)
    }

    private static let microphones = [
        AVAudioSessionDataSourceDescription(id: 1, name: "Bottom", location: .lower, orientation: .bottom),
        AVAudioSessionDataSourceDescription(id: 2, name: "Front", location: .upper, orientation: .front),
        AVAudioSessionDataSourceDescription(id: 3, name: "Back", location: .upper, orientation: .back),
    ]

    /// Returns the policy's port, or nil if the device cannot have it.
    static func port(_ type: AVAudioSession.Port) -> SessionPolicy.Port? {
        SessionPolicy.Port.allCases.first { Self.type($0) == type }
    }

    private static func type(_ port: SessionPolicy.Port) -> AVAudioSession.Port {
        switch port {
        case .hdmi: .HDMI
        case .airPlay: .airPlay
        case .bluetoothA2DP: .bluetoothA2DP
        case .bluetoothHFP: .bluetoothHFP
        case .builtInMic: .builtInMic
        case .builtInReceiver: .builtInReceiver
        case .builtInSpeaker: .builtInSpeaker
        case .carAudio: .carAudio
        case .headphones: .headphones
        case .headsetMic: .headsetMic
        case .lineOut: .lineOut
        case .usbAudio: .usbAudio
        }
    }
}
