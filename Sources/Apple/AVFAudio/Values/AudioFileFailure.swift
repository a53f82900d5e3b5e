internal import AppleSession
internal import Foundation

enum AudioFileFailure {
    static let domain = "com.apple.coreaudio.avfaudio"

    static func error(_ code: Int32, _ sentence: String) -> NSError {
        NSError(domain: domain, code: Int(code), userInfo: [NSLocalizedDescriptionKey: sentence])
    }

    /// Runs a closure and rethrows its failure as Apple's error.
    static func translating<Value>(_ work: () throws(DeviceFailure) -> Value) throws -> Value {
        do throws(DeviceFailure) { return try work() } catch { throw Self.error(error.code, error.sentence) }
    }
}
