import AVFAudio

// Idioms 5, 6 and 7.
enum Prompter {
    static func duck() -> Error? {
        let session = AVAudioSession.sharedInstance()
        do {
            try session.setCategory(
                .playback, mode: .voicePrompt, options: [.duckOthers, .interruptSpokenAudioAndMixWithOthers])
            try session.setActive(true, options: .notifyOthersOnDeactivation)
            return nil
        } catch {
            return error
        }
    }

    static func release() throws {
        try AVAudioSession.sharedInstance().setActive(false, options: [.notifyOthersOnDeactivation])
    }

    static var ducksAlready: Bool {
        let wanted: AVAudioSession.CategoryOptions = [.mixWithOthers, .duckOthers]
        return !wanted.isDisjoint(with: AVAudioSession.sharedInstance().categoryOptions)
    }

    static func toggle() throws {
        let session = AVAudioSession.sharedInstance()
        let options = session.categoryOptions.subtracting(.duckOthers).union([.mixWithOthers])
        try session.setActive(false)
        try session.setCategory(session.category, options: options)
        try session.setActive(true)
    }

    static func options(from names: [String]) -> AVAudioSession.CategoryOptions {
        let all: [AVAudioSession.CategoryOptions] = names.compactMap {
            switch $0 {
            case "mix": return .mixWithOthers
            case "duck": return .duckOthers
            case "speaker": return .defaultToSpeaker
            default: return nil
            }
        }
        return all.reduce(AVAudioSession.CategoryOptions()) { [$0, $1] }
    }

    static func listOptions(_ list: [AVAudioSession.CategoryOptions]) -> AVAudioSession.CategoryOptions {
        AVAudioSession.CategoryOptions(list)
    }
}

final class BorrowedSession {
    private let category: AVAudioSession.Category
    private let mode: AVAudioSession.Mode
    private let options: AVAudioSession.CategoryOptions
    private let session = AVAudioSession.sharedInstance()

    init() throws {
        (category, mode, options) = (session.category, session.mode, session.categoryOptions)
        try session.setCategory(.playAndRecord, mode: .measurement, options: [.duckOthers, .allowBluetooth])
        try session.setActive(true, options: .notifyOthersOnDeactivation)
    }

    func giveBack() {
        try? session.setCategory(category, mode: mode, options: options)
        try? session.setActive(false, options: .notifyOthersOnDeactivation)
    }
}

func chooseForGame() throws -> Bool {
    let session = AVAudioSession.sharedInstance()
    if session.isOtherAudioPlaying || session.secondaryAudioShouldBeSilencedHint {
        try session.setCategory(.ambient)
        return false
    }
    try session.setCategory(.soloAmbient)
    return true
}

func observeHint(_ change: @escaping @Sendable (Bool) -> Void) -> NSObjectProtocol {
    NotificationCenter.default.addObserver(
        forName: AVAudioSession.silenceSecondaryAudioHintNotification, object: AVAudioSession.sharedInstance(),
        queue: OperationQueue.main
    ) { note in
        guard let value = note.userInfo?[AVAudioSessionSilenceSecondaryAudioHintTypeKey] as? UInt,
            let type = AVAudioSession.SilenceSecondaryAudioHintType(rawValue: value)
        else { return }
        change(type == .begin)
    }
}
