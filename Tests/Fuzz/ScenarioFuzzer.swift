import SessionScenario

/// Reads any text as a scenario; one that is accepted is told to its end, with all that is printed about it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzScenario(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = UnsafeBufferPointer(start: start, count: count)
    guard let text = String(validating: bytes, as: UTF8.self) else { return 0 }
    do throws(ScenarioError) {
        let scenario = try Scenario(text: text, file: "fuzz.yaml") { path in Double(path.utf8.count) }
        let run = ScenarioRun(scenario)
        precondition(run.entries.count == scenario.steps.count, "not one reply per step")
        let texts: [String] = [run.timeline(), run.explanation(), run.verdict]
        precondition(texts.allSatisfy { !$0.isEmpty }, "nothing is said about a run")
        for failure in run.failures { precondition(!failure.text(file: scenario.file).isEmpty) }
    } catch {
        precondition(!error.problems.isEmpty, "refused without a word")
        precondition(error.problems.allSatisfy { $0.position.line > 0 && $0.position.column > 0 }, "no place is named")
    }
    return 0
}
