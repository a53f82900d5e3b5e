import SessionPolicy
import SessionWorld

extension Chart {
    /// Whether it lasts too long for a number at each time at which a rule changed something.
    var isLong: Bool { seconds > 60 }

    var changingLanes: [DeviceLane] { deviceLanes.filter { $0.spans.count > 1 } }
}

extension Chart.Group {
    var title: String { app ?? "the device" }
}

extension Session {
    var kind: String { ([category.name] + options.names).joined(separator: " ") }

    var text: String {
        [category.name, options.names.joined(separator: " "), phase.name].filter { !$0.isEmpty }
            .joined(separator: " · ")
    }
}

extension TimelinePicture {
    /// The hatch for silent or interrupted spans.
    static var hatchPattern: Markup {
        let gap = number(Style.Form.hatchGap)
        return """
            <pattern id="hatch" width="\(gap)" height="\(gap)" patternUnits="userSpaceOnUse" \
            patternTransform="rotate(45)"><line class="hatch" x1="1" y1="0" x2="1" y2="\(gap)"/></pattern>

            """
    }

    /// Splits a text into lines of limited width; a longer word is broken.
    static func wrapped(_ text: String, _ width: Int) -> [String] {
        let words = text.printable.split(separator: " ").map { word in
            var pieces = [""]
            var columns = 0
            for character in word {
                let size = String(character).columns
                if columns + size > width { (pieces, columns) = (pieces + [""], 0) }
                pieces[pieces.count - 1].append(character)
                columns += size
            }
            return pieces.joined(separator: " ")
        }
        return PlainText.hanging("", words.joined(separator: " "), width: width)
    }
}

extension Chart.LaneState {
    /// The share of its lane that the state fills, from the bottom.
    var share: Double {
        if case .ducked = self { Style.Form.lowered } else { 1 }
    }

    /// The relative height of a wave that is drawn for an unrendered sound, from its gain.
    var loudness: Double {
        switch self {
        case .heard(let tenths), .ducked(let tenths): max(0.1, 1 + Double(max(-400, tenths)) / 400)
        case .unheard: 0
        }
    }
}

extension String {
    func shortened(to count: Int) -> String { self.count <= count ? self : prefix(max(0, count - 1)) + "…" }
}

/// Formats a number with up to three decimals.
func number(_ value: Double) -> String { plainText((value * 1000).rounded() / 1000) }
