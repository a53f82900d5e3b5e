public import CoreMedia
public import Foundation
internal import Synchronization
internal import Threads

/// Where a stretch of a track comes from, and where it lies.
open class AVAssetTrackSegment: NSObject, @unchecked Sendable {
    /// The stretch as it is in its source, and in the track.
    public let timeMapping: CMTimeMapping
    /// Whether it is silent because nothing is there.
    public let isEmpty: Bool

    init(_ mapping: CMTimeMapping, isEmpty: Bool) { (timeMapping, self.isEmpty) = (mapping, isEmpty) }
}

/// A stretch of a track that was put together.
open class AVCompositionTrackSegment: AVAssetTrackSegment, @unchecked Sendable {
    /// The file that it comes from; nil for an empty one.
    public let sourceURL: URL?

    /// A stretch of a file.
    public init(
        url URL: URL, trackID: CMPersistentTrackID, sourceTimeRange: CMTimeRange, targetTimeRange: CMTimeRange
    ) {
        sourceURL = URL
        super.init(CMTimeMapping(source: sourceTimeRange, target: targetTimeRange), isEmpty: false)
    }

    /// An empty stretch.
    public init(timeRange: CMTimeRange) {
        sourceURL = nil
        super.init(CMTimeMapping(source: .invalid, target: timeRange), isEmpty: true)
    }

    /// The number of the track that it comes from.
    open var sourceTrackID: CMPersistentTrackID { isEmpty ? kCMPersistentTrackID_Invalid : 1 }
}

/// What lies in a track one behind the other.
struct CompositionPart: Sendable {
    /// The file; nil for silence.
    var source: URL?
    /// Where in the file it begins.
    var from = CMTime.zero
    /// How much of the file it is.
    var taken: CMTime
    /// How long it lasts, faster or slower where that is something else.
    var lasts: CMTime

    /// The first of it, and the rest.
    func split(after first: CMTime) -> (CompositionPart, CompositionPart) {
        let share = lasts.seconds > 0 ? first.seconds / lasts.seconds : 0
        let (mine, scale) = (taken.seconds * share, max(taken.timescale, 44_100))
        let cut = taken == lasts ? first : CMTime(seconds: mine, preferredTimescale: scale)
        return (
            CompositionPart(source: source, from: from, taken: cut, lasts: first),
            CompositionPart(source: source, from: from + cut, taken: taken - cut, lasts: lasts - first)
        )
    }
}

/// A track that was put together of stretches of others.
open class AVCompositionTrack: AVAssetTrack, @unchecked Sendable {
    fileprivate let stretches = Mutex<[CompositionPart]>([])

    var parts: [CompositionPart] { stretches.withLock { $0 } }
    var length: CMTime { parts.reduce(.zero) { $0 + $1.lasts } }

    /// Where it lies: from the beginning to the end of its last stretch.
    open override var timeRange: CMTimeRange { CMTimeRange(start: .zero, duration: length) }
    /// Its stretches.
    open override var segments: [AVAssetTrackSegment] {
        var begins = CMTime.zero
        return parts.map { part in
            let target = CMTimeRange(start: begins, duration: part.lasts)
            begins = target.end
            guard let source = part.source else { return AVCompositionTrackSegment(timeRange: target) }
            return AVCompositionTrackSegment(
                url: source, trackID: 1, sourceTimeRange: CMTimeRange(start: part.from, duration: part.taken),
                targetTimeRange: target)
        }
    }
}

/// A track that is put together of stretches of others.
open class AVMutableCompositionTrack: AVCompositionTrack, @unchecked Sendable {
    /// Puts a stretch of a track in; what lies behind moves back.
    ///
    /// - Parameter startTime: Where; invalid: at the end. Beyond the end silence comes before it.
    /// - Throws: An error of `AVFoundationErrorDomain` where the track is of no file that can be read, or the stretch is none
    ///   of it.
    open func insertTimeRange(_ timeRange: CMTimeRange, of track: AVAssetTrack, at startTime: CMTime) throws {
        put(try Self.part(timeRange, of: track), at: startTime)
    }

