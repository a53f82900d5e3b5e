import AVFAudio
import Foundation

/// What a player needs of `AVAudioSession`: the empty extension makes Apple's class fit.
public protocol PlayerSession: AnyObject {
    func setCategory(
        _ category: AVAudioSession.Category, mode: AVAudioSession.Mode, options: AVAudioSession.CategoryOptions) throws
    func setActive(_ active: Bool, options: AVAudioSession.SetActiveOptions) throws
}

extension AVAudioSession: PlayerSession {}

/// What a player needs of `AVAudioPlayer`.
public protocol PlayerSound: AnyObject {
    func play() -> Bool
    func pause()
}

extension AVAudioPlayer: PlayerSound {}
