internal import Foundation

/// The exceptions that end a program on the phone.
enum PhoneException {
    /// Prints a line on standard error that says what would end the program on a phone. With `AUDIOSESSION_STRICT=1` ends the
    /// program here too.
    static func raise(_ place: String, _ sentence: String) {
        let line = "\(place): \(sentence). On a phone this ends the program.\n"
        FileHandle.standardError.write(Data(line.utf8))
        // Read each time, because programs and tests may change the environment.
        if ProcessInfo.processInfo.environment["AUDIOSESSION_STRICT"] == "1" {
            preconditionFailure("AUDIOSESSION_STRICT=1")
        }
    }
}
