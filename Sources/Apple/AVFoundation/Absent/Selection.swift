// swift-format-ignore-file
// Written from Docs/AbsentNames.txt; change that list. A property here is kept or has always one value, and a function
// that answers nothing has no effect.

public import CoreMedia
public import Foundation

/// One of several versions of a thing; no asset has any.
open class AVMediaSelectionOption: NSObject, @unchecked Sendable {
    let kept = Kept()
    override init() { super.init() }
    open var displayName: String { "" }
    open var locale: Locale? { nil }
    open var extendedLanguageTag: String? { nil }
    open var mediaType: AVMediaType { .audio }
    open var isPlayable: Bool { false }
}

/// Versions of a thing of which one is chosen; no asset has any.
open class AVMediaSelectionGroup: NSObject, @unchecked Sendable {
    let kept = Kept()
    override init() { super.init() }
    open var options: [AVMediaSelectionOption] { [] }
    open var defaultOption: AVMediaSelectionOption? { nil }
    open var allowsEmptySelection: Bool { true }
}

extension AVAsset {
    public var availableMediaCharacteristicsWithMediaSelectionOptions: [AVMediaCharacteristic] { [] }
    public func mediaSelectionGroup(forMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) -> AVMediaSelectionGroup? { nil }
    public func loadMediaSelectionGroup(for mediaCharacteristic: AVMediaCharacteristic) async throws -> AVMediaSelectionGroup? { nil }
}

extension AVPlayerItem {
    public func select(_ mediaSelectionOption: AVMediaSelectionOption?, in mediaSelectionGroup: AVMediaSelectionGroup) {}
    public func step(byCount stepCount: Int) {}
    public var isAudioSpatializationAllowed: Bool { false }
}
