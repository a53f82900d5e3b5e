internal import AppleSession
public import CoreAudioTypes
public import Foundation

/// The answers of a source that a converter asks for samples.
public enum AVAudioConverterInputStatus: Int, Sendable {
    case haveData = 0  // Here they are.
    case noDataNow = 1  // Not now.
    case endOfStream = 2  // Never again.
}

/// The result of a conversion.
public enum AVAudioConverterOutputStatus: Int, Sendable {
    case haveData = 0  // All that was wanted.
    case inputRanDry = 1  // As much as the source had.
    case endOfStream = 2  // Nothing, and nothing will follow.
    case error = 3  // It failed.
}

/// Hands a converter its samples.
public typealias AVAudioConverterInputBlock = (
    AVAudioPacketCount, UnsafeMutablePointer<AVAudioConverterInputStatus>
) -> AVAudioBuffer?

/// Turns linear PCM of one format into that of another: kind, channels and rate. One thread at a time, as on the phone.
///
/// A change of the rate holds some frames back until more follow, or the source has said that none do.
open class AVAudioConverter: NSObject {
    public let inputFormat: AVAudioFormat  // What goes in.
    public let outputFormat: AVAudioFormat  // What comes out.
    /// The input channel of each output channel; below 0: none.
    open var channelMap: [NSNumber]
    /// The bytes that a decoder needs; nothing for linear PCM.
    open var magicCookie: Data?
    /// Whether channels are mixed where there are fewer in the output.
    open var downmix = false
    /// Whether noise is added where samples become smaller; it is not.
    open var dither = false
    /// The quality of a change of the rate, an `AVAudioQuality`.
    open var sampleRateConverterQuality = AVAudioQuality.medium.rawValue
    /// The algorithm of a change of the rate; kept.
    open var sampleRateConverterAlgorithm: String?
    /// Bits per second of an encoder; there is none.
    open var bitRate = 0

    private var stream: RateStream
    private var hasEnded = false

    /// Prepares a conversion, or nil if one of them is no linear PCM with 1 to 64 channels at 1 to 768,000 Hz.
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

    /// Forgets what went in.
    open func reset() { (stream, hasEnded) = (Self.stream(inputFormat, outputFormat), false) }

    /// Converts one buffer whole; the rates must be the same.
    ///
    /// - Throws: -50 for other formats than those of the converter, or too small a buffer.
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

    /// Fills a buffer with what a block passes.
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

    /// Asks for more; false if there is none now.
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

    /// A buffer's frames in the output's channels, interleaved; an output channel that the map does not name is silent.
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

    /// The largest packet of an encoder, in bytes; there is none.
    open var maximumOutputPacketSize: Int { Int(outputFormat.stream.mBytesPerPacket) }
}
