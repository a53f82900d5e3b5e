package import AppleSession
package import Foundation

/// The errors of Apple's interfaces, made from what went wrong below.
package enum SessionFailure {
    /// An error with one of the session's own codes.
    package static func error(_ code: AVAudioSession.ErrorCode, _ sentence: String) -> NSError {
        status(Int32(code.rawValue), sentence)
    }

    /// An error with any code.
    package static func status(_ code: Int32, _ sentence: String) -> NSError {
        NSError(domain: NSOSStatusErrorDomain, code: Int(code), userInfo: [NSLocalizedDescriptionKey: sentence])
    }

    /// An error with the code and the sentence of what went wrong below.
    package static func error(_ failure: DeviceFailure) -> NSError { status(failure.code, failure.sentence) }

    /// Does something below, and throws what it throws as Apple's.
    @discardableResult
    package static func translating<Value>(_ work: () throws(DeviceFailure) -> Value) throws -> Value {
        do { return try work() } catch { throw Self.error(error) }
    }
}
