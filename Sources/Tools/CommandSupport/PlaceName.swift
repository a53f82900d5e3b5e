import ArgumentParser

/// The value of an option that names no file of scenarios or sounds: a socket, a device, bindings, an app. Names of
/// such files are refused where the files are opened or planned.
public enum PlaceName {
    /// Reads a name as options take it.
    ///
    /// - Throws: `ValidationError` for an empty one, as a shell makes it of a variable that is not set: it names nothing, and
    ///   no message after this could say what is meant.
    public static func read(_ text: String) throws -> String {
        guard !text.isEmpty else { throw ValidationError("an empty name names nothing; give one, or leave it out") }
        return text
    }
}
