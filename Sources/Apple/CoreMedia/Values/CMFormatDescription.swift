// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreAudioTypes
public import Foundation

// The names are Apple's.

/// The kind of media that a track holds, and its encoding. Never changes; for any thread.
public final class CMFormatDescription: NSObject, @unchecked Sendable {
    private let stream: UnsafeMutablePointer<AudioStreamBasicDescription>

    /// Describes sound.
    ///
    /// - Throws: Nothing here; every description is one.
    public convenience init(audioStreamBasicDescription: AudioStreamBasicDescription) throws {
        self.init(of: audioStreamBasicDescription)
    }

    package init(of description: AudioStreamBasicDescription) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: description)
    }

    deinit { stream.deallocate() }

    /// The kind of the media: sound, 'soun'.
    public var mediaType: CMMediaType { kCMMediaType_Audio }
    /// The encoding of the sound, an `AudioFormatID`.
    public var mediaSubType: FourCharCode { stream.pointee.mFormatID }
    /// The layout of the samples.
    public var audioStreamBasicDescription: AudioStreamBasicDescription? { stream.pointee }

    fileprivate var streamPointer: UnsafePointer<AudioStreamBasicDescription> { UnsafePointer(stream) }
}

/// The description of sound.
public typealias CMAudioFormatDescription = CMFormatDescription
/// A kind of media, by four characters.
public typealias CMMediaType = FourCharCode
public let kCMMediaType_Audio: CMMediaType = 0x736F_756E  // Sound: 'soun'.
public let kCMMediaType_Video: CMMediaType = 0x7669_6465  // Film: 'vide'.

/// The kind of media.
public func CMFormatDescriptionGetMediaType(_ desc: CMFormatDescription) -> CMMediaType { desc.mediaType }
/// Returns the encoding of the media.
public func CMFormatDescriptionGetMediaSubType(_ desc: CMFormatDescription) -> FourCharCode { desc.mediaSubType }
/// Returns the layout of the samples; good as long as the description lives.
public func CMAudioFormatDescriptionGetStreamBasicDescription(
    _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioStreamBasicDescription>? { desc.streamPointer }
