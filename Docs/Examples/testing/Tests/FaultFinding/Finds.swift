import Foundation
public import SessionTesting
public import Testing

/// A trait of tests of faulty apps: the disruptions must find that the app does not keep to a row, and the story must be
/// short.
public struct Finds: TestTrait, TestScoping {
    let response: Response

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let reports = Reports()
        let handler = IssueHandlingTrait.compactMapIssues { issue in
            let text = issue.comments.map(\.rawValue).joined(separator: "\n")
            guard text.contains("Response.") else { return issue }
            reports.add(text)
            return nil
        }
        try await handler.provideScope(for: test, testCase: testCase, performing: function)
        let report = reports.all.first { $0.contains("(Response.\(response))") }
        let story = try #require(report, "found: \(reports.all)")
        let steps = story.split(separator: "\n").count { $0.contains(#/^  [! ] [0-9]+\./#) }
        #expect(steps <= 8, "\(story)")
    }
}

extension Trait where Self == Finds {
    /// The disruptions find that the app does not keep to a row.
    public static func finds(_ response: Response) -> Self { Self(response: response) }
}

/// The reports of a test; any thread.
private final class Reports: @unchecked Sendable {
    private let lock = NSLock()
    private var texts: [String] = []

    func add(_ text: String) { lock.withLock { texts.append(text) } }
    var all: [String] { lock.withLock { texts } }
}
