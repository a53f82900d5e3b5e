import AVFAudio
import Foundation

/// The part of `AVAudioSession` that a player needs: the empty extension makes Apple's class fit.
public protocol PlayerSession: AnyObject {
    func setCategory(
        _ category: AVAudioSession.Category, mode: AVAudioSession.Mode, options: AVAudioSession.CategoryOptions) throws
    func setActive(_ active: Bool, options: AVAudioSession.SetActiveOptions) throws
}

extension AVAudioSession: PlayerSession {}

/// The part of `AVAudioPlayer` that a player needs.
public protocol PlayerSound: AnyObject {
    func play() -> Bool
    func pause()
}

extension AVAudioPlayer: PlayerSound {}
