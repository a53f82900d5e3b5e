extension RuleBook {
    /// `Docs/RuleBooks.md`: which book is about which system, and what changed from each to the next.
    ///
    /// - Returns: The whole document; a test keeps the file equal to it.
    public static func versions() -> String {
        var blocks = [
            "# The rule books",
            """
            One book for each system of which the documents tell something that they do not tell of its neighbours. Two
            are written down whole: `iPhoneOS3`, the rules of the guidelines of 2009, and `modern`, those of today. Each of
            the others is the next younger one without what came with it; what no source dates is as it is today. A book
            is chosen by `--rules`, by `rules` in a scenario, and by the step `rules`; what it does not know it refuses, and
            says since when there is such a thing.

            This file is what `audiosession rules --format markdown --diff` prints of neighbours; a test keeps it equal.
            """,
            Markdown.table(
                ["System", "Book", "What the book is about"],
                eras.map { [$0.systems, $0.book.map { "`\($0)`" } ?? "–", $0.says] }),
        ]
        for (older, younger) in zip(all, all.dropFirst()) {
            blocks += BookDifference(from: older, to: younger).blocks(level: "##")
        }
        return Markdown.document(blocks)
    }

    private struct Era {
        let systems: String
        let book: String?
        let says: String
    }

    private static let eras = [
        Era(
            systems: "iPhone OS 3", book: "iPhoneOS3",
            says: "third-party apps live in the foreground, and an answered call ends them"),
        Era(
            systems: "iOS 4", book: "iOS4",
            says: "apps live in the background; the end of an interruption says whether to resume"),
        Era(systems: "iOS 5 and 6", book: "iOS6", says: "modes (iOS 5), Siri (iOS 5), MultiRoute (iOS 6)"),
        Era(
            systems: "iOS 7 to 9", book: nil,
            says: """
                none of its own: what came with them (the question for the microphone, the hint, the busy deactivation, \
                spoken audio) is dated in the rows of `iOS10`
                """),
        Era(
            systems: "iOS 10 to 12", book: "iOS10",
            says: "calls of apps; options for A2DP and AirPlay; a belated notice of suspension"),
        Era(
            systems: "iOS 13", book: "iOS13",
            says: "a recording keeps system sounds out, unless its app allows them; long-form routes (iOS 11)"),
        Era(
            systems: "iOS 14 and 15", book: "iOS14",
            says: "banners for calls, and who prefers none; microphones that the hardware mutes (both iOS 14.5)"),
        Era(
            systems: "iOS 16", book: nil,
            says: "none of its own: it is `modern` without what iOS 17 added, muting one's own input and the like"),
        Era(
            systems: "iOS 17 and later", book: "modern",
            says: "no notice of suspension (iOS 16); an app's own mute (iOS 17)"),
    ]
}
