import Foundation
import MediaPlayer

// MediaPlayer alone: it brings the session and the players along, as on the phone.

struct Song {
    let title: String
    let seconds: TimeInterval
    let file: URL?
}

func songs(by artist: String) -> [Song] {
    guard MPMediaLibrary.authorizationStatus() == .authorized else { return [] }
    let query = MPMediaQuery.songs()
    query.addFilterPredicate(
        MPMediaPropertyPredicate(value: artist, forProperty: MPMediaItemPropertyArtist, comparisonType: .contains))
    return (query.items ?? []).filter { !$0.hasProtectedAsset && $0.mediaType.contains(.music) }
        .map { Song(title: $0.title ?? "?", seconds: $0.playbackDuration, file: $0.assetURL) }
}

func askForTheLibrary() async -> Bool {
    switch await MPMediaLibrary.requestAuthorization() {
    case .authorized: return true
    case .denied, .restricted, .notDetermined: return false
    @unknown default: return false
    }
}

func playlists() -> [(name: String, songs: Int)] {
    (MPMediaQuery.playlists().collections ?? []).map { list in
        (list.value(forProperty: MPMediaPlaylistPropertyName) as? String ?? "", list.count)
    }
}

final class SystemPlayer {
    private let player = MPMusicPlayerController.applicationQueuePlayer
    private var observer: (any NSObjectProtocol)?

    func begin() {
        player.setQueue(with: .albums())
        player.repeatMode = .all
        player.shuffleMode = .off
        player.beginGeneratingPlaybackNotifications()
        observer = NotificationCenter.default.addObserver(
            forName: .MPMusicPlayerControllerPlaybackStateDidChange, object: player, queue: .main
        ) { _ in print("changed") }
        player.prepareToPlay { error in
            if let error = error as? MPError, error.code == .notFound { print("nothing to play") }
        }
    }

    var isPlaying: Bool { player.playbackState == .playing }
}

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
