extension PositionedValue {
    /// Reads one line of JSON.
    ///
    /// - Parameters:
    ///   - bytes: The line, in UTF-8.
    ///   - line: Its number in its text, from 1, for errors.
    /// - Throws: What is wrong with it, and where.
    public init(json bytes: some Collection<UInt8>, line: Int) throws(StepError) {
        self = try Array(bytes).withUnsafeBufferPointer { bytes throws(StepError) in
            try JSONLineReader.read(bytes, line: line)
        }
    }

    /// Reads one document of YAML.
    ///
    /// - Parameter text: The document; an empty one is null.
    /// - Throws: What is wrong with it, and where.
    public init(yaml text: String) throws(StepError) { self = try YAMLReader.read(text) }

    /// Reads a file of YAML.
    ///
    /// - Parameters:
    ///   - file: Its path.
    ///   - wanted: What it should be, for an error, such as "a scenario file".
    /// - Throws: What is wrong with it, and where.
    public init(yamlFile file: String, wanted: String) throws(StepError) {
        try self.init(yaml: try TextFile.read(file, wanted: wanted))
    }
}
