internal import Foundation

/// The exceptions with which the phone ends a program.
enum PhoneException {
    /// Prints a line on standard error that says what would have ended the program on a phone; with `AUDIOSESSION_STRICT=1`
    /// the program ends here, too.
    /// - Parameters:
    ///   - place: The name that was called.
    ///   - sentence: What is wrong and what to do.
    static func raise(_ place: String, _ sentence: String) {
        let line = "\(place): \(sentence). On a phone this ends the program.\n"
        FileHandle.standardError.write(Data(line.utf8))
        // The environment is read each time: programs and tests may change it.
        if ProcessInfo.processInfo.environment["AUDIOSESSION_STRICT"] == "1" {
            preconditionFailure("AUDIOSESSION_STRICT=1")
        }
    }
}
