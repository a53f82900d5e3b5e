import Testing

@testable import SessionPolicy

/// A book is found by its name and by the versions that it covers.
@Suite struct RuleBookNameTests {
    /// The book of each system, written down a second time, by the first number of its version.
    private static func expected(_ major: Int) -> String? {
        switch major {
        case ..<3: nil
        case 3: "iPhoneOS3"
        case 4: "iOS4"
        case 5, 6: "iOS6"
        case 7...12: "iOS10"
        case 13: "iOS13"
        case 14, 15: "iOS14"
        // Apple has no systems between 18 and 26: their numbers go by the book before them.
        case 16...25: "iOS18"
        case 26: "iOS26"
        default: "modern"
        }
    }

    @Test("Every version names the book that covers it, as it is usually written and in any case of letters")
    func versions() {
        for major in 0...99 {
            for minor in ["", ".0", ".1", ".9", ".10", ".99", ".123", ".1.3", ".4.1.2"] {
                for system in ["", "iOS", "iOS ", "iPhone OS ", "iPhoneOS", "iPhoneOS ", "iPhone OS"] {
                    let text = "\(system)\(major)\(minor)"
                    for text in [text, text.lowercased(), text.uppercased()] {
                        #expect(RuleBook.named(text)?.name == Self.expected(major), "\(text)")
                    }
                }
            }
        }
    }

    @Test("Every book is found by its own name, in any case of letters")
    func names() {
        for book in RuleBook.all {
            for name in [book.name, book.name.lowercased(), book.name.uppercased()] {
                #expect(RuleBook.named(name) == book, "\(name)")
            }
        }
    }

    @Test("What is neither a name nor a version names no book")
    func others() {
        for text in [
            "", " ", "iOS", "iPhone OS", "iOS x", "iOS17.", "iOS.17", ".17", "17..2", "17.2 beta", "17,2", "017", "-17",
            "+17",
            "177", "iOS177", "100", "65553", "18446744073709551633", "iOS  17", " 17", "17 ", "iOSiOS17", "i OS17",
            "iPadOS17", "iOS\u{11}7", "１７", "iOS１７", "modern ", " modern", "modern17", "moderm", "\u{4D}oder\u{144}",
            "today", "default", "m\u{2F}dern",
        ] {
            #expect(RuleBook.named(text) == nil, "\(text)")
        }
    }

    @Test("The words for what a book covers begin and end where the lookup does")
    func words() throws {
        let covered = RuleBook.names.map { RuleBook.versions(coveredBy: $0) }
        #expect(
            covered == [
                "iPhone OS 3", "iOS 4", "iOS 5 and 6", "iOS 7 to 12", "iOS 13", "iOS 14 and 15", "iOS 16 to 18",
                "iOS 26", "iOS 27 and later",
            ])
        for (name, words) in zip(RuleBook.names, covered) {
            let numbers = try #require(words).split(separator: " ").compactMap { Int($0) }
            let last = words?.hasSuffix("later") == true ? 99 : try #require(numbers.last)
            let first = try #require(numbers.first)
            for major in 1...99 where !(19...25).contains(major) {
                #expect(
                    (RuleBook.named("\(major)")?.name == name) == (first...last).contains(major), "\(name) \(major)")
            }
            #expect(RuleBook.choices.contains("\(name) (\(words ?? ""))"))
        }
        #expect(RuleBook.versions(coveredBy: "mine") == nil)
    }

    @Test("The default book is that of the newest system")
    func newest() {
        #expect(RuleBook.default == RuleBook.all.max { $0.system < $1.system })
        #expect(RuleBook.default.name == RuleBook.defaultName)
        #expect(RuleBook.default.name == "modern")
    }
}