    /// Puts stretches of tracks in, one behind the other; what lies behind moves back.
    ///
    /// - Throws: As `insertTimeRange(_:of:at:)`; nothing is put in then.
    open func insertTimeRanges(_ timeRanges: [NSValue], of tracks: [AVAssetTrack], at startTime: CMTime) throws {
        let parts = try zip(timeRanges, tracks).map { try Self.part($0.timeRangeValue, of: $1) }
        var place = startTime.isNumeric ? startTime : length
        for part in parts {
            put(part, at: place)
            place = place + part.lasts
        }
    }

    private static func part(_ range: CMTimeRange, of track: AVAssetTrack) throws -> CompositionPart {
        guard let source = track.source else {
            throw AVAssetReader.error(.invalidSourceMedia, "The track is of no sound file that can be read.")
        }
        let stretch = range.intersection(CMTimeRange(start: .zero, duration: track.timeRange.duration))
        guard stretch.isValid, stretch.duration > .zero else {
            throw AVAssetReader.error(.operationNotSupportedForAsset, "The track has no such stretch.")
        }
        return CompositionPart(
            source: source, from: stretch.start, taken: stretch.duration, lasts: stretch.duration)
    }

    /// Puts silence in; what lies behind moves back.
    open func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
        guard timeRange.start.isNumeric, timeRange.duration.isNumeric, timeRange.duration > .zero else { return }
        put(CompositionPart(source: nil, taken: timeRange.duration, lasts: timeRange.duration), at: timeRange.start)
    }

    /// Takes a stretch out; what lies behind moves forward.
    open func removeTimeRange(_ timeRange: CMTimeRange) {
        edit(timeRange) { parts, range in parts.removeSubrange(range) }
    }

    /// Lets a stretch last so long, by playing it faster or slower; its pitch changes with it.
    open func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
        guard duration.isNumeric, duration > .zero, timeRange.duration.isNumeric, timeRange.duration > .zero else {
            return
        }
        let factor = duration.seconds / timeRange.duration.seconds
        edit(timeRange) { parts, range in
            for index in range {
                parts[index].lasts = CMTime(
                    seconds: parts[index].lasts.seconds * factor, preferredTimescale: 44_100)
            }
        }
    }

    private func put(_ part: CompositionPart, at time: CMTime) {
        stretches.withLock { parts in
            let end = parts.reduce(CMTime.zero) { $0 + $1.lasts }
            let place = time.isNumeric ? CMTimeMaximum(time, .zero) : end
            if place > end {
                parts.append(CompositionPart(source: nil, taken: place - end, lasts: place - end))
            }
            parts.insert(part, at: Self.cut(&parts, at: place))
        }
    }

    /// Cuts at both ends of a stretch, and does something with what lies between.
    private func edit(_ range: CMTimeRange, _ work: (inout [CompositionPart], Range<Int>) -> Void) {
        guard range.start.isNumeric, range.duration.isNumeric, range.duration > .zero else { return }
        stretches.withLock { parts in
            let first = Self.cut(&parts, at: range.start)
            let last = Self.cut(&parts, at: range.end)
            if first < last { work(&parts, first..<last) }
        }
    }

    /// Which part begins at a place, once what lies over it is cut in two.
    private static func cut(_ parts: inout [CompositionPart], at place: CMTime) -> Int {
        var begins = CMTime.zero
        for (index, part) in parts.enumerated() {
            if place <= begins { return index }
            let end = begins + part.lasts
            if place < end {
                let (first, rest) = part.split(after: place - begins)
                parts.replaceSubrange(index...index, with: [first, rest])
                return index + 1
            }
            begins = end
        }
        return parts.count
    }
}

/// Sound that was put together of stretches of others.
open class AVComposition: AVAsset, @unchecked Sendable {
    fileprivate let lanes = Mutex<[AVMutableCompositionTrack]>([])
    /// The file that it was mixed into last, and what it then consisted of.
    private let mixed = Mutex<(parts: [[CompositionPart]], file: NamelessFile)?>(nil)

