extension TableDefinition {
    /// Every table once, in the order in which they are printed. A column is a line here, and nothing elsewhere.
    static let all: [TableDefinition] = vocabulary + sessions + rulings + sounds + values

    // swift-format-ignore
    private static let vocabulary = [
        TableDefinition(
            .vocabulary, "Vocabulary",
            "Features of steps that not every system has; a step that uses one that the book lacks is refused.",
            mark: { $0.isKnown = $1 }, rules: { [$0.rule] }, at: { $1(&$0.features) },
            columns: [
                Column("feature", "What", kind: { row in .word { _ in row.words } }, .key) { $1(&$0.feature) },
                Column("since", "Since") { .text($0.since?.name ?? "–") },
                Column("isKnown", "Known", .flag) { $1(&$0.isKnown) },
            ]),
        TableDefinition(
            .words, "Words",
            "Words that are newer than iPhone OS 3; a word that the book lacks is refused.",
            mark: { $0.isKnown = $1 }, at: { $1(&$0.words) },
            columns: [
                Column("word", "Word", .key) { .text($0.word.name) },
                Column("since", "Since") { .text($0.since?.name ?? "–") },
                Column("isKnown", "Taken", .flag) { $1(&$0.isKnown) },
                Column("source", "Source") { .text($0.source) },
            ]),
    ]

    // swift-format-ignore
    private static let sessions = [
        TableDefinition(
            .categories, "Table 4-1. Audio session categories",
            """
            iPhone Human Interface Guidelines 2009, "Using Sound"; the meanings in our own words (R-SW-1, R-LK-1, \
            R-ACT-5).
            """,
            new: CategoryRule(
                category: .ambient, silenced: nil, mixes: .no, hasOutput: true, hasInput: false, background: false),
            rules: { $0.category == .multiRoute ? [.rte12] : [] }, at: { $1(&$0.categories) },
            columns: [
                Column("category", "Category", .word { $0.title }, .key) { $1(&$0.category) },
                Column("meaning", "Meaning") { .text($0.category.meaning) },
                Column("silenced", "Silenced by Ring/Silent switch and locking", .flagOrNothing) { $1(&$0.silenced) },
                Column("mixes", "Mixes with other audio", .phrase) { $1(&$0.mixes) },
            ]),
        TableDefinition(
            .directions, "What the later guides add to Table 4-1",
            """
            Whether a category plays and records (R-CAT-1), and whether it may play in the background (R-BG-2, \
            R-BG-3).
            """,
            rules: { $0.category == .multiRoute ? [.rte12] : [] }, at: { $1(&$0.categories) },
            columns: [
                Column("category", "Category", .word { $0.title }, .key) { $1(&$0.category) },
                Column("output", "Output", .flag) { $1(&$0.hasOutput) },
                Column("input", "Input", .flag) { $1(&$0.hasInput) },
                Column("background", "Background", .flag) { $1(&$0.background) },
            ]),
        TableDefinition(
            .options, "Options", "The categories in which an option takes effect, and what happens elsewhere.",
            new: OptionRule(option: [], effective: [], refusedElsewhere: false, rule: .err4), rules: { [$0.rule] }, at: { $1(&$0.options) },
            columns: [
                Column("option", "Option", .option, .key) { $1(&$0.option) },
                Column("effective", "Has its effect in", .words()) { $1(&$0.effective) },
                Column("refusedElsewhere", "Elsewhere", .flag { $0 ? "refused" : "accepted, without effect" }) { $1(&$0.refusedElsewhere) },
                Column("rule", "Rule", .rule) { $1(&$0.rule) },
            ]),
        TableDefinition(
            .modes, "Modes",
            "What a mode also switches on, without reporting it (C10). Every other mode switches on nothing.",
            new: ModeRule(mode: .default, category: .ambient, switchesOn: [], volume: .media),
            rules: { $0.rules }, at: { $1(&$0.modes) },
            columns: [
                Column("mode", "Mode", .word(), .key) { $1(&$0.mode) },
                Column("category", "In category", .word { $0.title }, .tells) { $1(&$0.category) },
                Column("switchesOn", "Switches on", .options) { $1(&$0.switchesOn) },
                Column("volume", "Volume", .one(of: [.media, .call]) { "\($0)" }) { $1(&$0.volume) },
                Column("outlastsRoute", "Goes on when its route goes", .flag, .optional) { $1(&$0.outlastsRoute) },
            ]),
    ]

