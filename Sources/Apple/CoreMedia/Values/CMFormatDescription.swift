// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreAudioTypes
public import Foundation

// The names are Apple's.

/// What kind of media a track holds, and how it is encoded. Never changes; for any thread.
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

    /// Sound: 'soun'.
    public var mediaType: CMMediaType { kCMMediaType_Audio }
    /// How the sound is encoded, by its `AudioFormatID`.
    public var mediaSubType: FourCharCode { stream.pointee.mFormatID }
    /// How the samples lie.
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
/// How the media is encoded.
public func CMFormatDescriptionGetMediaSubType(_ desc: CMFormatDescription) -> FourCharCode { desc.mediaSubType }
/// How the samples lie; good as long as the description lives.
public func CMAudioFormatDescriptionGetStreamBasicDescription(
    _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioStreamBasicDescription>? { desc.streamPointer }
