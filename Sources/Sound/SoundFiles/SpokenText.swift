import Glibc
import Synchronization

/// Synthesizes speech by espeak-ng, if it is installed; the first text loads it.
public enum SpokenText {
    /// The sample rate of the speech, which has one channel.
    public static let rate = 22_050
    private static let most = 3_600 * rate

    /// Functions of libespeak-ng, as declared in its `speak_lib.h`. They share state: one thread at a time.
    private struct Library: @unchecked Sendable {
        typealias Take = @convention(c) (UnsafeMutablePointer<Int16>?, CInt, UnsafeMutableRawPointer?) -> CInt
        typealias Initialize = @convention(c) (CInt, CInt, UnsafePointer<CChar>?, CInt) -> CInt
        typealias SetCallback = @convention(c) (Take) -> Void
        typealias SetVoice = @convention(c) (UnsafePointer<CChar>) -> CInt
        typealias SetParameter = @convention(c) (CInt, CInt, CInt) -> CInt
        typealias Synthesize =
            @convention(c) (
                UnsafeRawPointer, Int, CUnsignedInt, CInt, CUnsignedInt, CUnsignedInt,
                UnsafeMutablePointer<CUnsignedInt>?,
                UnsafeMutableRawPointer?
            ) -> CInt

        let setVoice: SetVoice
        let setParameter: SetParameter
        let synthesize: Synthesize

        /// Loads the library, or nil if it or its voices are not installed.
        init?() {
            guard let handle = dlopen("libespeak-ng.so.1", RTLD_NOW | RTLD_LOCAL),
                let initialize = dlsym(handle, "espeak_Initialize"),
                let setCallback = dlsym(handle, "espeak_SetSynthCallback"),
                let setVoice = dlsym(handle, "espeak_SetVoiceByName"),
                let setParameter = dlsym(handle, "espeak_SetParameter"),
                let synthesize = dlsym(handle, "espeak_Synth")
            else { return nil }
            // Synchronous, without a device, and returning instead of exiting if its data is missing.
            let (synchronous, returns): (CInt, CInt) = (2, 0x8000)
            guard unsafeBitCast(initialize, to: Initialize.self)(synchronous, 0, nil, returns) == CInt(SpokenText.rate)
            else { return nil }
            let take: Take = { samples, count, _ in SpokenText.append(samples, Int(count)) }
            unsafeBitCast(setCallback, to: SetCallback.self)(take)
            self.setVoice = unsafeBitCast(setVoice, to: SetVoice.self)
            self.setParameter = unsafeBitCast(setParameter, to: SetParameter.self)
            self.synthesize = unsafeBitCast(synthesize, to: Synthesize.self)
        }
    }

    private static let library = Library()
    private static let turn = Mutex(())
    /// The samples of the current text; used with `turn` held.
    nonisolated(unsafe) private static var spoken: [Float] = []

    /// Whether speech is available.
    public static var isAvailable: Bool { library != nil }

    /// Synthesizes a text, up to an hour of speech, much faster than it lasts.
    ///
    /// - Parameters:
    ///   - language: A language as "en-US" or "en".
    ///   - wordsPerMinute: The speed, clamped to 80 to 450.
    ///   - pitch: The pitch of the voice, clamped to 0 to 2; 1 is the voice's own.
    /// - Returns: The samples, or nil if espeak-ng is not installed or has no voice of the language.
    public static func samples(
        of text: String, language: String, wordsPerMinute: Double, pitch: Double
    ) -> [Float]? {
        guard let library else { return nil }
        return turn.withLock { _ in
            let voice = language.lowercased()
            guard library.setVoice(voice) == 0 || library.setVoice(String(voice.prefix { $0 != "-" })) == 0 else {
                return nil
            }
            let (rateParameter, pitchParameter): (CInt, CInt) = (1, 3)
            _ = library.setParameter(rateParameter, CInt(min(450, max(80, wordsPerMinute))), 0)
            _ = library.setParameter(pitchParameter, CInt(min(99, max(0, 50 * pitch))), 0)
            defer { spoken = [] }
            // A text ends with a zero byte; its characters are UTF-8.
            let bytes = Array(text.utf8.filter { $0 != 0 }) + [0]
            let isSpoken = library.synthesize(bytes, bytes.count, 0, 1, 0, 1, nil, nil) == 0
            return isSpoken ? spoken : nil
        }
    }

    /// Appends samples from the library.
    /// - Returns: 1 to end the text.
    private static func append(_ samples: UnsafeMutablePointer<Int16>?, _ count: Int) -> CInt {
        guard let samples, count > 0 else { return 0 }
        for index in 0..<min(count, most - spoken.count) { spoken.append(Float(samples[index]) / 32_768) }
        return spoken.count < most ? 0 : 1
    }
}
