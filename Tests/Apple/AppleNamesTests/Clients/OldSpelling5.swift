import AVFoundation

// What Swift 3 and the delegate of iOS 3 to 5 looked like.
class OldPlayer: NSObject, AVAudioSessionDelegate, AVAudioPlayerDelegate {
    let session = AVAudioSession.sharedInstance()

    func configure() {
        session.delegate = self
        try? session.setCategory(AVAudioSessionCategoryPlayback, with: .mixWithOthers)
        try? session.setCategory(
            AVAudioSessionCategoryPlayAndRecord, with: AVAudioSessionCategoryOptions.defaultToSpeaker)
        try? session.setMode(AVAudioSessionModeSpokenAudio)
        try? session.setActive(true, with: .notifyOthersOnDeactivation)
        if session.category == AVAudioSessionCategoryPlayback { print("playback") }
        for output in session.currentRoute.outputs where output.portType == AVAudioSessionPortHeadphones {
            print(output.portName)
        }
        NotificationCenter.default.addObserver(
            forName: .AVAudioSessionInterruption, object: nil, queue: nil
        ) { _ in }
        NotificationCenter.default.addObserver(
            forName: NSNotification.Name.AVAudioSessionRouteChange, object: nil, queue: nil
        ) { _ in }
    }

    func beginInterruption() {}
    func endInterruption(withFlags flags: Int) {
        if flags == AVAudioSessionInterruptionFlags_ShouldResume { try? session.setActive(true) }
    }
    func audioPlayerBeginInterruption(_ player: AVAudioPlayer) {}
    func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int) { player.play() }
}
