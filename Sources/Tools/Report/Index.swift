import SessionScenario

/// A page over many reports: which scenarios hold, and what failed where.
public struct ReportIndex {
    /// One scenario with the page that shows it.
    public struct Entry {
        let chart: Chart
        let address: String

        /// Describes an entry.
        ///
        /// - Parameters:
        ///   - chart: The scenario.
        ///   - address: The file name of its page, beside the index.
        public init(_ chart: Chart, address: String) { (self.chart, self.address) = (chart, address) }
    }

    /// The text of the page.
    ///
    /// - Parameter entries: The scenarios, in order.
    public static func page(_ entries: [Entry]) -> String {
        var markup = Markup()
        let failed = entries.filter { !$0.chart.run.holds }
        let title = failed.isEmpty ? "All \(entries.count) hold" : "\(failed.count) of \(entries.count) fail"
        ReportPage.begin(title, in: &markup)
        markup.line("<header>")
        markup.element("h1", ["class": failed.isEmpty ? "" : "fails"], title)
        markup.line("</header><main>")
        if !failed.isEmpty {
            markup.line("<section><h2>What did not hold</h2>")
            for entry in failed { write(failuresOf: entry, in: &markup) }
            markup.line("</section>")
        }
        markup.line("<section><h2>All scenarios</h2><table><tr><th>Verdict</th><th>Scenario</th><th>File</th></tr>")
        for entry in entries {
            markup.raw("<tr>")
            let holds = entry.chart.run.holds
            markup.element("td", ["class": holds ? "" : "fails"], holds ? "✓ holds" : "✗ fails")
            markup.raw("<td>")
            markup.element("a", ["href": Self.path(entry.address)], entry.chart.run.scenario.title)
            markup.raw("</td>")
            markup.element("td", ["class": "file"], entry.chart.run.scenario.file)
            markup.line("</tr>")
        }
        markup.line("</table></section></main></body></html>")
        return markup.text
    }

    private static func write(failuresOf entry: Entry, in markup: inout Markup) {
        markup.raw("<h3>")
        markup.element("a", ["href": path(entry.address)], entry.chart.run.scenario.title)
        markup.line("</h3>")
        FailureCards.write(entry.chart, address: path(entry.address), in: &markup)
    }

    /// A file name as a relative address: whatever is not plain is written as its bytes.
    private static func path(_ name: String) -> String {
        name.utf8.reduce(into: "") { text, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                text += "%" + (digits.count < 2 ? "0" : "") + digits
            }
        }
    }
}
