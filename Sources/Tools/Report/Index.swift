import SessionScenario

/// An index page of reports: which scenarios pass, and what failed where.
public struct ReportIndex {
    /// A scenario with its page.
    public struct Entry {
        let chart: Chart
        let address: String

        /// Creates an entry.
        ///
        /// - Parameters:
        ///   - chart: The scenario.
        ///   - address: The file name of its page, in the index's folder.
        public init(_ chart: Chart, address: String) { (self.chart, self.address) = (chart, address) }

        fileprivate var link: Markup { "<a href=\"\(ReportIndex.path(address))\">\(chart.run.scenario.title)</a>\n" }
    }

    /// Returns the text of the page.
    ///
    /// - Parameter entries: The scenarios, in order.
    public static func page(_ entries: [Entry]) -> String {
        let failed = entries.filter { !$0.chart.run.holds }
        let title = failed.isEmpty ? "All \(entries.count) hold" : "\(failed.count) of \(entries.count) fail"
        let failures = failed.map { entry -> Markup in
            "<h3>\(entry.link)</h3>\n\(FailureCards.cards(entry.chart, address: path(entry.address)))"
        }
        let section: Markup = "<section><h2>What did not hold</h2>\n\(failures)</section>\n"
        let rows = entries.map { entry -> Markup in
            let run = entry.chart.run
            return """
                <tr><td class="\(run.holds ? "" : "fails")">\(run.mark) \(run.holds ? "holds" : "fails")</td>
                <td>\(entry.link)</td><td class="file">\(run.scenario.file)</td>
                </tr>

                """
        }
        let page: Markup = """
            \(ReportPage.beginning(title))<header>
            <h1 class="\(failed.isEmpty ? "" : "fails")">\(title)</h1>
            </header><main>
            \(failed.isEmpty ? "" : section)<section><h2>All scenarios</h2><table><tr><th>Verdict</th><th>Scenario</th>\
            <th>File</th></tr>
            \(rows)</table></section></main></body></html>

            """
        return page.text
    }

    /// Returns a path as a percent-encoded relative address.
    static func path(_ name: String) -> String {
        name.utf8.reduce(into: "") { text, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "/"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                text += "%" + (digits.count < 2 ? "0" : "") + digits
            }
        }
    }
}
