internal import AppleSession
package import Foundation

/// The errors of Apple's interfaces.
package enum SessionFailure {
    package static func error(_ code: AVAudioSession.ErrorCode, _ sentence: String) -> NSError {
        status(Int32(code.rawValue), sentence)
    }

    package static func status(_ code: Int32, _ sentence: String) -> NSError {
        NSError(domain: NSOSStatusErrorDomain, code: Int(code), userInfo: [NSLocalizedDescriptionKey: sentence])
    }

    package static func error(_ error: any Error) -> NSError {
        let failure = DeviceFailure(error)
        return status(failure.code, failure.sentence)
    }

    /// Runs a closure and rethrows its failure as Apple's error.
    @discardableResult
    package static func translating<Value>(_ work: () throws -> Value) throws -> Value {
        do { return try work() } catch { throw Self.error(error) }
    }
}
