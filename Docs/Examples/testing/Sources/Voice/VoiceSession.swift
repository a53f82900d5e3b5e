import AVFAudio
import Foundation

/// The part of `AVAudioSession` that a recorder needs: the empty extension makes Apple's class fit.
public protocol VoiceSession: AnyObject {
    func setCategory(
        _ category: AVAudioSession.Category, mode: AVAudioSession.Mode, options: AVAudioSession.CategoryOptions) throws
    func setActive(_ active: Bool, options: AVAudioSession.SetActiveOptions) throws
}

extension AVAudioSession: VoiceSession {}

/// The part of `AVAudioRecorder` that a recorder needs.
public protocol VoiceFile: AnyObject {
    func record() -> Bool
    func stop()
}

extension AVAudioRecorder: VoiceFile {}

/// The part of `AVAudioPlayer` that an agent needs, to speak.
public protocol Voice: AnyObject {
    func play() -> Bool
    func stop()
}

extension AVAudioPlayer: Voice {}

/// The content of a notification of an interruption.
enum Interruption {
    case began
    case ended(shouldResume: Bool)

    init?(_ notification: Notification) {
        let info = notification.userInfo ?? [:]
        let type = (info[AVAudioSessionInterruptionTypeKey] as? NSNumber)?.uintValue
        switch type.flatMap(AVAudioSession.InterruptionType.init) {
        case .began: self = .began
        case .ended:
            let bits = (info[AVAudioSessionInterruptionOptionKey] as? NSNumber)?.uintValue ?? 0
            self = .ended(shouldResume: AVAudioSession.InterruptionOptions(rawValue: bits).contains(.shouldResume))
        case nil: return nil
        @unknown default: return nil
        }
    }
}
