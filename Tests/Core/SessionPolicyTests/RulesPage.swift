@testable import SessionPolicy

extension RuleBook {
    /// `Docs/Generated/Rules.md`: every rule with its systems, certainty and source, the books, and the contested points.
    ///
    /// - Returns: The whole document; a test keeps the file equal to it.
    static func document() -> String {
        Markdown.document([
            "# The rules",
            "To look up a rule that a reply names, and [how far to trust it](#how-to-read-this-page).",
            Markdown.table(
                [wide("Rule"), "What it says", "Since", "Until", "How sure", "Source"], Rule.catalog.map { $0.row }),
            "## The books",
            """
            One book for each system that differs from its neighbours. A book is chosen by its name or by any version that
            it covers, in any case of letters: `iOS 18.2`, `ios17` and `17` are `iOS18`. The default is `modern`.
            """,
            Markdown.table(
                ["Book", "Covers", "What is new in it"],
                editions.map { ["`\($0.name)`", versions(coveredBy: $0.name) ?? "–", $0.subject] }),
            "## Contested points",
            """
            Points on which the sources disagree or are silent. `--set C3=headphones` chooses the other answer. Each point up to C34
            has a probe in [Probe.swift](../Examples/apple/Probe.swift), which runs on an iPhone and writes down a scenario that
            `audiosession check` compares.
            """,
            Markdown.table(
                ["Point", "Question", "Answer here", "Choices", wide("Rules"), "Sources"],
                ContestedPoint.catalog.map {
                    [
                        $0.id, $0.question, $0.answer, $0.switchWords, PrintedTable.Cell.rules($0.rules).text,
                        $0.source,
                    ]
                }),
            "## What no rule covers",
            "Behaviour of real phones that the emulator does not have.",
            Absence.catalog.map { "- \($0.what): \($0.why)." }.joined(separator: "\n"),
            "## Field reports",
            "What developers saw phones do, in addition to the sources above; *no* means that the emulator differs.",
            Markdown.table(
                [wide("Rules"), "Seen", "Grade", "Here", "Report"],
                FieldReport.catalog.map {
                    [
                        PrintedTable.Cell.rules($0.rules).text, $0.what, $0.grade.name, $0.agrees ? "yes" : "no",
                        $0.source,
                    ]
                }),
            "## How to read this page",
            """
            *Since* is the first system that has the rule, *until* the first that no longer has it; an empty cell is no
            limit. A rule is as sure as its strongest source: *documented* by Apple, *second-hand* (measured or reported by
            developers), or *inferred* where no source says it.

            `audiosession rules R-DK-1` prints a rule with all that is known of it, `audiosession rules --rules iOS6` a
            book with every row of its tables, `audiosession rules --diff iOS13 iOS14` what changed between two.
            This file is printed from `Sources/Core/SessionPolicy/Rules`.
            """,
        ])
    }
}

/// A heading as wide as the identifier of a rule: a reader's table that has little room then breaks none at its hyphens, and
/// they are found by a search, which they would not be with hyphens that do not break.
private func wide(_ heading: String) -> String { heading + String(repeating: "&nbsp;", count: 9) }

extension Rule {
    fileprivate var certainty: String {
        guard isEmulated else { return "not emulated" }
        return switch evidence.min() {
        case .seed, .appleDocument, .header: "documented"
        case .measured, .secondHand: "second-hand"
        case .inferred, nil: "inferred"
        }
    }

    fileprivate var row: [String] {
        var sentences = [statement]
        if let difference {
            sentences += ["iPhone OS 3: \(difference.iPhoneOS3)", "Newest: \(difference.modern)"]
        }
        if let limits { sentences.append("But: \(limits)") }
        if case .notEmulated(let reason) = standing { sentences.append("Not emulated: \(reason).") }
        return [
            id.id, sentences.joined(separator: " "), since?.name ?? "", until?.name ?? "", certainty, source,
        ]
    }
}

extension RuleBook.Edition {
    /// The features of the book that the one before lacks.
    fileprivate var subject: String {
        switch name {
        case "iPhoneOS3":
            "third-party apps live in the foreground, and an answered call ends them"
        case "iOS4":
            "apps live in the background; the end of an interruption says whether to resume"
        case "iOS6":
            "modes (iOS 5), Siri (iOS 5), MultiRoute (iOS 6)"
        case "iOS10":
            """
            calls of apps; options for A2DP and AirPlay; a belated notice of suspension. What came with iOS 7 to 9 (the \
            question for the microphone, the hint, the busy deactivation, spoken audio) is dated in its rows, and those \
            systems go by it
            """
        case "iOS13":
            "a recording keeps system sounds out, unless its app allows them; long-form routes (iOS 11)"
        case "iOS14":
            "banners for calls, and who prefers none; microphones that the hardware mutes (both iOS 14.5)"
        case "iOS18":
            """
            no notice of suspension (iOS 16); an app's own mute (iOS 17); echo cancellation (iOS 18.2). iOS 16 and 17, which go \
            by it, lacked what came later
            """
        case "iOS26":
            """
            an app mutes its own output; short-form video; a busy session is deactivated without an error; two devices at \
            once (iOS 26.2)
            """
        case "modern":
            "the life cycle of a session: became active, became inactive and why, resumption recommended or not"
        default: "–"
        }
    }
}

private enum Markdown {
    static func document(_ blocks: [String]) -> String { blocks.joined(separator: "\n\n") + "\n" }

    static func table(_ headings: [String], _ rows: [[String]]) -> String {
        let rule = headings.map { _ in "---" }
        return ([headings, rule] + rows).map {
            "| " + $0.map { PlainText.padded($0, 3) }.joined(separator: " | ") + " |"
        }
        .joined(separator: "\n")
    }
}

/// A behaviour of real devices for which no rule is numbered, and which the emulator does not have.
private struct Absence {
    let what: String
    let why: String
}

extension Absence {
    /// The parts that are known to be missing, besides the rules that are not emulated.
    fileprivate static let catalog: [Absence] = [
        Absence(
            what: """
                The signal processing of modes (voice, measurement, video recording, movie playback, game chat, \
                prompts)
                """,
            why: "a mode affects options and interruptions; samples are unchanged"),
        Absence(
            what: "Preferred sample rate, buffer duration and channel counts; input gain; latencies",
            why: "they are preferences about hardware, which the emulated phone lacks"),
        Absence(
            what: "Data sources, locations, orientations and polar patterns of microphones",
            why: "the emulated phone has one microphone"),
        Absence(
            what: "Spatial audio, rendering modes, microphone injection",
            why: "they change neither who is heard nor where"),
        Absence(
            what: "Observing properties by key, asynchronous calls and their threads",
            why: "a step is one fact and has one reply"),
        Absence(
            what: "Devices without a ringer, a receiver, a vibrator or a microphone",
            why: "every rule book describes a phone"),
        Absence(
            what: "The fade of an app that is about to be suspended",
            why: "its sounds stop at the step at which it is suspended"),
        Absence(
            what: "The sound of locking, of a sent mail, of a low battery",
            why: "the step vocabulary has alerts, clicks and system sounds only"),
    ]
}
