#if !os(macOS) && canImport(Testing)
    internal import SessionPolicy
    public import Testing

    /// A trait by which a test that uses a `TestPhone` runs again for each gap between two calls that reach the phone and
    /// each disruption: a call, an alarm, headphones that are pulled out, ….
    ///
    ///     @Suite(.disrupted) struct PlayerTests { … }
    ///
    /// The test runs once as it is. In the further runs the table of `Response`, which describes a well-behaved app,
    /// replaces its expectations. The app's calls while it is notified are its reaction; a start, pause or stop at any
    /// other time is the person's act. The disruption happens between two calls, and the app is notified when the test
    /// next uses `device`, `expect` or `settle()`, or ends. Each violated row is reported once, at the line of the
    /// test, with the shortest story.
    ///
    /// A test without a phone, or one whose undisturbed run fails by an error, runs once.
    public struct DisruptedTrait: SuiteTrait, TestTrait, TestScoping {
        let test: DisruptedTest
        let unknownSystem: TestPhone.UnknownSystem?

        /// Holds for each test of a suite.
        public var isRecursive: Bool { true }

        /// Runs a test undisturbed and disrupted.
        public func provideScope(
            for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
        ) async throws {
            let report = { (text: String) in
                _ = Issue.record(Comment(rawValue: text), sourceLocation: test.sourceLocation)
            }
            if let unknownSystem { report(unknownSystem.description) }
            let silently = IssueHandlingTrait.compactMapIssues { _ in nil }
            let reports = try await self.test.run(
                test.name,
                silently: { try? await silently.provideScope(for: test, testCase: testCase, performing: $0) }, function)
            for text in reports { report(text) }
        }
    }

    extension Trait where Self == DisruptedTrait {
        /// Disrupts the test, or each test of the suite, by all that can happen to a phone.
        public static var disrupted: Self { disrupted() }

        /// Disrupts the test, or each test of the suite.
        ///
        ///     @Suite(.disrupted(by: .call, .unplug, system: "iOS 17"))
        ///
        /// - Parameters:
        ///   - disruptions: What happens; all if none is named.
        ///   - responses: The rows of the table to switch off.
        ///   - system: The system of phones that name none: a rule book or a version that one covers; nil for the newest.
        public static func disrupted(
            by disruptions: Disruption..., without responses: Set<Response> = [], system: String? = nil
        ) -> Self {
            Self(
                test: DisruptedTest(by: disruptions, without: responses, system: system),
                unknownSystem: TestPhone.UnknownSystem.objection(to: system))
        }
    }
#endif
