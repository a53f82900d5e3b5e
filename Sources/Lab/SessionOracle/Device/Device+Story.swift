internal import SessionPolicy
internal import SessionWorld

extension Device: CustomStringConvertible {
    /// The story so far, as a replay prints it: each step with its time and result, the audible sounds, the notices to
    /// apps, and the rules that decided.
    public var story: String {
        guard !acts.isEmpty else { return "nothing has happened yet, under the rules of \(rules.name)" }
        let lines = acts.map { $0.reply.timeline(of: phrase($0)) }.joined()
        return "under the rules of \(rules.name):\n" + lines.dropLast()
    }

    public var description: String { story }

    func phrase(_ act: Act) -> String { StepLine(act.event, at: .zero) { names[$0] }.phrase }
}
