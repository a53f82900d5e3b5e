public import CoreAudioTypes
public import Foundation

/// An arrangement of channels.
public final class AVAudioChannelLayout: NSObject, @unchecked Sendable {
    public let layoutTag: AudioChannelLayoutTag  // The known arrangement.
    /// The arrangement as a C structure; good as long as the object lives.
    public let layout: UnsafePointer<AudioChannelLayout>

    deinit { layout.deallocate() }

    private static func memory(_ layout: AudioChannelLayout) -> UnsafePointer<AudioChannelLayout> {
        let memory = UnsafeMutablePointer<AudioChannelLayout>.allocate(capacity: 1)
        memory.initialize(to: layout)
        return UnsafePointer(memory)
    }

    /// Takes a known arrangement, or nil if it has no channels.
    public init?(layoutTag: AudioChannelLayoutTag) {
        guard AudioChannelLayoutTag_GetNumberOfChannels(layoutTag) > 0 else { return nil }
        self.layoutTag = layoutTag
        var layout = AudioChannelLayout()
        layout.mChannelLayoutTag = layoutTag
        self.layout = Self.memory(layout)
    }

    /// Takes the arrangement that a C structure tells.
    public init(layout: UnsafePointer<AudioChannelLayout>) {
        layoutTag = layout.pointee.mChannelLayoutTag
        self.layout = Self.memory(layout.pointee)
    }

    /// The number of channels.
    public var channelCount: AVAudioChannelCount { AudioChannelLayoutTag_GetNumberOfChannels(layoutTag) }

    /// Returns whether the other object has the same arrangement.
    public override func isEqual(_ object: Any?) -> Bool { (object as? AVAudioChannelLayout)?.layoutTag == layoutTag }
    /// Agrees with `isEqual(_:)`.
    public override var hash: Int { Int(layoutTag) }
}
