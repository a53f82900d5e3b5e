import AVFoundation
import MediaPlayer
import Speech

/// A reader of audiobooks that feeds a player itself, and looks at voices and what they say.
final class AudiobookLoader: NSObject, AVAssetResourceLoaderDelegate {
    private let book = Data(count: 1_000)

    func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader,
        shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
    ) -> Bool {
        if let information = loadingRequest.contentInformationRequest {
            information.contentType = AVFileType.mp3.rawValue
            information.contentLength = Int64(book.count)
            information.isByteRangeAccessSupported = true
        }
        if let request = loadingRequest.dataRequest {
            let begin = Int(request.currentOffset)
            let end = request.requestsAllDataToEndOfResource ? book.count : begin + request.requestedLength
            request.respond(with: book[begin..<end])
        }
        print(loadingRequest.request.url?.lastPathComponent ?? "", AVFileType.mobile3GPP)
        loadingRequest.finishLoading()
        return true
    }

    func plainVoices() -> [AVSpeechSynthesisVoice] {
        AVSpeechSynthesisVoice.speechVoices().filter { !$0.voiceTraits.contains(.isNoveltyVoice) }
    }

    func pitches(of result: SFSpeechRecognitionResult) -> [Double] {
        result.speechRecognitionMetadata?.voiceAnalytics?.pitch.acousticFeatureValuePerFrame ?? []
    }

    func offerLanguages() {
        let center = MPRemoteCommandCenter.shared()
        for command in [center.enableLanguageOptionCommand, center.disableLanguageOptionCommand] {
            command.isEnabled = true
        }
    }

    let settings: [String: Any] = [
        AVFormatIDKey: kAudioFormatMPEG4AAC, AVEncoderBitRateStrategyKey: AVAudioBitRateStrategy_Constant,
    ]

    func layouts() -> [AVAudioChannelLayout] {
        [
            kAudioChannelLayoutTag_MPEG_3_0_B, kAudioChannelLayoutTag_AudioUnit_4, kAudioChannelLayoutTag_AudioUnit_5,
            kAudioChannelLayoutTag_AudioUnit_6, kAudioChannelLayoutTag_AudioUnit_8,
        ].compactMap { AVAudioChannelLayout(layoutTag: $0) }
    }
}
