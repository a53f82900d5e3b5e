import AVFoundation
import AudioToolbox

/// The loudest sample of each piece of a file, for a picture of it.
func waveform(of file: URL, pieces: Int) async throws -> [Float] {
    let asset = AVURLAsset(url: file, options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
    guard let track = try await asset.loadTracks(withMediaType: .audio).first else { return [] }
    let reader = try AVAssetReader(asset: asset)
    let settings: [String: Any] = [
        AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 16, AVLinearPCMIsBigEndianKey: false,
        AVLinearPCMIsFloatKey: false, AVLinearPCMIsNonInterleaved: false,
    ]
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
    guard reader.canAdd(output) else { return [] }
    reader.add(output)
    guard reader.startReading() else { throw reader.error ?? CancellationError() }
    var samples: [Int16] = []
    while reader.status == .reading, let buffer = output.copyNextSampleBuffer() {
        guard let block = CMSampleBufferGetDataBuffer(buffer) else { continue }
        let length = CMBlockBufferGetDataLength(block)
        var bytes = Data(count: length)
        bytes.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            CMBlockBufferCopyDataBytes(block, atOffset: 0, dataLength: length, destination: base)
        }
        samples += bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
        CMSampleBufferInvalidate(buffer)
    }
    guard reader.status == .completed, !samples.isEmpty else { return [] }
    let length = max(1, samples.count / pieces)
    return stride(from: 0, to: samples.count, by: length).map { first in
        Float(samples[first..<min(first + length, samples.count)].map(\.magnitude).max() ?? 0) / 32_768
    }
}

/// The echo of a loop of the app's own, without a device.
final class Loop {
    private let engine = AVAudioEngine()
    private let input = AudioBufferList.allocate(maximumBuffers: 1)

    func begin() throws -> AVAudioEngineManualRenderingBlock? {
        guard let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1) else { return nil }
        try engine.enableManualRenderingMode(.realtime, format: format, maximumFrameCount: 512)
        let list = input.unsafePointer
        engine.inputNode.setManualRenderingInputPCMFormat(format) { _ in list }
        engine.connect(engine.inputNode, to: engine.mainMixerNode, format: format)
        try engine.start()
        return engine.manualRenderingBlock
    }
}

/// A click out of the program's bundle, as before URL could say where it is; and how long that took.
func click() -> (sound: SystemSoundID, seconds: CFAbsoluteTime) {
    let begin = CFAbsoluteTimeGetCurrent()
    var sound: SystemSoundID = 0
    let place = Bundle.main.url(forResource: "click", withExtension: "wav")
    if let file = place.flatMap({ CFURL(string: $0.absoluteString) }) {
        AudioServicesCreateSystemSoundID(file, &sound)
    }
    return (sound, CFAbsoluteTimeGetCurrent() - begin)
}

/// Fills and copies what buffer lists point to, as C does: typed, raw and optional pointers.
func pass(_ list: UnsafeMutablePointer<AudioBufferList>, on other: UnsafeMutablePointer<AudioBufferList>) {
    let buffers = UnsafeMutableAudioBufferListPointer(list)
    for (buffer, copy) in zip(buffers, UnsafeMutableAudioBufferListPointer(other)) {
        memcpy(copy.mData, buffer.mData, Int(buffer.mDataByteSize))
        memset(buffer.mData, 0, Int(buffer.mDataByteSize))
    }
    guard let first = buffers.first?.mData?.assumingMemoryBound(to: Float.self) else { return }
    var samples = [Float](repeating: 0, count: 4)
    memcpy(&samples, first, 16)
    memset(&samples, 0, 16)
    memmove(first, samples, 16)
    memset(first, 0, 16)
}
