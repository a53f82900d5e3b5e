import AVFoundation

// Idiom 15, and notifications as a sequence.
final class VolumeWatch {
    private var observation: NSKeyValueObservation?
    private var others: [NSKeyValueObservation] = []
    var onChange: ((Float) -> Void)?

    func start() throws {
        let session = AVAudioSession.sharedInstance()
        try session.setActive(true)
        observation = session.observe(\.outputVolume, options: [.new, .old]) { [weak self] session, change in
            self?.onChange?(change.newValue ?? session.outputVolume)
        }
        others.append(session.observe(\.isInputAvailable) { session, _ in print(session.isInputAvailable) })
    }

    func stop() {
        observation?.invalidate()
        observation = nil
    }
}

func watchRoutes() async {
    for await note in NotificationCenter.default.notifications(named: AVAudioSession.routeChangeNotification) {
        print(note.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt ?? 0)
    }
}
