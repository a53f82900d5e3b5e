import Testing

/// Begins the tests. SwiftPM would make this file by itself, out of an index of all sources, which takes a quarter of a
/// build's time and which finds tests of XCTest alone; there are none here.
@main struct TestMain {
    static func main() async {
        // `swift test` starts the program a second time without these words, for tests of XCTest.
        guard CommandLine.arguments.contains("--testing-library") else { return }
        await Testing.__swiftPMEntryPoint() as Never
    }
}
