import Foundation
import MediaPlayer

// MediaPlayer alone: it brings the session and the players along, as on the phone.

final class Programme {
    let player = AVPlayer()
    private(set) lazy var session = MPNowPlayingSession(players: [player])

    func begin() async throws {
        try AVAudioSession.sharedInstance().setCategory(.playback, mode: .default, policy: .longFormAudio)
        session.automaticallyPublishesNowPlayingInfo = true
        session.remoteCommandCenter.enableLanguageOptionCommand.addTarget { event in
            guard let event = event as? MPChangeLanguageOptionCommandEvent else { return .commandFailed }
            return event.languageOption.languageTag == nil ? .noSuchContent : .success
        }
        let german = MPNowPlayingInfoLanguageOption(
            type: .audible, languageTag: "de", characteristics: [MPLanguageOptionCharacteristicIsMainProgramContent],
            displayName: "Deutsch", identifier: "de")
        let group = MPNowPlayingInfoLanguageOptionGroup(
            languageOptions: [german], defaultLanguageOption: german, allowEmptySelection: false)
        session.nowPlayingInfoCenter.nowPlayingInfo = [MPNowPlayingInfoPropertyAvailableLanguageOptions: [group]]
        guard await session.becomeActiveIfPossible() else { return }
        player.play()
    }
}
