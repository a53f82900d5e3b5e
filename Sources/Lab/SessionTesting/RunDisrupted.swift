#if !os(macOS) && canImport(XCTest)
    public import XCTest

    /// Runs an XCTest once undisturbed, and again for each gap between two calls that reach its phones and each
    /// disruption, as the trait `disrupted` does for Swift Testing.
    ///
    ///     final class PlayerTests: DisruptedTestCase {
    ///         func testPlays() throws { try runDisrupted { … } }
    ///     }
    ///
    /// - Parameters:
    ///   - disruptions: The disruptions; all by default.
    ///   - responses: The responses that the app need not show.
    ///   - system: The system of phones that name none; nil for the newest.
    ///   - test: Creates its phones itself. Errors in its disrupted runs do not count; nor do failed assertions in a
    ///     `DisruptedTestCase`.
    public func runDisrupted(
        by disruptions: Disruption..., without responses: Set<Response> = [], system: String? = nil,
        fileID: String = #fileID, file: StaticString = #filePath, line: Int = #line, column: Int = #column,
        _ test: () throws -> Void
    ) rethrows {
        let place = ReportedPlace(fileID: fileID, file: file, line: line, column: column)
        if let unknown = TestPhone.UnknownSystem.objection(to: system) { place.report(unknown.description) }
        let disrupted = DisruptedTest(by: disruptions, without: responses, system: system)
        for text in try disrupted.runNow("\(file):\(line)", test) { place.report(text) }
    }

    /// Does the same for an asynchronous test.
    public func runDisrupted(
        by disruptions: Disruption..., without responses: Set<Response> = [], system: String? = nil,
        fileID: String = #fileID, file: StaticString = #filePath, line: Int = #line, column: Int = #column,
        _ test: @Sendable () async throws -> Void
    ) async throws {
        let place = ReportedPlace(fileID: fileID, file: file, line: line, column: column)
        if let unknown = TestPhone.UnknownSystem.objection(to: system) { place.report(unknown.description) }
        let disrupted = DisruptedTest(by: disruptions, without: responses, system: system)
        let reports = try await disrupted.run("\(file):\(line)", silently: { try? await $0() }, test)
        for text in reports { place.report(text) }
    }

    /// A test case whose assertions do not count in the disrupted runs of `runDisrupted`.
    open class DisruptedTestCase: XCTestCase {
        #if os(Linux)
            /// Records a failure, unless the run is disrupted.
            open override func recordFailure(
                withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
            ) {
                guard DisruptedRun.current?.isDisrupted != true else { return }
                super.recordFailure(
                    withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
            }
        #else
            /// Records a failure, unless the run is disrupted.
            open override func record(_ issue: XCTIssue) {
                guard DisruptedRun.current?.isDisrupted != true else { return }
                super.record(issue)
            }
        #endif
    }
#endif
