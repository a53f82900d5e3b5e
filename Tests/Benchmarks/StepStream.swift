/// Steps for the oracle that continue as long as one likes without the world growing: ten apps that never leave, and a
/// round of everyday events that ends with every switch, plug and call as it began.
struct StepStream {
    static let appCount = 10

    /// Steps so far.
    private(set) var count = 0

    private var hundredths = 0
    private var round = 0

    /// The first steps: ten apps of the system, which no other app's launch can end in either rule book.
    mutating func opening() -> String {
        var text = ""
        for app in 0..<Self.appCount {
            step(#""do":"launch","app":"a\#(app)","kind":"system""#, to: &text)
            step(#""do":"play","app":"a\#(app)","sound":"s""#, to: &text)
        }
        return text
    }

    /// The next round; its steps differ from round to round only in the apps they are about.
    mutating func nextRound() -> String {
        let first = "a\(round % Self.appCount)"
        let second = "a\((round + 3) % Self.appCount)"
        let third = "a\((round + 7) % Self.appCount)"
        round += 1
        var text = ""
        for body in Self.round(first, second, third) { step(body, to: &text) }
        return text
    }

    private mutating func step(_ body: String, to text: inout String) {
        count += 1
        hundredths += 5
        let fraction = hundredths % 100
        text += #"{"at":\#(hundredths / 100).\#(fraction < 10 ? "0" : "")\#(fraction),\#(body)}"# + "\n"
    }

    private static func round(_ first: String, _ second: String, _ third: String) -> [String] {
        [
            #""do":"foreground","app":"\#(first)""#,
            #""do":"setCategory","app":"\#(first)","category":"playback""#,
            #""do":"play","app":"\#(first)","sound":"s""#,
            #""do":"setCategory","app":"\#(second)","category":"ambient""#,
            #""do":"play","app":"\#(second)","sound":"s","gain":0.5"#,
            #""do":"volumeButton","press":"up""#,
            #""do":"setCategory","app":"\#(third)","category":"playback","options":["duckOthers","mixWithOthers"]"#,
            #""do":"setActive","app":"\#(third)","to":true"#,
            #""do":"play","app":"\#(third)","sound":"prompt","seconds":0.1"#,
            #""do":"ask","app":"\#(second)","for":"otherAudioIsPlaying""#,
            #""do":"gain","app":"\#(first)","sound":"s","to":0.8"#,
            #""do":"setActive","app":"\#(third)","to":false,"notifyOthers":true"#,
            #""do":"volumeButton","press":"down""#,
            #""do":"plug","port":"headphones""#,
            #""do":"systemSound","app":"\#(second)","sound":"tick","seconds":0.2"#,
            #""do":"keyClick""#,
            #""do":"unplug","port":"headphones""#,
            #""do":"ringSwitch","to":"silent""#,
            #""do":"alert","kind":"message""#,
            #""do":"ringSwitch","to":"ring""#,
            #""do":"play","app":"\#(first)","sound":"s""#,
            #""do":"call","phase":"incoming""#,
            #""do":"call","phase":"declined""#,
            #""do":"ask","app":"\#(first)","for":"currentRoute""#,
            #""do":"lock""#,
            #""do":"unlock""#,
            #""do":"alertSound","app":"\#(second)","sound":"ping""#,
            #""do":"pause","app":"\#(first)""#,
            #""do":"stop","app":"\#(second)""#,
            #""do":"wait""#,
        ]
    }
}