    // swift-format-ignore
    private static let rulings = [
        TableDefinition(
            .coexistence, "Coexistence", "The mixing column of Table 4-1 read from both sides.",
            rules: { [$0.rule] }, at: { $1(&$0.coexistence) },
            columns: [
                Column("newcomerMixes", "The newcomer mixes", .flag, .key) { $1(&$0.newcomerMixes) },
                Column("incumbentMixes", "The incumbent mixes", .flag, .key) { $1(&$0.incumbentMixes) },
                Column("verdict", "The incumbent", .word { $0 == .isInterrupted ? "is interrupted" : "is heard too" }) { $1(&$0.verdict) },
                Column("rule", "Rule", .rule) { $1(&$0.rule) },
            ]),
        TableDefinition(
            .interruptions, "Interruptions",
            """
            What happens to a session when the device interrupts; the first matching row wins. For interruptions by \
            other apps' sessions, see Coexistence.
            """,
            new: InterruptionRule(cause: .ring, session: .any, verdict: .isHeardToo, rule: .int1),
            rules: { [$0.rule] }, at: { $1(&$0.interruptions) },
            columns: [
                Column("cause", "Cause", .word { $0.words }, .key) { $1(&$0.cause) },
                Column("session", "Session", .phrase, .key) { $1(&$0.session) },
                Column("verdict", "The session", .word { $0 == .isInterrupted ? "is interrupted" : "goes on" }) { $1(&$0.verdict) },
                Column("rule", "Rule", .rule) { $1(&$0.rule) },
            ]),
        TableDefinition(
            .causes, "Causes of interruptions",
            "What a cause of the device does to the whole device, and at its end.",
            new: CauseRule(cause: .ring, holdsDevice: false, cutsShortSounds: false, resumption: .withheld, rule: .int1),
            rules: { [$0.rule] }, at: { $1(&$0.causes) },
            columns: [
                Column("cause", "Cause", .word { $0.words }, .key) { $1(&$0.cause) },
                Column("holdsDevice", "Holds the device", .flag) { $1(&$0.holdsDevice) },
                Column("cutsShortSounds", "Cuts short sounds", .flag) { $1(&$0.cutsShortSounds) },
                Column("leave", "Leave to resume at its end", .phrase) { $1(&$0.resumption) },
                Column("interruptsStarts", "Interrupts what starts meanwhile", .flag, .optional) { $1(&$0.interruptsStarts) },
                Column("rule", "Rule", .rule) { $1(&$0.rule) },
            ]),
        TableDefinition(
            .refusals, "Refusals", "What is refused; the first matching row wins.",
            new: RefusalRule(rule: .act8, requests: [], condition: .phoneRings, error: .badParam, remedy: ""),
            rules: { [$0.rule] }, at: { $1(&$0.refusals) },
            columns: [
                Column("rule", "Rule", .rule, .tells) { $1(&$0.rule) },
                Column("requests", "Request", .words(), [.names, .parts]) { $1(&$0.requests) },
                Column("condition", "When", .phrase, .key) { $1(&$0.condition) },
                Column("error", "Error", .error) { $1(&$0.error) },
                Column("remedy", "Remedy", .text) { $1(&$0.remedy) },
            ]),
        TableDefinition(
            .silencing, "Silencing",
            "What silences a started sound; the first matching row wins. An interruption precedes all rows.",
            new: SilencingRule(rule: .int2, kinds: [], condition: .deviceIsHeld), rules: { [$0.rule] }, at: { $1(&$0.silencing) },
            columns: [
                Column("rule", "Rule", .rule, .tells) { $1(&$0.rule) },
                Column("kinds", "What", .words(), .names) { $1(&$0.kinds) },
                Column("condition", "When", .phrase, .key) { $1(&$0.condition) },
            ]),
    ]

