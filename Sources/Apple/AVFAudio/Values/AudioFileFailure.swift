internal import AppleSession
internal import Foundation

/// The errors that AVAudioFile throws, made from a failure of a file.
enum AudioFileFailure {
    /// The domain of the engine's and of its files' errors.
    static let domain = "com.apple.coreaudio.avfaudio"

    static func error(_ code: Int32, _ sentence: String) -> NSError {
        NSError(domain: domain, code: Int(code), userInfo: [NSLocalizedDescriptionKey: sentence])
    }

    /// Does something with a file, and throws what it throws as Apple's.
    static func translating<Value>(_ work: () throws(DeviceFailure) -> Value) throws -> Value {
        do throws(DeviceFailure) { return try work() } catch { throw Self.error(error.code, error.sentence) }
    }
}
