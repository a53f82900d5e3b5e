public import CoreAudioTypes
public import Foundation

/// A buffer of samples in one format. For one thread at a time.
open class AVAudioBuffer: NSObject, NSCopying {
    private let ownFormat: AVAudioFormat
    open var format: AVAudioFormat { ownFormat }  // The format of the samples.
    fileprivate let list: UnsafeMutableAudioBufferListPointer
    private let room: UnsafeMutableAudioBufferListPointer
    fileprivate let capacity: Int

    /// Allocates zeroed memory, which the system commits when it is written.
    /// - Parameter bytes: The size of one buffer, within `SoundLimits`.
    fileprivate init(format: AVAudioFormat, buffers: Int, bytes: Int, channels: UInt32) {
        ownFormat = format
        list = AudioBufferList.allocate(maximumBuffers: max(1, buffers))
        room = AudioBufferList.allocate(maximumBuffers: max(1, buffers))
        capacity = bytes
        super.init()
        for index in list.indices {
            let memory = calloc(1, max(16, bytes))
            list[index] = AudioBuffer(mNumberChannels: channels, mDataByteSize: 0, mData: memory)
            room[index] = AudioBuffer(
                mNumberChannels: channels, mDataByteSize: UInt32(clamping: bytes), mData: memory)
        }
    }

    fileprivate var isWhole: Bool { list.allSatisfy { $0.mData != nil } }

    deinit {
        for buffer in list { free(buffer.mData) }
        free(list.unsafeMutablePointer)
        free(room.unsafeMutablePointer)
    }

    /// The valid samples, for C functions that read them.
    public var audioBufferList: UnsafePointer<AudioBufferList> { list.unsafePointer }
    /// The whole capacity, for C functions that write samples; the caller then sets how much is valid.
    public var mutableAudioBufferList: UnsafeMutablePointer<AudioBufferList> { room.unsafeMutablePointer }

    /// Returns a copy with its own memory.
    open override func copy() -> Any { copy(with: nil) }

    /// Returns a copy with its own memory.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Returns a copy with its own memory.
    open override func mutableCopy() -> Any { copy(with: nil) }
}

/// A buffer of encoded packets. No converter of this module fills one.
open class AVAudioCompressedBuffer: AVAudioBuffer {
    public let packetCapacity: AVAudioPacketCount  // The capacity in packets.
    public let maximumPacketSize: Int  // The size of the largest packet, in bytes.
    /// The number of valid packets, at most `packetCapacity`.
    open var packetCount: AVAudioPacketCount = 0 { didSet { packetCount = min(packetCount, packetCapacity) } }
    /// The positions of the packets, or nil if they are all of one size.
    public let packetDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?

    /// Allocates room for packets. The capacity is 0 if a buffer cannot hold as many.
    public init(format: AVAudioFormat, packetCapacity: AVAudioPacketCount, maximumPacketSize: Int = 0) {
        let fixed = Int(format.stream.mBytesPerPacket)
        let bytes = SoundLimits.bytes(Int(packetCapacity), of: max(16, fixed, maximumPacketSize))
        (self.packetCapacity, self.maximumPacketSize) = (bytes == nil ? 0 : packetCapacity, maximumPacketSize)
        let size = MemoryLayout<AudioStreamPacketDescription>.stride
        packetDescriptions =
            fixed > 0
            ? nil
            : calloc(max(1, Int(self.packetCapacity)), size)?.assumingMemoryBound(to: AudioStreamPacketDescription.self)
        super.init(format: format, buffers: 1, bytes: bytes ?? 0, channels: format.channelCount)
    }

    deinit { free(packetDescriptions) }

    /// The capacity in bytes.
    public var byteCapacity: UInt32 { UInt32(clamping: capacity) }
    /// The number of valid bytes, at most `byteCapacity`.
    open var byteLength: UInt32 {
        get { list[0].mDataByteSize }
        set { list[0].mDataByteSize = min(newValue, byteCapacity) }
    }
    /// The memory of the packets.
    public var data: UnsafeMutableRawPointer { mutableAudioBufferList.pointee.mBuffers.mData! }
}

/// A buffer of linear PCM.
open class AVAudioPCMBuffer: AVAudioBuffer {
    public let frameCapacity: AVAudioFrameCount  // The capacity in frames.
    public let stride: Int  // The distance between consecutive samples of a channel.
    private let pointers: UnsafeMutablePointer<UnsafeMutableRawPointer>

