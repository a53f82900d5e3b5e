internal import AppleSession
internal import Foundation

enum AudioFileFailure {
    static let domain = "com.apple.coreaudio.avfaudio"

    static func error(_ code: Int32, _ sentence: String) -> NSError {
        NSError(domain: domain, code: Int(code), userInfo: [NSLocalizedDescriptionKey: sentence])
    }

    /// Runs a closure and rethrows its failure as Apple's error.
    static func translating<Value>(_ work: () throws -> Value) throws -> Value {
        do { return try work() } catch {
            let failure = DeviceFailure(error)
            throw Self.error(failure.code, failure.sentence)
        }
    }
}
