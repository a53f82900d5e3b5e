import Testing

/// Fails the test with one issue for each finding, at the place of the caller.
func expectNone(_ findings: [String], sourceLocation: SourceLocation = #_sourceLocation) {
    for finding in findings { Issue.record(Comment(rawValue: finding), sourceLocation: sourceLocation) }
}
