import AVFoundation
import Combine
import Foundation

/// A player as a screen shows it: the object says when it changes, as views on the phone want it.
@MainActor
final class PlaybackScreen: ObservableObject {
    @Published private(set) var isPlaying = false
    @Published var speed: Float = 1
    private var player: AVAudioPlayer?
    private var kept: Set<AnyCancellable> = []

    init() {
        $speed.sink { [weak self] speed in self?.player?.rate = speed }.store(in: &kept)
        objectWillChange.sink { _ in print("the screen changes") }.store(in: &kept)
    }

    func toggle() {
        objectWillChange.send()
        isPlaying.toggle()
        if isPlaying { player?.play() } else { player?.pause() }
    }
}

/// A player by Observation, without an import of its own.
@MainActor
@Observable
final class RecorderScreen {
    var level: Float = -160
    @ObservationIgnored private let engine = AVAudioEngine()

    func begin() throws {
        let input = engine.inputNode
        let format = input.outputFormat(forBus: 0)
        input.installTap(onBus: 0, bufferSize: 4_096, format: format) { [weak self] buffer, when in
            let peak = buffer.floatChannelData.map { samples in
                (0..<Int(buffer.frameLength)).map { abs(samples[0][$0]) }.max() ?? 0
            }
            let seconds = AVAudioTime.seconds(forHostTime: when.hostTime)
            Task { @MainActor in self?.take(peak ?? 0, at: seconds) }
        }
        engine.prepare()
        try engine.start()
    }

    private func take(_ peak: Float, at seconds: TimeInterval) { level = 20 * log10(max(peak, 1e-8)) }
}
