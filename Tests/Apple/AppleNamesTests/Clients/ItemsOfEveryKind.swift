import AVFoundation

/// A radio's view of an item: what can be done with it, what it says of itself, and whether its stream fares well.
final class ItemReport: NSObject, AVPlayerItemMetadataOutputPushDelegate {
    private let item: AVPlayerItem
    private let output = AVPlayerItemMetadataOutput(identifiers: nil)
    private(set) var titles: [String] = []

    init(_ item: AVPlayerItem) {
        self.item = item
        super.init()
        output.setDelegate(self, queue: .main)
        item.add(output)
        item.preferredForwardBufferDuration = 5
    }

    func metadataOutput(
        _ output: AVPlayerItemMetadataOutput, didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup],
        from track: AVPlayerItemTrack?
    ) {
        titles += groups.flatMap(\.items).filter { $0.identifier == .icyMetadataStreamTitle }.compactMap(\.stringValue)
    }

    var lines: [String] {
        [
            "reverse \(item.canPlayReverse)", "slow \(item.canPlaySlowForward)", "step \(item.canStepForward)",
            "tracks \(item.tracks.compactMap(\.assetTrack?.trackID))",
            "date \(String(describing: item.currentDate()))",
        ]
    }

    func jump(to seconds: Double) async -> Bool {
        await item.seek(
            to: CMTime(seconds: seconds, preferredTimescale: 600), toleranceBefore: .zero, toleranceAfter: .zero)
    }
}

func title(of asset: AVURLAsset) async throws -> String? {
    let (isPlayable, rate, metadata) = try await asset.load(.isPlayable, .preferredRate, .commonMetadata)
    guard isPlayable, rate > 0 else { return nil }
    let titles = AVMetadataItem.metadataItems(
        from: metadata, withKey: AVMetadataKey.commonKeyTitle, keySpace: .common)
    return try await titles.first?.load(.stringValue)
}

func microphones() -> [String] {
    let session = AVCaptureDevice.DiscoverySession(
        deviceTypes: [.microphone, .external], mediaType: .audio, position: .unspecified)
    return session.devices.map(\.localizedName)
}

func isNow(_ status: AVPlayerItemStatus) -> Bool {
    status == .readyToPlay
}

extension AVMetadataKeySpace {
    static let station = AVMetadataKeySpace("radio")
}

extension AVMetadataIdentifier {
    init(station key: String) { self.init("radio/\(key)") }
    static let presenter = AVMetadataIdentifier(station: "presenter")
}

/// Cuts a part out of a recording.
func cut(_ source: URL, from start: Double, to end: Double, into target: URL) async throws {
    let asset = AVURLAsset(url: source)
    guard let export = AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetAppleM4A) else { return }
    export.timeRange = CMTimeRange(
        start: CMTime(seconds: start, preferredTimescale: 600), end: CMTime(seconds: end, preferredTimescale: 600))
    let watching = export.observe(\.progress, options: [.new]) { _, change in print(change.newValue ?? 0) }
    defer { watching.invalidate() }
    export.outputURL = target
    export.outputFileType = .m4a
    await export.export()
    switch export.status {
    case .completed: return
    case .failed, .cancelled: throw export.error ?? CancellationError()
    default: break
    }
}
