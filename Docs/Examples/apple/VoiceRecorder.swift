import AVFoundation

// A voice recorder: it asks for the microphone, records, and plays what it has recorded.
final class VoiceRecorder: NSObject, AVAudioRecorderDelegate {
    private var recorder: AVAudioRecorder?
    private let file: URL

    init(file: URL) { self.file = file }

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
        guard recorder?.record(forDuration: 1) == true else { Main.end("cannot record into \(file.path)") }
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
        guard CommandLine.arguments.count == 2 else { end("name the file to record into") }
        let recorder = VoiceRecorder(file: URL(fileURLWithPath: CommandLine.arguments[1]))
        recorder.begin()
        withExtendedLifetime(recorder) { RunLoop.main.run() }
    }

    /// Says why it cannot go on, and ends.
    static func end(_ sentence: String) -> Never {
        FileHandle.standardError.write(Data("VoiceRecorder: \(sentence)\n".utf8))
        exit(1)
    }
}
