public import CoreMedia
public import Foundation
internal import Synchronization

/// How loud a track is, from when on.
struct MixLevels: Sendable {
    private struct Ramp: Sendable {
        let begins: Double
        let ends: Double
        let from: Float
        let to: Float
    }

    /// In order of their beginnings.
    private var ramps: [Ramp] = []

    mutating func set(_ level: Float, at time: CMTime) {
        if time.isNumeric { add(Ramp(begins: time.seconds, ends: time.seconds, from: level, to: level)) }
    }

    mutating func ramp(from: Float, to: Float, _ range: CMTimeRange) {
        guard range.start.isNumeric else { return }
        // What has no end that is known has no middle either.
        let ends = range.duration.isNumeric ? range.end.seconds : range.start.seconds
        add(Ramp(begins: range.start.seconds, ends: ends, from: from, to: to))
    }

    private mutating func add(_ ramp: Ramp) {
        // The later of two of the same moment is the one that counts.
        ramps.insert(ramp, at: ramps.firstIndex { $0.begins > ramp.begins } ?? ramps.count)
    }

    var isPlain: Bool { ramps.isEmpty }

    /// The level at a moment; 1 before the first that is named.
    func level(at seconds: Double) -> Float {
        guard let ramp = ramps.last(where: { $0.begins <= seconds }) else { return 1 }
        guard seconds < ramp.ends else { return ramp.to }
        return ramp.from + (ramp.to - ramp.from) * Float((seconds - ramp.begins) / (ramp.ends - ramp.begins))
    }

    /// What a moment's level goes on to: the one that it moves to, and when that is reached or another one begins.
    func next(after seconds: Double) -> (level: Float, at: Double)? {
        let later = ramps.first { $0.begins > seconds }?.begins
        if let ramp = ramps.last(where: { $0.begins <= seconds }), seconds < ramp.ends {
            let end = min(ramp.ends, later ?? .infinity)
            return (end == ramp.ends ? ramp.to : level(at: end), end)
        }
        return later.map { (level(at: seconds), $0) }
    }

    /// The ramp in which a moment lies.
    func ramp(at seconds: Double) -> (from: Float, to: Float, range: CMTimeRange)? {
        guard let ramp = ramps.last(where: { $0.begins <= seconds }) else { return nil }
        let start = CMTime(seconds: ramp.begins, preferredTimescale: 44_100)
        let end = CMTime(seconds: ramp.ends, preferredTimescale: 44_100)
        let range =
            ramp.ends > ramp.begins
            ? CMTimeRange(start: start, end: end) : CMTimeRange(start: start, duration: .positiveInfinity)
        return (ramp.from, ramp.to, range)
    }
}

/// How loud a track of a mix is.
open class AVAudioMixInputParameters: NSObject, @unchecked Sendable {
    fileprivate let state = Mutex((track: kCMPersistentTrackID_Invalid, levels: MixLevels()))
    override init() { super.init() }

    /// The number of the track.
    open var trackID: CMPersistentTrackID { state.withLock { $0.track } }
    /// How its pitch is kept; kept itself.
    open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm?

    var levels: MixLevels { state.withLock { $0.levels } }

    /// Tells how a moment's level moves; false where none is set for it.
    open func getVolumeRamp(
        for time: CMTime, startVolume: UnsafeMutablePointer<Float>?, endVolume: UnsafeMutablePointer<Float>?,
        timeRange: UnsafeMutablePointer<CMTimeRange>?
    ) -> Bool {
        guard time.isNumeric, let ramp = levels.ramp(at: time.seconds) else { return false }
        startVolume?.pointee = ramp.from
        endVolume?.pointee = ramp.to
        timeRange?.pointee = ramp.range
        return true
    }
}

/// How loud a track of a mix is to be.
open class AVMutableAudioMixInputParameters: AVAudioMixInputParameters, @unchecked Sendable {
    /// Of no track yet.
    public override init() { super.init() }
    /// Of a track.
    public init(track: AVAssetTrack?) {
        super.init()
        if let track { trackID = track.trackID }
    }

    /// The number of the track.
    open override var trackID: CMPersistentTrackID {
        get { super.trackID }
        set { state.withLock { $0.track = newValue } }
    }

    /// Lets it be so loud from a moment on, until another level is named.
    open func setVolume(_ volume: Float, at time: CMTime) { state.withLock { $0.levels.set(volume, at: time) } }

    /// Lets it become louder or softer in the course of a stretch.
    open func setVolumeRamp(fromStartVolume startVolume: Float, toEndVolume endVolume: Float, timeRange: CMTimeRange) {
        state.withLock { $0.levels.ramp(from: startVolume, to: endVolume, timeRange) }
    }
}

/// How loud the tracks of an asset are.
open class AVAudioMix: NSObject, @unchecked Sendable {
    fileprivate let parameters = Mutex<[AVAudioMixInputParameters]>([])
    override init() { super.init() }

    /// What is said of tracks; the others are as loud as they are.
    open var inputParameters: [AVAudioMixInputParameters] { parameters.withLock { $0 } }

    /// What is said of a track; nil where that is nothing.
    func levels(of track: AVAssetTrack) -> MixLevels? {
        inputParameters.first { $0.trackID == track.trackID }.map(\.levels).flatMap { $0.isPlain ? nil : $0 }
    }
}

/// How loud the tracks of an asset are to be.
open class AVMutableAudioMix: AVAudioMix, @unchecked Sendable {
    /// Says nothing of any track.
    public override init() { super.init() }
    /// What is said of tracks; the others are as loud as they are.
    open override var inputParameters: [AVAudioMixInputParameters] {
        get { super.inputParameters }
        set { parameters.withLock { $0 = newValue } }
    }
}
