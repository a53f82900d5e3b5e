public import AudioToolbox
internal import Foundation

/// A node that processes sound. Settings are kept; each subclass says whether they are audible.
open class AVAudioUnit: AVAudioNode, @unchecked Sendable {
    /// The description passed to the initializer.
    public let audioComponentDescription: AudioComponentDescription

    /// Creates a unit without a description, which passes its input through.
    public override init() {
        audioComponentDescription = AudioComponentDescription()
        super.init()
    }

    /// Creates a unit with a description. No unit is hosted.
    public init(audioComponentDescription: AudioComponentDescription) {
        self.audioComponentDescription = audioComponentDescription
        super.init()
    }

    /// An invalid unit of the C interface: every call returns -50. Set this node's own properties instead.
    open var audioUnit: AudioUnit { AudioUnit(Unmanaged.passUnretained(self).toOpaque()) }
    /// The display name of the unit.
    open var name: String { String(describing: type(of: self)) }
    /// The name of the manufacturer: empty.
    open var manufacturerName: String { "" }
    /// The version of the unit.
    open var version: Int { 1 }

    /// Fails with -3000, on a background thread: no unit of the system or of another app is hosted.
    open class func instantiate(
        with audioComponentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = [],
        completionHandler: @escaping (AVAudioUnit?, (any Error)?) -> Void
    ) {
        nonisolated(unsafe) let completionHandler = completionHandler
        DispatchQueue.global().async { completionHandler(nil, noSuchUnit) }
    }

    /// Fails: no unit of the system or of another app is hosted.
    ///
    /// - Throws: -3000, always.
    open class func instantiate(
        with audioComponentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
    ) async throws -> AVAudioUnit {
        throw noSuchUnit
    }

    private static var noSuchUnit: NSError {
        AudioFileFailure.error(-3_000, "No unit of others is hosted here; use the units that this module has.")
    }
}
