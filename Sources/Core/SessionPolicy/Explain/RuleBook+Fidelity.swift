extension RuleBook {
    /// `Docs/Generated/Fidelity.md`: how sure each rule is, what is emulated in part, what is not, and how contested points stand.
    ///
    /// - Returns: The whole document; a test keeps the file equal to it.
    public static func fidelity() -> String {
        var blocks = [
            "# Fidelity",
            """
            How far the emulator follows Apple's devices, rule by rule. *Documented* rests on Apple's own words: the text
            that this emulator was built for (seed), other documents, or headers. *Second-hand* is what others report or
            measured. *Inferred* is our own conclusion, where no source says it outright. A rule stands in the tier of its
            strongest evidence; weaker evidence beside it stands for a part of it, as its source says.

            This file is generated from the catalogue in `Sources/Core/SessionPolicy/Rules`; a test keeps it equal to it.
            What each rule says is in [Rules.md](Rules.md).
            """,
            Markdown.table(
                ["Tier", "Rules"],
                Tier.allCases.map { [$0.name, "\($0.rules.count)"] } + [["all", "\(Rule.catalog.count)"]]),
        ]
        for tier in Tier.allCases { blocks += ["## \(tier.title)", tier.table] }
        blocks += ["## Emulated in part", "What is missing from rules that are emulated.", partly]
        blocks += [
            "## Missing besides", "Behaviour without a rule of its own that the emulator does not have.", absences,
        ]
        blocks += [
            "## Contested points",
            "Where the documents contradict each other or are silent, this is what the emulator does.",
            Markdown.contestedPoints,
            "## How a phone settles them", probes.0, probes.1, probes.2,
        ]
        blocks += [
            "## Field reports",
            """
            What developers saw devices do, beside what the rules cite themselves. The grade is that of the evidence;
            where the emulator does otherwise, the report stands against a better source, or alone.
            """,
            reports,
        ]
        return Markdown.document(blocks)
    }

    /// The texts that say how the probe examines each point.
    private static var probes: (String, String, String) {
        (
            """
            Each point up to C34 has a probe of its number in [Probe.swift](../Examples/apple/Probe.swift): one file that runs on an iPhone,
            asks the person to do one thing after another, and writes down what came of it as a scenario file. It takes ten
            minutes with a second phone to call from, headphones and a Bluetooth headset at hand; its first lines say how it
            comes onto the phone.
            """,
            Markdown.table(
                ["What the probe goes by", "Points"],
                [
                    [
                        "what the person hears: yes or no, quieter or not, here or there",
                        "C3, C5, C6, C8, C9, C14, C16, C17, C24, C26, C30, C32",
                    ],
                    [
                        "what the session tells, refuses or reads",
                        "C1, C2, C4, C7, C10, C11, C19, C20, C21, C22, C23, C25, C27, C28, C31, C33",
                    ],
                    ["how loud the microphone finds it", "C18"], ["whether the phone vibrates", "C29"],
                    ["what the first phones' interface reads, kept as a note", "C12, C13, C34"],
                    ["a phone with iPhone OS 3, for which the probe is the notebook", "C15"],
                    ["a phone with iOS 26 or later; no probe is written yet", "C35, C36, C37"],
                ]),
            """
            `audiosession check C3.yaml` says whether the emulator agrees with the phone, and with `--set C3=headphones`
            whether it would by the other reading. C29 on iPhone OS 3 itself no probe settles: Swift does not run there.
            """
        )
    }

    private static var partly: String {
        Markdown.table(
            ["Rule", "Title", "What is missing"],
            Rule.catalog.compactMap { rule in rule.limits.map { [rule.id.id, rule.title, $0] } })
    }

    private static var reports: String {
        Markdown.table(
            ["Rule", "What was seen", "Grade", "The emulator", "Source"],
            FieldReport.catalog.map {
                [
                    PrintedTable.Cell.rules($0.rules).text, $0.what, $0.grade.name,
                    $0.agrees ? "does the same" : "does otherwise", $0.source,
                ]
            })
    }

    private static var absences: String {
        Markdown.table(["What", "Why"], Absence.catalog.map { [$0.what, $0.why] })
    }
}

/// The certainty of a rule, or its absence.
private enum Tier: CaseIterable {
    case documented, secondHand, inferred, notEmulated

    var name: String {
        switch self {
        case .documented: "documented"
        case .secondHand: "second-hand"
        case .inferred: "inferred"
        case .notEmulated: "not emulated"
        }
    }

    var title: String { name.prefix(1).uppercased() + name.dropFirst() }

    var rules: [Rule] { Rule.catalog.filter { Tier(of: $0) == self } }

    init(of rule: Rule) {
        switch (rule.isEmulated, rule.evidence.min()) {
        case (false, _): self = .notEmulated
        case (true, .seed), (true, .appleDocument), (true, .header): self = .documented
        case (true, .measured), (true, .secondHand): self = .secondHand
        case (true, .inferred), (true, nil): self = .inferred
        }
    }

    var table: String {
        switch self {
        case .documented, .secondHand, .inferred:
            Markdown.table(
                ["Rule", "Title", "Evidence", "Source"],
                rules.map { [$0.id.id, $0.title, $0.evidenceNames, $0.source] })
        case .notEmulated:
            Markdown.table(
                ["Rule", "Title", "Why not"],
                rules.map { rule in
                    guard case .notEmulated(let reason) = rule.standing else { return [rule.id.id, rule.title, "–"] }
                    return [rule.id.id, rule.title, reason]
                })
        }
    }
}
