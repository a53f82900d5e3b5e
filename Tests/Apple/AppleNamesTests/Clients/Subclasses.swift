import AVFoundation
import MediaPlayer

// Idiom 14 again: programs and their tests make classes of their own out of Apple's, by whichever initializer those have,
// and say otherwise what a session says of its hardware.
class NamedPlayer: AVAudioPlayer {
    var name = ""
    init(named name: String, at url: URL) throws {
        self.name = name
        try super.init(contentsOf: url)
    }
    init(bytes: Data) throws { try super.init(data: bytes) }
    override init(contentsOf url: URL, fileTypeHint utiString: String?) throws {
        try super.init(contentsOf: url, fileTypeHint: utiString)
    }
    override func play() -> Bool { super.play() }
}

class Dictaphone: AVAudioRecorder {
    init(at url: URL, in format: AVAudioFormat) throws { try super.init(url: url, format: format) }
    override init(url: URL, settings: [String: Any]) throws { try super.init(url: url, settings: settings) }
}

/// An item that says otherwise what can be done with it.
class SteadyItem: AVPlayerItem {
    override var canPlaySlowForward: Bool { false }
    override var canPlayReverse: Bool { false }
}

/// A unit with a render block and parameters of its own.
class GainUnit: AUAudioUnit {
    private let tree = AUParameterTree.createTree(withChildren: [])
    override var parameterTree: AUParameterTree? {
        get { tree }
        set {}
    }
    override var internalRenderBlock: AUInternalRenderBlock {
        { _, _, frames, _, _, events, pull in events == nil && pull == nil && frames > 0 ? noErr : -1 }
    }
    func follow() {
        tree.implementorValueObserver = { parameter, value in print(parameter.address, value) }
        tree.implementorValueProvider = { $0.value }
        tree.implementorStringFromValueCallback = { parameter, value in "\(value?.pointee ?? parameter.value)" }
        removeRenderObserver(token { flags, _, frames, bus in print(flags.rawValue, frames, bus) })
    }
}

class Radio: AVPlayer {
    override init() { super.init() }
    init(station: URL) { super.init(url: station) }
}

class Playlist: AVQueuePlayer {
    override init() { super.init() }
    init(songs: [URL]) { super.init(items: songs.map(AVPlayerItem.init(url:))) }
}

class Song: AVPlayerItem {
    let title: String
    init(_ title: String, at url: URL) {
        self.title = title
        super.init(asset: AVURLAsset(url: url), automaticallyLoadedAssetKeys: ["duration"])
    }
}

class Tape: AVAudioFile {
    init(read url: URL) throws { try super.init(forReading: url) }
    init(write url: URL) throws {
        try super.init(forWriting: url, settings: [AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 1])
    }
}

final class SessionOfTests: AVAudioSession {
    var wishes: [String] = []
    override var outputVolume: Float { 0.25 }
    override var sampleRate: Double { 44_100 }
    override var recordPermission: AVAudioSession.RecordPermission { .denied }
    override var availableInputs: [AVAudioSessionPortDescription]? { [] }
    override var preferredInput: AVAudioSessionPortDescription? { nil }
    override func setActive(_ active: Bool, options: AVAudioSession.SetActiveOptions) throws { wishes.append("active") }
    override func setPreferredInput(_ inPort: AVAudioSessionPortDescription?) throws { wishes.append("input") }
    override func setPreferredSampleRate(_ sampleRate: Double) throws { wishes.append("rate") }
    override func setPreferredIOBufferDuration(_ duration: TimeInterval) throws { wishes.append("buffer") }
    override func requestRecordPermission(_ response: @escaping (Bool) -> Void) { response(false) }
}

// What is to be replaced later is often made of nothing first.
final class Studio {
    var player = AVAudioPlayer()
    var recorder = AVAudioRecorder()
    var file = AVAudioFile()
    var format = AVAudioFormat()
    var buffer = AVAudioPCMBuffer()
    var volume = MPVolumeView()
    let session: AVAudioSession

    init(session: AVAudioSession = .sharedInstance()) { self.session = session }

    /// A closure that Swift 5 lets change what it was given.
    func open(_ url: URL) async throws {
        let mayRecord = await AVAudioSession.sharedInstance().requestRecordPermission()
        guard mayRecord else { return }
        player = try AVAudioPlayer(contentsOf: url)
        let asset = AVURLAsset(url: url)
        let (duration, tracks) = try await asset.load(.duration, .tracks)
        for item in try await asset.load(.commonMetadata) where item.commonKey == .commonKeyTitle {
            print(try await item.load(.stringValue) ?? "", duration.seconds, tracks.count)
        }
        guard let track = try await asset.loadTracks(withMediaType: .audio).first,
            let description = try await track.load(.formatDescriptions).first
        else { return }
        print(CMFormatDescriptionGetMediaSubType(description) == kAudioFormatLinearPCM)
        print(CMAudioFormatDescriptionGetStreamBasicDescription(description)?.pointee.mSampleRate ?? 0)
    }

    /// Captured frames, taken by the program's own code.
    func listen(on engine: AVAudioEngine) throws {
        let sink = AVAudioSinkNode { _, frames, buffers -> OSStatus in
            let list = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: buffers))
            return list.count > 0 && frames > 0 ? noErr : kAudio_ParamError
        }
        engine.attach(sink)
        engine.connect(engine.inputNode, to: sink, format: engine.inputNode.inputFormat(forBus: 0))
        try engine.start()
    }
}

func stretches(_ one: CMTimeRange, _ other: CMTimeRange) -> CMTime {
    let common = one.intersection(other)
    guard CMTIME_IS_VALID(common.start), !one.containsTimeRange(other) else { return .zero }
    return CMTimeMaximum(common.duration, CMTimeMultiplyByFloat64(one.duration, multiplier: 0.5))
}
