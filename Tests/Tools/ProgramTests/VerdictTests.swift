import Foundation
import FoundationXML
import Testing

/// `check` and `conform` for machines: files, annotations and exit statuses.
struct VerdictTests {
    private let program: TestProgram

    init() throws {
        program = try TestProgram()
        try program.write("scenario: Good\nsteps:\n  - {at: 0, do: lock, expect: {result: ok}}\n", to: "good.yaml")
        try program.write(
            "scenario: Bad\nsteps:\n  - {at: 0, do: lock}\n  - {at: 0, do: unlock, expect: {result: badParam, heard: []}}\n",
            to: "bad.yaml")
    }

    @Test(
        "A failed expectation is in the terminal, in JUnit's XML and in the summary", arguments: ["check", "conform"])
    func files(command: String) throws {
        let line = "\"$0\" \(command) good.yaml bad.yaml --junit junit.xml --summary summary.md"
        #expect(try program.run("\(line) >seen 2>complaints").status == 1)
        let place = "bad.yaml:4:34: step 2 (unlock, at 0 s): result"
        #expect(program.text(of: "seen").contains(place) && program.complaints.isEmpty)
        let root = try #require(try XMLDocument(xmlString: program.text(of: "junit.xml")).rootElement())
        #expect(root.attribute(forName: "name")?.stringValue == "audiosession \(command)")
        let failures = try root.nodes(forXPath: "//failure").map { $0.stringValue ?? "" }
        #expect(failures.count == 1 && failures[0].contains(place))
        #expect(program.text(of: "summary.md").hasPrefix("### audiosession \(command): 1 of 2 fail\n"))
        #expect(try program.run("\(line) >/dev/null 2>&1").status == 1)
        let headings = program.text(of: "summary.md").split(separator: "\n").count { $0.hasPrefix("### ") }
        #expect(headings == 2, "a summary is appended to")
    }

    @Test(
        "With --json standard output is one object, and what failed is on standard error",
        arguments: ["check", "conform"])
    func json(command: String) throws {
        #expect(try program.run("\"$0\" \(command) good.yaml bad.yaml --json >seen 2>complaints").status == 1)
        #expect(program.complaints.hasPrefix("bad.yaml:4:34: step 2"))
        let object = try JSONSerialization.jsonObject(with: Data(program.text(of: "seen").utf8)) as? [String: Any]
        #expect(object?["passed"] as? Int == 1 && object?["failed"] as? Int == 1)
        let tests = object?[command == "check" ? "cases" : "failures"] as? [[String: Any]] ?? []
        let failures = tests.last?["failures"] as? [[String: Any]] ?? []
        #expect(failures.first?["line"] as? Int == 4 && failures.first?["expected"] as? String == "badParam")
    }

    @Test("With --quiet what holds prints nothing", arguments: ["check", "conform"])
    func quiet(command: String) throws {
        #expect(try program.run("\"$0\" \(command) good.yaml --quiet >seen 2>complaints").status == 0)
        #expect(program.text(of: "seen").isEmpty && program.complaints.isEmpty)
        #expect(try program.run("\"$0\" \(command) good.yaml bad.yaml --quiet >seen 2>complaints").status == 1)
        #expect(program.text(of: "seen").split(separator: "\n").first?.hasPrefix("bad.yaml:4:34: ") == true)
        #expect(!program.text(of: "seen").contains("good.yaml"))
    }

    @Test("On GitHub each failure is an annotation at its place from the root of the repository")
    func annotations() throws {
        let line =
            "mkdir sub; mv *.yaml sub; cd sub; GITHUB_ACTIONS=true GITHUB_WORKSPACE=$PWD/.. \"$0\" check good.yaml bad.yaml"
        #expect(try program.run("\(line) 2>../complaints >/dev/null").status == 1)
        let lines = program.complaints.split(separator: "\n")
        #expect(lines.count == 1)
        #expect(
            lines.first?.hasPrefix(
                "::error file=sub/bad.yaml,line=4,col=34,title=Bad::step 2 (unlock, at 0 s): result%0A") == true)
        try program.write("scenario: Wrong\nsteps:\n  - {at: 0, do: lok}\n", to: "wrong.yaml")
        let refused = try program.run("GITHUB_ACTIONS=true \"$0\" check wrong.yaml 2>complaints")
        #expect(refused.status == 2 && refused.complaints.hasPrefix("::error file=wrong.yaml,line=3,col="))
    }

    @Test("A folder means the scenarios in it and below, and one without any is refused")
    func folders() throws {
        let line = "mkdir -p tests/calls none; cp good.yaml tests; cp good.yaml tests/calls/a.yaml; \"$0\" check tests"
        #expect(try program.run("\(line) >seen 2>complaints").status == 0)
        #expect(
            program.text(of: "seen").contains("2 scenarios") && program.text(of: "seen").contains("tests/calls/a.yaml"))
        let (status, complaints) = try program.run("\"$0\" check good.yaml none 2>complaints")
        #expect(status == 2 && complaints.hasPrefix("none: there is no .yaml file"))
    }

    @Test("Files that are scenarios, or that cannot be written, are refused before anything runs")
    func refusals() throws {
        for option in ["--junit good.yaml", "--summary good.yaml", "--junit nowhere/a.xml", "--summary ''"] {
            let (status, complaints) = try program.run("\"$0\" check good.yaml \(option) >seen 2>complaints")
            #expect(status == 2 && !complaints.isEmpty && program.text(of: "seen").isEmpty, "\(option): \(complaints)")
        }
        #expect(program.text(of: "good.yaml").hasPrefix("scenario: Good"))
    }
}