    /// Creates a buffer with a capacity in frames.
    ///
    /// - Returns: nil if the format is not linear PCM, or if the size exceeds a buffer's limit or the memory.
    public init?(pcmFormat format: AVAudioFormat, frameCapacity: AVAudioFrameCount) {
        let description = format.stream
        guard description.mFormatID == kAudioFormatLinearPCM, description.mBytesPerFrame > 0,
            SoundLimits.channels.contains(format.channelCount),
            let bytes = SoundLimits.bytes(Int(frameCapacity), of: Int(description.mBytesPerFrame))
        else { return nil }
        let channels = Int(format.channelCount)
        let buffers = format.isInterleaved ? 1 : channels
        self.frameCapacity = frameCapacity
        stride = format.isInterleaved ? channels : 1
        pointers = .allocate(capacity: max(1, channels))
        super.init(
            format: format, buffers: buffers, bytes: bytes,
            channels: format.isInterleaved ? UInt32(channels) : 1)
        guard isWhole else { return nil }
        let step = Int(description.mBitsPerChannel / 8)
        for channel in 0..<channels {
            guard let memory = list[format.isInterleaved ? 0 : channel].mData else { continue }
            pointers[channel] = format.isInterleaved ? memory + channel * step : memory
        }
    }

    /// Creates an empty buffer: a placeholder for a stored property.
    public init() {
        (frameCapacity, stride) = (0, 1)
        pointers = .allocate(capacity: 1)
        super.init(format: AVAudioFormat(), buffers: 0, bytes: 0, channels: 0)
    }

    /// Copies the samples of a buffer list, which the caller keeps; nil if the format is not linear PCM.
    public convenience init?(
        pcmFormat format: AVAudioFormat, bufferListNoCopy bufferList: UnsafePointer<AudioBufferList>,
        deallocator: ((UnsafePointer<AudioBufferList>) -> Void)? = nil
    ) {
        let bytes = format.stream.mBytesPerFrame
        guard bytes > 0 else { return nil }
        self.init(pcmFormat: format, frameCapacity: bufferList.pointee.mBuffers.mDataByteSize / bytes)
        let source = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: bufferList))
        list.copy(source, atMost: capacity)
        become(frameCapacity)
        deallocator?(bufferList)
    }

    deinit { pointers.deallocate() }

    private var valid: AVAudioFrameCount = 0

    /// The number of valid frames, at most `frameCapacity`.
    open var frameLength: AVAudioFrameCount {
        get { valid }
        set { become(newValue) }
    }

    /// Sets the number of valid frames, in the buffer list too.
    private func become(_ frames: AVAudioFrameCount) {
        valid = min(frames, frameCapacity)
        for index in list.indices {
            list[index].mDataByteSize = UInt32(clamping: Int(valid) * Int(format.stream.mBytesPerFrame))
        }
    }

    /// The channels' 32-bit floats, or nil in other formats.
    open var floatChannelData: UnsafePointer<UnsafeMutablePointer<Float>>? {
        channels(.pcmFormatFloat32, as: Float.self)
    }

    /// The channels' 16-bit integers, or nil in other formats.
    open var int16ChannelData: UnsafePointer<UnsafeMutablePointer<Int16>>? { channels(.pcmFormatInt16, as: Int16.self) }

    /// The channels' 32-bit integers, or nil in other formats.
    open var int32ChannelData: UnsafePointer<UnsafeMutablePointer<Int32>>? { channels(.pcmFormatInt32, as: Int32.self) }

    /// The channels' 64-bit floats, or nil in other formats.
    var doubleChannelData: UnsafePointer<UnsafeMutablePointer<Double>>? { channels(.pcmFormatFloat64, as: Double.self) }

    private func channels<Sample>(
        _ wanted: AVAudioCommonFormat, as: Sample.Type
    ) -> UnsafePointer<UnsafeMutablePointer<Sample>>? {
        guard format.commonFormat == wanted else { return nil }
        return UnsafePointer(
            UnsafeMutableRawPointer(pointers).assumingMemoryBound(to: UnsafeMutablePointer<Sample>.self))
    }

    /// Returns a copy with its own memory.
    open override func copy(with zone: NSZone? = nil) -> Any {
        guard let copy = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: frameCapacity) else { return self }
        copy.frameLength = frameLength
        copy.list.copy(list, atMost: capacity)
        return copy
    }
}

extension UnsafeMutableAudioBufferListPointer {
    /// Copies the bytes of another list, buffer by buffer.
    func copy(_ other: Self, atMost limit: Int) {
        for (target, source) in zip(self, other) {
            guard let to = target.mData, let from = source.mData else { continue }
            to.copyMemory(from: from, byteCount: Swift.min(limit, Int(source.mDataByteSize)))
        }
    }
}
