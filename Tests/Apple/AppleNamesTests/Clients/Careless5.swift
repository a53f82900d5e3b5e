import AVFoundation

// What Swift 5 lets through on the phone: closures that keep what they change, and no word about threads.
final class Careless {
    var answers = 0
    let node = AVAudioPlayerNode()

    func ask(_ buffer: AVAudioPCMBuffer, _ file: AVAudioFile, _ player: AVPlayer) {
        var isGranted = false
        AVAudioApplication.requestRecordPermission { isGranted = $0 }
        AVAudioSession.sharedInstance().requestRecordPermission { isGranted = $0 }
        AVCaptureDevice.requestAccess(for: .audio) { isGranted = $0 }
        node.scheduleBuffer(buffer) { isGranted = true }
        node.scheduleFile(file, at: nil) { isGranted = true }
        node.scheduleFile(file, at: nil, completionCallbackType: .dataPlayedBack) { _ in self.answers += 1 }
        player.seek(to: .zero) { isGranted = $0 }
        _ = player.addPeriodicTimeObserver(forInterval: CMTimeMake(value: 1, timescale: 2), queue: .main) { time in
            isGranted = time.isValid
        }
        AudioServicesPlaySystemSoundWithCompletion(1_104) { isGranted = false }
        let handler: AVAudioPlayerNodeCompletionHandler = { _ in isGranted = true }
        node.scheduleBuffer(buffer, completionCallbackType: .dataRendered, completionHandler: handler)
        NSLog("%@ %d", "granted", isGranted ? 1 : 0)
    }
}
