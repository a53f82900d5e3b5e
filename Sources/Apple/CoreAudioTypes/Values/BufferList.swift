// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The names are Apple's.

/// Samples of one channel, or of several interleaved, in memory that the list does not own.
public struct AudioBuffer: BitwiseCopyable {
    /// The number of interleaved channels.
    public var mNumberChannels: UInt32
    /// The size of the memory in bytes.
    public var mDataByteSize: UInt32
    /// The memory.
    public var mData: UnsafeMutableRawPointer?

    /// Creates a buffer; all members default to 0 or nil.
    public init(mNumberChannels: UInt32 = 0, mDataByteSize: UInt32 = 0, mData: UnsafeMutableRawPointer? = nil) {
        (self.mNumberChannels, self.mDataByteSize, self.mData) = (mNumberChannels, mDataByteSize, mData)
    }

    /// Creates a buffer over typed memory.
    public init<Element>(_ typedBuffer: UnsafeMutableBufferPointer<Element>, numberOfChannels: Int) {
        self.init(
            mNumberChannels: UInt32(numberOfChannels),
            mDataByteSize: UInt32(typedBuffer.count * MemoryLayout<Element>.stride),
            mData: UnsafeMutableRawPointer(typedBuffer.baseAddress))
    }
}

/// A list of buffers: a header with the first buffer, followed in memory by the others.
public struct AudioBufferList: BitwiseCopyable {
    /// The number of buffers.
    public var mNumberBuffers: UInt32
    /// The first element.
    public var mBuffers: AudioBuffer

    /// Creates a list of one buffer.
    public init(mNumberBuffers: UInt32 = 0, mBuffers: AudioBuffer = AudioBuffer()) {
        (self.mNumberBuffers, self.mBuffers) = (mNumberBuffers, mBuffers)
    }

    /// Returns the size of a list with a number of buffers, in bytes.
    public static func sizeInBytes(maximumBuffers: Int) -> Int {
        precondition(maximumBuffers >= 1, "a buffer list holds at least one buffer: ask for one or more")
        return MemoryLayout<AudioBufferList>.size + (maximumBuffers - 1) * MemoryLayout<AudioBuffer>.stride
    }

    /// Allocates a list of empty buffers; the caller frees its `unsafeMutablePointer`.
    public static func allocate(maximumBuffers: Int) -> UnsafeMutableAudioBufferListPointer {
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: sizeInBytes(maximumBuffers: maximumBuffers), alignment: MemoryLayout<AudioBufferList>.alignment)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: sizeInBytes(maximumBuffers: maximumBuffers))
        let list = memory.assumingMemoryBound(to: AudioBufferList.self)
        list.pointee.mNumberBuffers = UInt32(maximumBuffers)
        return UnsafeMutableAudioBufferListPointer(list)
    }
}

/// The collection of a list's buffers.
public struct UnsafeMutableAudioBufferListPointer: MutableCollection, RandomAccessCollection {
    /// The list itself.
    public var unsafeMutablePointer: UnsafeMutablePointer<AudioBufferList>

    /// Wraps a list.
    public init(_ p: UnsafeMutablePointer<AudioBufferList>) { unsafeMutablePointer = p }

    /// Wraps a list, or nil if there is none.
    public init?(_ p: UnsafeMutablePointer<AudioBufferList>?) {
        guard let p else { return nil }
        unsafeMutablePointer = p
    }

    /// A read-only pointer to the list.
    public var unsafePointer: UnsafePointer<AudioBufferList> { UnsafePointer(unsafeMutablePointer) }

    /// The number of buffers.
    public var count: Int {
        get { Int(unsafeMutablePointer.pointee.mNumberBuffers) }
        nonmutating set { unsafeMutablePointer.pointee.mNumberBuffers = UInt32(newValue) }
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { count }

    /// The buffer at an index.
    public subscript(index: Int) -> AudioBuffer {
        get { buffers[index] }
        nonmutating set { buffers[index] = newValue }
    }

    private var buffers: UnsafeMutablePointer<AudioBuffer> {
        let offset = MemoryLayout<AudioBufferList>.offset(of: \.mBuffers) ?? 8
        return (UnsafeMutableRawPointer(unsafeMutablePointer) + offset).assumingMemoryBound(to: AudioBuffer.self)
    }
}

extension UnsafeBufferPointer {
    /// Creates typed memory over a buffer's bytes.
    public init(_ audioBuffer: AudioBuffer) {
        let count = Int(audioBuffer.mDataByteSize) / MemoryLayout<Element>.stride
        self.init(start: UnsafePointer(audioBuffer.mData?.assumingMemoryBound(to: Element.self)), count: count)
    }
}

extension UnsafeMutableBufferPointer {
    /// Creates typed memory over a buffer's bytes.
    public init(_ audioBuffer: AudioBuffer) {
        let count = Int(audioBuffer.mDataByteSize) / MemoryLayout<Element>.stride
        self.init(start: audioBuffer.mData?.assumingMemoryBound(to: Element.self), count: count)
    }
}
