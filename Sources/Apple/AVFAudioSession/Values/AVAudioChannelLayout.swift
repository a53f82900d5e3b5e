public import CoreAudioTypes
public import Foundation

/// A channel layout.
public final class AVAudioChannelLayout: NSObject, @unchecked Sendable {
    public let layoutTag: AudioChannelLayoutTag  // The tag of the layout.
    /// The layout as a C structure, valid as long as the object.
    public let layout: UnsafePointer<AudioChannelLayout>

    deinit { layout.deallocate() }

    private static func memory(_ layout: AudioChannelLayout) -> UnsafePointer<AudioChannelLayout> {
        let memory = UnsafeMutablePointer<AudioChannelLayout>.allocate(capacity: 1)
        memory.initialize(to: layout)
        return UnsafePointer(memory)
    }

    /// Creates a layout from a tag, or nil if the tag has no channels.
    public init?(layoutTag: AudioChannelLayoutTag) {
        guard AudioChannelLayoutTag_GetNumberOfChannels(layoutTag) > 0 else { return nil }
        self.layoutTag = layoutTag
        var layout = AudioChannelLayout()
        layout.mChannelLayoutTag = layoutTag
        self.layout = Self.memory(layout)
    }

    /// Creates a layout from a C structure.
    public init(layout: UnsafePointer<AudioChannelLayout>) {
        layoutTag = layout.pointee.mChannelLayoutTag
        self.layout = Self.memory(layout.pointee)
    }

    /// The number of channels.
    public var channelCount: AVAudioChannelCount { AudioChannelLayoutTag_GetNumberOfChannels(layoutTag) }

    /// Returns whether the other object is the same layout.
    public override func isEqual(_ object: Any?) -> Bool { (object as? AVAudioChannelLayout)?.layoutTag == layoutTag }
    /// Agrees with `isEqual(_:)`.
    public override var hash: Int { Int(layoutTag) }
}
