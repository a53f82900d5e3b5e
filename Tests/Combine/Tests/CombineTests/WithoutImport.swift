import AVFoundation

/// A model without an import of Combine: Apple's Foundation brings these two names along.
final class Jukebox: ObservableObject {
    @Published var isPlaying = false
    @Published private(set) var title: String?
    private var player: AVAudioPlayer?

    func toggle() {
        isPlaying.toggle()
        title = isPlaying ? "song" : nil
        if isPlaying { player?.play() } else { player?.pause() }
    }
}