    init() { super.init(location: nil) }

    override var location: URL? { mixedFile?.url }

    /// The file that its tracks are mixed into, made anew where they have changed.
    override var mixedFile: NamelessFile? {
        let parts = lanes.withLock { $0 }.map(\.parts).filter { !$0.isEmpty }
        guard !parts.isEmpty else { return nil }
        return mixed.withLock { mixed in
            if let mixed, mixed.parts == parts { return mixed.file }
            guard let file = try? TrackMix.file(of: parts.map { ($0, nil) }) else { return nil }
            mixed = (parts, file)
            return file
        }
    }

    /// How long it is: as its longest track.
    open override var duration: CMTime {
        lanes.withLock { $0 }.map(\.length).max() ?? .zero
    }

    /// Whether it can be played: there is something in it.
    open override var isPlayable: Bool { duration > .zero }
    /// Its tracks.
    open override var tracks: [AVAssetTrack] { lanes.withLock { $0 } }
    /// Its size as a picture: it has none.
    open var naturalSize: CGSize { .zero }
}

extension CompositionPart: Equatable {}

/// Sound that is put together of stretches of others: played, read and written as any asset.
///
/// Its tracks sound together. Members may be called on any thread; a player goes on with what was there when its item was made.
open class AVMutableComposition: AVComposition, @unchecked Sendable {
    /// Creates an empty one.
    public override init() { super.init() }
    /// Creates an empty one; options are for streams.
    public convenience init(urlAssetInitializationOptions URLAssetInitializationOptions: [String: Any]?) {
        self.init()
    }

    /// Adds a track; nil for anything but sound.
    ///
    /// - Parameter preferredTrackID: Its number; `kCMPersistentTrackID_Invalid` takes the next one.
    @discardableResult
    open func addMutableTrack(
        withMediaType mediaType: AVMediaType, preferredTrackID: CMPersistentTrackID
    ) -> AVMutableCompositionTrack? {
        guard mediaType == .audio else { return nil }
        return lanes.withLock { lanes in
            let taken = Set(lanes.map(\.trackID))
            let next = (taken.max() ?? 0) + 1
            let isFree = preferredTrackID > 0 && !taken.contains(preferredTrackID)
            let track = AVMutableCompositionTrack(of: self, trackID: isFree ? preferredTrackID : next)
            lanes.append(track)
            return track
        }
    }

    /// Takes a track out.
    open func removeTrack(_ track: AVCompositionTrack) { lanes.withLock { $0.removeAll { $0 === track } } }

    /// A track into which another one can be put; nil where there is none.
    open func mutableTrack(compatibleWith track: AVAssetTrack) -> AVMutableCompositionTrack? {
        lanes.withLock { $0.first }
    }

    /// Puts a stretch of an asset in, into its first track, which is added where there is none.
    ///
    /// - Throws: As `AVMutableCompositionTrack.insertTimeRange(_:of:at:)`.
    open func insertTimeRange(_ timeRange: CMTimeRange, of asset: AVAsset, at startTime: CMTime) throws {
        guard let source = asset.tracks.first,
            let track = lanes.withLock({ $0.first })
                ?? addMutableTrack(withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)
        else { throw AVAssetReader.error(.invalidSourceMedia, "The asset is no sound that can be read.") }
        try track.insertTimeRange(timeRange, of: source, at: startTime)
    }

    /// Puts silence into every track.
    open func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
        for track in lanes.withLock({ $0 }) { track.insertEmptyTimeRange(timeRange) }
    }

    /// Takes a stretch out of every track.
    open func removeTimeRange(_ timeRange: CMTimeRange) {
        for track in lanes.withLock({ $0 }) { track.removeTimeRange(timeRange) }
    }

    /// Lets a stretch of every track last so long.
    open func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
        for track in lanes.withLock({ $0 }) { track.scaleTimeRange(timeRange, toDuration: duration) }
    }
}
