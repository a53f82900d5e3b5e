extension RuleBook {
    /// `Docs/Generated/RuleBooks.md`: which book is about which system, and what changed from each to the next.
    ///
    /// - Returns: The whole document; a test keeps the file equal to it.
    public static func versions() -> String {
        var blocks = [
            "# The rule books",
            """
            One book for each system of which the documents tell something that they do not tell of its neighbours. A book is
            the rows that hold in its system, by the dates that they have; a row that no source dates holds in all of them. A book
            is chosen by `--rules`, by `rules` in a scenario, and by the step `rules`, with its name or with any version that
            it covers, in any case of letters: `iOS 18.2`, `ios17` and `17` are `iOS18`; `27` is `modern`, which is the default. What a book
            does not know it refuses, and says since when there is such a thing.

            This file is what `audiosession rules --format markdown --diff` prints of neighbours; a test keeps it equal.
            """,
            Markdown.table(
                ["Book", "Covers", "What the book is about"],
                editions.map { ["`\($0.name)`", versions(coveredBy: $0.name) ?? "–", $0.subject] }),
        ]
        for (older, younger) in zip(all, all.dropFirst()) {
            blocks += BookDifference(from: older, to: younger).blocks(level: "##")
        }
        return Markdown.document(blocks)
    }
}
