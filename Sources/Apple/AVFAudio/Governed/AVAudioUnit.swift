public import AudioToolbox
internal import Foundation

/// A node that works on what passes through. What it is set to is kept; what it does to the sound is said by each.
open class AVAudioUnit: AVAudioNode, @unchecked Sendable {
    /// The description of the unit, as far as one was given.
    public let audioComponentDescription: AudioComponentDescription

    /// A unit of no kind, which renders what it gets.
    public override init() {
        audioComponentDescription = AudioComponentDescription()
        super.init()
    }

    /// Keeps the description of a unit; no unit is hosted here.
    public init(audioComponentDescription: AudioComponentDescription) {
        self.audioComponentDescription = audioComponentDescription
        super.init()
    }

    /// A pointer to no unit of the C interface: what is set there is answered by -50; set this node's own properties.
    open var audioUnit: AudioUnit { AudioUnit(Unmanaged.passUnretained(self).toOpaque()) }
    /// The name of the unit, as people read it.
    open var name: String { String(describing: type(of: self)) }
    /// The name of the maker; empty.
    open var manufacturerName: String { "" }
    /// The version of the unit.
    open var version: Int { 1 }

    /// Hosts a unit of the system or of another app; says on a thread that is not the main one that there is none: -3000.
    open class func instantiate(
        with audioComponentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = [],
        completionHandler: @escaping (AVAudioUnit?, (any Error)?) -> Void
    ) {
        let call = Completion(handler: completionHandler)
        DispatchQueue.global().async { call.handler(nil, noSuchUnit) }
    }

    /// Hosts a unit of the system or of another app.
    ///
    /// - Throws: -3000: no unit is hosted here.
    open class func instantiate(
        with audioComponentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
    ) async throws -> AVAudioUnit {
        throw noSuchUnit
    }

    private static var noSuchUnit: NSError {
        AudioFileFailure.error(-3_000, "No unit of others is hosted here; use the units that this module has.")
    }

    private struct Completion: @unchecked Sendable { let handler: (AVAudioUnit?, (any Error)?) -> Void }
}
