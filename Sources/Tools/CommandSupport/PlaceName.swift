import ArgumentParser

/// The value of an option that names a socket, a device, bindings or an app. Names of scenarios and sound files are
/// checked where the files are opened.
public enum PlaceName {
    /// Parses the name.
    ///
    /// - Throws: `ValidationError` if it is empty, as from an unset shell variable: no later message could say what was
    ///   meant.
    public static func read(_ text: String) throws -> String {
        guard !text.isEmpty else { throw ValidationError("an empty name names nothing; give one, or leave it out") }
        return text
    }
}
