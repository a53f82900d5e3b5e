// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreAudioTypes
public import Foundation

// The names are Apple's.

/// The media type of a track, and its encoding. Immutable, for any thread.
public final class CMFormatDescription: NSObject, @unchecked Sendable {
    private let stream: UnsafeMutablePointer<AudioStreamBasicDescription>

    /// Creates a description of audio.
    ///
    /// - Throws: Nothing.
    public convenience init(audioStreamBasicDescription: AudioStreamBasicDescription) throws {
        self.init(of: audioStreamBasicDescription)
    }

    package init(of description: AudioStreamBasicDescription) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: description)
    }

    deinit { stream.deallocate() }

    /// The media type: audio, 'soun'.
    public var mediaType: CMMediaType { kCMMediaType_Audio }
    /// The encoding of the sound, an `AudioFormatID`.
    public var mediaSubType: FourCharCode { stream.pointee.mFormatID }
    /// The layout of the samples.
    public var audioStreamBasicDescription: AudioStreamBasicDescription? { stream.pointee }

    fileprivate var streamPointer: UnsafePointer<AudioStreamBasicDescription> { UnsafePointer(stream) }
}

/// A description of audio.
public typealias CMAudioFormatDescription = CMFormatDescription
/// A media type, as four characters.
public typealias CMMediaType = FourCharCode
public let kCMMediaType_Audio: CMMediaType = 0x736F_756E  // Sound: 'soun'.

/// Returns the encoding of the media.
public func CMFormatDescriptionGetMediaSubType(_ desc: CMFormatDescription) -> FourCharCode { desc.mediaSubType }
/// Returns the stream description, valid as long as the format description.
public func CMAudioFormatDescriptionGetStreamBasicDescription(
    _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioStreamBasicDescription>? { desc.streamPointer }
