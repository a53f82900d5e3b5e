public import AppleSession
public import SoundFiles

final class StreamResampler: BackendResampler {
    private let resampler: RateConversion

    init(from: Double, to: Double, channels: Int) throws(SoundFileError) {
        resampler = try RateConversion(from: from, to: to, channels: channels)
    }

    func convert(_ samples: [Float]?, into made: inout [Float]) { resampler.convert(samples, into: &made) }
}

extension PacketCodec: BackendCodec {
    convenience init?(_ form: CodecForm) {
        switch form.task {
        case .decode(let cookie):
            self.init(decoding: form.codec, rate: form.rate, channels: form.channels, cookie: cookie)
        case .encode(let bitRate):
            self.init(encoding: form.codec, rate: form.rate, channels: form.channels, bitRate: bitRate)
        }
    }
}
