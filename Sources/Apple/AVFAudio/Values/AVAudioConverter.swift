internal import AppleSession
public import CoreAudioTypes
public import Foundation

/// The result of a converter's input block.
public enum AVAudioConverterInputStatus: Int, Sendable {
    case haveData = 0  // The block returned a buffer.
    case noDataNow = 1  // No samples are available now.
    case endOfStream = 2  // The input has ended.
}

/// The result of a conversion.
public enum AVAudioConverterOutputStatus: Int, Sendable {
    case haveData = 0  // The output is full.
    case inputRanDry = 1  // The input ran dry before the output was full.
    case endOfStream = 2  // The end was reached; there is no more output.
    case error = 3  // The conversion failed.
}

/// Provides input samples to a converter.
public typealias AVAudioConverterInputBlock = (
    AVAudioPacketCount, UnsafeMutablePointer<AVAudioConverterInputStatus>
) -> AVAudioBuffer?

/// Converts linear PCM between sample formats, channel counts and rates. For one thread at a time.
///
/// A rate conversion holds some frames back until more input follows or the input has ended.
open class AVAudioConverter: NSObject {
    public let inputFormat: AVAudioFormat  // The input format.
    public let outputFormat: AVAudioFormat  // The output format.
    /// The input channel of each output channel; a negative number means silence.
    open var channelMap: [NSNumber]
    /// The decoder's cookie: nil for linear PCM.
    open var magicCookie: Data?
    /// Whether channels are mixed when the output has fewer.
    open var downmix = false
    /// Whether dither is applied. Without effect.
    open var dither = false
    /// The quality of rate conversion, an `AVAudioQuality`.
    open var sampleRateConverterQuality = AVAudioQuality.medium.rawValue
    /// The algorithm of rate conversion. Without effect.
    open var sampleRateConverterAlgorithm: String?
    /// The bit rate of an encoder. Without effect.
    open var bitRate = 0
    /// The frames before the first one that rate conversion uses. Without effect.
    open var primeMethod = AVAudioConverterPrimeMethod.normal
    /// The maximum size of an output packet, in bytes.
    open var maximumOutputPacketSize: Int { Int(outputFormat.stream.mBytesPerPacket) }

    private var stream: RateStream
    private var hasEnded = false

    /// Creates a converter, or nil unless both formats are linear PCM with 1 to 64 channels at 1 to 768,000 Hz.
    public init?(from fromFormat: AVAudioFormat, to toFormat: AVAudioFormat) {
        guard fromFormat.isConvertible, toFormat.isConvertible else { return nil }
        (inputFormat, outputFormat) = (fromFormat, toFormat)
        let last = Int(fromFormat.channelCount) - 1
        channelMap = (0..<Int(toFormat.channelCount)).map { NSNumber(value: min($0, last)) }
        stream = Self.stream(fromFormat, toFormat)
    }

    private static func stream(_ from: AVAudioFormat, _ to: AVAudioFormat) -> RateStream {
        RateStream(channels: Int(to.channelCount), from: from.sampleRate, to: to.sampleRate)
    }

    /// Discards the input so far.
    open func reset() { (stream, hasEnded) = (Self.stream(inputFormat, outputFormat), false) }

    /// Converts a whole buffer without changing the rate.
    ///
    /// - Throws: -50 if a format differs from the converter's, if the rates differ, or if the output is too small.
    open func convert(to outputBuffer: AVAudioPCMBuffer, from inputBuffer: AVAudioPCMBuffer) throws {
        guard inputBuffer.format == inputFormat, outputBuffer.format == outputFormat,
            inputFormat.sampleRate == outputFormat.sampleRate, outputBuffer.frameCapacity >= inputBuffer.frameLength
        else {
            throw AudioFileFailure.error(
                -50, "The buffers must have the converter's formats, one rate, and room enough.")
        }
        outputBuffer.frameLength = inputBuffer.frameLength
        outputBuffer.fill(fromInterleaved: mapped(inputBuffer))
    }

    /// Fills a buffer by converting what a block provides.
    @discardableResult
    open func convert(
        to outputBuffer: AVAudioBuffer, error outError: NSErrorPointer,
        withInputFrom inputBlock: AVAudioConverterInputBlock
    ) -> AVAudioConverterOutputStatus {
        guard let output = outputBuffer as? AVAudioPCMBuffer, output.format == outputFormat else {
            outError?.pointee = AudioFileFailure.error(-50, "The buffer does not have the converter's output format.")
            return .error
        }
        let channels = Int(outputFormat.channelCount)
        let wanted = Int(output.frameCapacity)
        var made: [Float] = []
        while true {
            made += stream.read(wanted - made.count / channels)
            let rest = wanted - made.count / channels
            guard rest > 0, !hasEnded, takeInput(stream.missing(for: rest), inputBlock) else { break }
        }
        output.frameLength = AVAudioFrameCount(made.count / channels)
        output.fill(fromInterleaved: made)
        if output.frameLength == output.frameCapacity { return .haveData }
        if output.frameLength == 0, hasEnded { return .endOfStream }
        return hasEnded ? .haveData : .inputRanDry
    }

    /// Asks the block for input; returns false if none is available.
    private func takeInput(_ frames: Int, _ inputBlock: AVAudioConverterInputBlock) -> Bool {
        var status = AVAudioConverterInputStatus.haveData
        let input = inputBlock(AVAudioPacketCount(clamping: max(1, frames)), &status)
        switch status {
        case .endOfStream:
            hasEnded = true
            stream.end()
        case .noDataNow: return false
        case .haveData:
            guard let input = input as? AVAudioPCMBuffer, input.frameLength > 0 else { return false }
            stream.put(mapped(input))
        }
        return true
    }

    /// Returns a buffer's frames in the output's channels, interleaved. Unmapped output channels are silent.
    private func mapped(_ buffer: AVAudioPCMBuffer) -> [Float] {
        let (inputs, outputs) = (Int(buffer.format.channelCount), Int(outputFormat.channelCount))
        let map = (0..<outputs).map { $0 < channelMap.count ? channelMap[$0].intValue : -1 }
        let samples = buffer.interleaved()
        var result: [Float] = []
        result.reserveCapacity(Int(buffer.frameLength) * outputs)
        for frame in 0..<Int(buffer.frameLength) {
            for channel in map {
                if downmix, outputs == 1, inputs > 1 {
                    let sum = samples[frame * inputs..<(frame + 1) * inputs].reduce(0, +)
                    result.append(sum / Float(inputs))
                } else {
                    result.append((0..<inputs).contains(channel) ? samples[frame * inputs + channel] : 0)
                }
            }
        }
        return result
    }
}
