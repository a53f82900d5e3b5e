internal import CoreAudioTypes
internal import Foundation

/// The properties of files, as bytes.
enum FileProperty {
    /// Returns the size of a property, in bytes; nil where a file has no such property.
    static func size(_ property: AudioFilePropertyID, of file: PacketFile) -> Int? {
        switch property {
        case kAudioFilePropertyInfoDictionary: MemoryLayout<Unmanaged<NSDictionary>>.size
        case kAudioFilePropertyFrameToPacket, kAudioFilePropertyPacketToFrame:
            file.samples == nil ? nil : MemoryLayout<AudioFramePacketTranslation>.size
        default: read(property, of: file, asked: nil)?.count
        }
    }

    /// Returns the present value of a property; nil where a file has no such property, and where it cannot be asked.
    static func read(
        _ property: AudioFilePropertyID, of file: PacketFile, asked: UnsafeRawPointer?
    ) -> [UInt8]? {
        let stream = file.stream
        let isLinear = file.samples != nil
        switch property {
        case kAudioFilePropertyFileFormat: return bytes(file.kind)
        case kAudioFilePropertyDataFormat: return bytes(stream)
        case kAudioFilePropertyFormatList:
            return bytes(AudioFormatListItem(mASBD: stream, mChannelLayoutTag: layout(stream)))
        case kAudioFilePropertyIsOptimized, kAudioFilePropertyAudioTrackCount: return bytes(UInt32(1))
        case kAudioFilePropertyEstimatedDuration: return bytes(file.seconds)
        case kAudioFilePropertyDeferSizeUpdates: return bytes(file.defersSizes)
        case kAudioFilePropertyChannelLayout:
            guard stream.mChannelsPerFrame <= 2 else { return nil }
            var made = AudioChannelLayout()
            made.mChannelLayoutTag = layout(stream)
            return bytes(made)
        case kAudioFilePropertyAudioDataByteCount: return isLinear ? bytes(UInt64(file.byteCount)) : nil
        case kAudioFilePropertyAudioDataPacketCount:
            return isLinear ? bytes(UInt64(file.byteCount / Int64(stream.mBytesPerPacket))) : nil
        case kAudioFilePropertyMaximumPacketSize, kAudioFilePropertyPacketSizeUpperBound:
            return isLinear ? bytes(stream.mBytesPerPacket) : nil
        case kAudioFilePropertyBitRate:
            return isLinear ? bytes(UInt32(clamping: Int(stream.mSampleRate) * Int(stream.mBytesPerPacket) * 8)) : nil
        case kAudioFilePropertySourceBitDepth: return isLinear ? bytes(Int32(stream.mBitsPerChannel)) : nil
        case kAudioFilePropertyFrameToPacket, kAudioFilePropertyPacketToFrame:
            guard isLinear, var place = asked?.loadUnaligned(as: AudioFramePacketTranslation.self) else { return nil }
            if property == kAudioFilePropertyFrameToPacket {
                (place.mPacket, place.mFrameOffsetInPacket) = (place.mFrame, 0)
            } else {
                place.mFrame = place.mPacket
            }
            return bytes(place)
        default: return nil
        }
    }

    private static func layout(_ stream: AudioStreamBasicDescription) -> AudioChannelLayoutTag {
        switch stream.mChannelsPerFrame {
        case 1: kAudioChannelLayoutTag_Mono
        case 2: kAudioChannelLayoutTag_Stereo
        default: kAudioChannelLayoutTag_DiscreteInOrder | stream.mChannelsPerFrame
        }
    }

    /// Returns the facts that a file tells of itself: its length.
    static func information(of file: PacketFile) -> NSDictionary {
        let text = String(format: "%.3f", file.seconds)
        return NSDictionary(
            object: NSString(string: text), forKey: NSString(string: kAFInfoDictionary_ApproximateDurationInSeconds))
    }

    private static func bytes<Value>(_ value: Value) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }
}
