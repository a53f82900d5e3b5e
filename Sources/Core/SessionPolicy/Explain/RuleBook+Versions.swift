extension RuleBook {
    /// `Docs/Generated/RuleBooks.md`: which book is about which system, and what changed from each to the next.
    ///
    /// - Returns: The whole document; a test keeps the file equal to it.
    public static func versions() -> String {
        var blocks = [
            "# The rule books",
            """
            One book for each system of which the documents tell something that they do not tell of its neighbours. Two
            are written down whole: `iPhoneOS3`, the rules of the guidelines of 2009, and `modern`, those of today. Each of
            the others is the next younger one without what came with it; what no source dates is as it is today. A book
            is chosen by `--rules`, by `rules` in a scenario, and by the step `rules`, with its name or with any version that
            it covers, in any case of letters: `iOS 18.2`, `ios17` and `17` are `iOS18`; `27` is `modern`, which is the default. What a book
            does not know it refuses, and says since when there is such a thing.

            This file is what `audiosession rules --format markdown --diff` prints of neighbours; a test keeps it equal.
            """,
            Markdown.table(
                ["Book", "Covers", "What the book is about"],
                names.map { ["`\($0)`", versions(coveredBy: $0) ?? "–", subject(of: $0)] }),
        ]
        for (older, younger) in zip(all, all.dropFirst()) {
            blocks += BookDifference(from: older, to: younger).blocks(level: "##")
        }
        return Markdown.document(blocks)
    }

    private static func subject(of name: String) -> String {
        switch name {
        case "iPhoneOS3": "third-party apps live in the foreground, and an answered call ends them"
        case "iOS4": "apps live in the background; the end of an interruption says whether to resume"
        case "iOS6": "modes (iOS 5), Siri (iOS 5), MultiRoute (iOS 6)"
        case "iOS10":
            """
            calls of apps; options for A2DP and AirPlay; a belated notice of suspension. What came with iOS 7 to 9 (the \
            question for the microphone, the hint, the busy deactivation, spoken audio) is dated in its rows, and those \
            systems go by it
            """
        case "iOS13": "a recording keeps system sounds out, unless its app allows them; long-form routes (iOS 11)"
        case "iOS14": "banners for calls, and who prefers none; microphones that the hardware mutes (both iOS 14.5)"
        case "iOS18":
            """
            no notice of suspension (iOS 16); an app's own mute (iOS 17); echo cancellation (iOS 18.2). iOS 16 and 17, which go \
            by it, lacked what came later
            """
        case "modern":
            "the life cycle of a session: became active, became inactive and why, resumption recommended or not"
        case "iOS26":
            """
            an app mutes its own output; short-form video; a busy session is deactivated without an error; two devices at \
            once (iOS 26.2)
            """
        default: "–"
        }
    }
}