    // swift-format-ignore
    private static let sounds = [
        TableDefinition(
            .levels, "Levels", "The volume and the outputs of each kind of sound.", rules: { [$0.rule] }, at: { $1(&$0.levels) },
            columns: [
                Column("kind", "Sound", .word(), .key) { $1(&$0.kind) },
                Column("volume", "Volume", .word()) { $1(&$0.volume) },
                Column("outputs", "On", .phrase) { $1(&$0.outputs) },
                Column("ducks", "Sessions duck it", .flag) { $1(&$0.ducks) },
                Column("rule", "Rule", .rule) { $1(&$0.rule) },
            ]),
        TableDefinition(
            .accessories, "Accessories",
            "The accessories that each category's output may use; of these the last gesture wins.",
            new: AccessoryRule(kind: .headphones, always: [], with: nil, rule: .rte2), rules: { [$0.rule] }, at: { $1(&$0.accessories) },
            columns: [
                Column("accessory", "Accessory", .word(), .key) { $1(&$0.kind) },
                Column("always", "Output of", .words()) { $1(&$0.always) },
                Column("with", "PlayAndRecord needs", .optionOrNothing) { $1(&$0.with) },
                Column("rule", "Rule", .rule) { $1(&$0.rule) },
            ]),
        TableDefinition(
            .buttons, "Volume buttons", "What the buttons change; the first matching row wins.",
            new: ButtonRule(condition: .otherwise, moves: .ringer, rule: .vol2),
            isLast: { $0.condition == .otherwise }, rules: { [$0.rule] }, at: { $1(&$0.buttons) },
            columns: [
                Column("condition", "When", .phrase, .key) { $1(&$0.condition) },
                Column("moves", "They move", .word()) { $1(&$0.moves) },
                Column("rule", "Rule", .rule) { $1(&$0.rule) },
            ]),
        TableDefinition(
            .vibration, "Vibration",
            "When the device vibrates, if the setting for the switch's position lets it (R-SW-7).",
            new: VibrationRule(
                occasion: .vibrate, exceptWhileOwnSessionRecords: false, exceptWhileInputRuns: false, rule: .sw7),
            // The row names the rule of vibrating; what keeps it away is another one.
            rules: { [$0.rule, .al11] }, at: { $1(&$0.vibration) },
            columns: [
                Column("occasion", "When", .phrase, .key) { $1(&$0.occasion) },
                Column("exceptWhileOwnSessionRecords", "Not while", .flag { $0 ? "the app's own category is Record or PlayAndRecord" : "–" }) { $1(&$0.exceptWhileOwnSessionRecords) },
                Column("exceptWhileInputRuns", "Nor while", .flag { $0 ? "an app records that does not allow it" : "–" }) { $1(&$0.exceptWhileInputRuns) },
                Column("rule", "Rule", .rule) { $1(&$0.rule) },
            ]),
        TableDefinition(
            .changes, "Kinds of change", "By which kind of change each part of a sound's level is reached (C18).",
            at: { $1(&$0.changes) },
            columns: [
                Column("part", "When", .word { $0.words }, .key) { $1(&$0.part) },
                Column("change", "Its level changes as when", .word { $0.words }) { $1(&$0.change) },
            ]),
        TableDefinition(
            .ramps, "Ramps", "How long a change of level takes (C18).", at: { $1(&$0.ramps) },
            columns: [
                Column("change", "When", .word { $0.words }, .key) { $1(&$0.change) },
                Column("milliseconds", "Milliseconds", .length) { $1(&$0.length) },
            ]),
    ]

    // swift-format-ignore
    private static let values = [
        TableDefinition(
            .settings, "Settings", "What differs between eras, and the contested points.",
            rules: { $0.field.rules }, at: { $1(&$0.settings) },
            columns: [
                Column("setting", "Setting", .key) { .text($0.name) },
                Column("value", "Value", .flag) { $1(&$0.value) },
                Column("rules", "Rule") { .rules($0.field.rules) },
                Column("means", "When it is on") { .text($0.field.means) },
            ]),
        TableDefinition(
            .numbers, "Numbers", "Most of them are ours, where Apple gives none (C18).",
            rules: { $0.field.rules }, at: { $1(&$0.numbers) },
            columns: [
                Column("number", "Number", .key) { .text($0.name) },
                Column("value", "Value", kind: { $0.field.kind }, at: { $1(&$0.value) }),
                Column("unit", "Unit") { .text($0.field.unit) },
                Column("rules", "Rule") { .rules($0.field.rules) },
                Column("means", "What it is") { .text($0.field.means) },
            ]),
    ]
}
