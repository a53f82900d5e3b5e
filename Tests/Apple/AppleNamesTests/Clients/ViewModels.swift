import AVFoundation
import Foundation

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
            Task { @MainActor in self?.show(peak ?? 0, at: seconds) }
        }
        engine.prepare()
        try engine.start()
    }

    private func show(_ peak: Float, at seconds: TimeInterval) { level = 20 * log10(max(peak, 1e-8)) }
}
