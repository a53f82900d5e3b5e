import Glibc
import Synchronization

/// Texts as samples, by espeak-ng where it is installed; it is loaded by the first text.
public enum SpokenText {
    /// Samples per second of what is spoken, of one channel.
    public static let rate = 22_050
    private static let most = 3_600 * rate

    /// The functions of libespeak-ng that are called, as its header `speak_lib.h` declares them. They share one state, and are
    /// called by one thread at a time.
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
            // Synchronous, without a device of its own; returns where its data is missing, and does not end the program.
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
    /// The samples of the text that is spoken now; used with `turn` held.
    nonisolated(unsafe) private static var spoken: [Float] = []

    /// Whether texts are spoken.
    public static var isAvailable: Bool { library != nil }

    /// Speaks a text, an hour of it at most; takes a small part of the time that the text lasts.
    ///
    /// - Parameters:
    ///   - language: A language as "en-US" or "en".
    ///   - wordsPerMinute: The speed, 80 to 450; brought into that range.
    ///   - pitch: The pitch of the voice, 1 as it comes; brought into 0 to 2.
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

    /// Appends samples of the library's.
    /// - Returns: 1 to end the text.
    private static func append(_ samples: UnsafeMutablePointer<Int16>?, _ count: Int) -> CInt {
        guard let samples, count > 0 else { return 0 }
        for index in 0..<min(count, most - spoken.count) { spoken.append(Float(samples[index]) / 32_768) }
        return spoken.count < most ? 0 : 1
    }
}
