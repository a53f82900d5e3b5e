import AVFoundation

// A voice recorder: it asks for the microphone, and records a second, or as many seconds as it is told.
final class VoiceRecorder: NSObject, AVAudioRecorderDelegate {
    private var recorder: AVAudioRecorder?
    private let file: URL
    private let seconds: Double

    init(file: URL, seconds: Double) { (self.file, self.seconds) = (file, seconds) }

    func begin() {
        AVAudioApplication.requestRecordPermission { granted in
            DispatchQueue.main.async {
                if granted { return self.record() }
                Main.end("may not record")
            }
        }
    }

    private func record() {
        let session = AVAudioSession.sharedInstance()
        do {
            try session.setCategory(.playAndRecord, mode: .default, options: [.defaultToSpeaker])
            try session.setActive(true)
            let settings: [String: Any] = [
                AVFormatIDKey: Int(kAudioFormatLinearPCM), AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 1,
                AVLinearPCMBitDepthKey: 16,
            ]
            recorder = try AVAudioRecorder(url: file, settings: settings)
        } catch {
            Main.end(error.localizedDescription)
        }
        recorder?.delegate = self
        recorder?.isMeteringEnabled = true
        guard recorder?.record(forDuration: seconds) == true else { Main.end("cannot record into \(file.path)") }
        print("records")
    }

    func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool) {
        let length = (try? AVAudioPlayer(contentsOf: recorder.url))?.duration ?? 0
        print("recorded \(length >= 0.9 && length <= 1.1 ? "a second" : "\(length) s")")
        try? AVAudioSession.sharedInstance().setActive(false, options: .notifyOthersOnDeactivation)
        exit(0)
    }
}

extension VoiceRecorder: @unchecked Sendable {}

@main
enum Main {
    static func main() {
        let words = CommandLine.arguments
        guard words.count == 2 || words.count == 3, let seconds = Double(words.count == 3 ? words[2] : "1"), seconds > 0
        else { end("name the file to record into, and the number of seconds if it is not 1") }
        let recorder = VoiceRecorder(file: URL(fileURLWithPath: words[1]), seconds: seconds)
        recorder.begin()
        withExtendedLifetime(recorder) { RunLoop.main.run() }
    }

    /// Says why it cannot go on, and ends.
    static func end(_ sentence: String) -> Never {
        FileHandle.standardError.write(Data("VoiceRecorder: \(sentence)\n".utf8))
        exit(1)
    }
}
