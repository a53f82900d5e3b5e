public import SessionWorld

extension PositionedValue {
    /// Reads one document of YAML.
    ///
    /// - Parameter text: The document; an empty one is null.
    /// - Throws: The problem and its position.
    public init(yaml text: String) throws(StepError) { self = try YAMLReader.read(text) }

    /// Reads a file of YAML.
    ///
    /// - Parameters:
    ///   - file: Its path.
    ///   - wanted: What it should be, for an error, such as "a scenario file".
    /// - Throws: The problem and its position.
    public init(yamlFile file: String, wanted: String) throws(StepError) {
        try self.init(yaml: try TextFile.read(file, wanted: wanted))
    }
}
