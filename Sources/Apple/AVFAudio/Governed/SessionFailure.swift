internal import AppleSession
internal import Foundation

/// The errors of Apple's interfaces, made from what went wrong below.
enum SessionFailure {
    /// An error with one of the session's own codes.
    static func error(_ code: AVAudioSession.ErrorCode, _ sentence: String) -> NSError {
        status(Int32(code.rawValue), sentence)
    }

    /// An error with any code.
    static func status(_ code: Int32, _ sentence: String) -> NSError {
        NSError(domain: NSOSStatusErrorDomain, code: Int(code), userInfo: [NSLocalizedDescriptionKey: sentence])
    }

    /// Does something below, and throws what it throws as Apple's.
    @discardableResult
    static func translating<Value>(_ work: () throws(DeviceFailure) -> Value) throws -> Value {
        do { return try work() } catch { throw status(error.code, error.sentence) }
    }
}
