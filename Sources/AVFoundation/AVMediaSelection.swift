internal import AVFAudio
public import Foundation

// Languages to choose from, and routes: a sound file has one of the former, and the session decides on the latter.

/// One of several versions of a thing in an asset; none has any here.
open class AVMediaSelectionOption: NSObject, @unchecked Sendable {
    override init() { super.init() }
    /// What people call it.
    open var displayName: String { "" }
    /// In which language it is.
    open var locale: Locale? { nil }
    /// In which language it is.
    open var extendedLanguageTag: String? { nil }
    /// What kind of thing it is.
    open var mediaType: AVMediaType { .audio }
    /// Whether it can be played.
    open var isPlayable: Bool { false }
}

/// Versions of a thing of which one is chosen; no asset has any here.
open class AVMediaSelectionGroup: NSObject, @unchecked Sendable {
    override init() { super.init() }
    /// The versions.
    open var options: [AVMediaSelectionOption] { [] }
    /// The one that is chosen when nobody chooses.
    open var defaultOption: AVMediaSelectionOption? { nil }
    /// Whether none may be chosen.
    open var allowsEmptySelection: Bool { true }
}

/// What is chosen of an asset: nothing, for there is no choice.
open class AVMediaSelection: NSObject, @unchecked Sendable {
    override init() { super.init() }
    /// The chosen version.
    open func selectedMediaOption(in mediaSelectionGroup: AVMediaSelectionGroup) -> AVMediaSelectionOption? { nil }
}

extension AVAsset {
    /// The versions for a purpose: nil, for there is one.
    public func mediaSelectionGroup(
        forMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
    ) -> AVMediaSelectionGroup? {
        nil
    }
    /// The versions for a purpose: nil, for there is one.
    public func loadMediaSelectionGroup(
        for mediaCharacteristic: AVMediaCharacteristic
    ) async throws -> AVMediaSelectionGroup? {
        nil
    }
}

extension AVPlayerItem {
    /// What is chosen: nothing, for there is no choice.
    public var currentMediaSelection: AVMediaSelection { AVMediaSelection() }
    /// Chooses a version; there is none.
    public func select(
        _ mediaSelectionOption: AVMediaSelectionOption?, in mediaSelectionGroup: AVMediaSelectionGroup
    ) {}
    /// Steps through pictures; there is none.
    public func step(byCount stepCount: Int) {}
    /// Which sounds may be placed in space: none is.
    public var isAudioSpatializationAllowed: Bool { false }
}

/// Says whether there is another route to choose than the device's own. Any thread.
open class AVRouteDetector: NSObject, @unchecked Sendable {
    /// Creates one that does not look yet.
    public override init() { super.init() }
    /// Whether it looks; kept.
    open var isRouteDetectionEnabled = false
    /// Whether there is one: while it looks, and an accessory is in force.
    open var multipleRoutesDetected: Bool {
        let own: Set<AVAudioSession.Port> = [.builtInSpeaker, .builtInReceiver]
        return isRouteDetectionEnabled
            && AVAudioSession.sharedInstance().currentRoute.outputs.contains { !own.contains($0.portType) }
    }
}
