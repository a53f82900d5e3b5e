import SessionOracle
import SessionPolicy
import Testing

/// The messages by which a client in another language has its tests disrupted and judged.
struct DisruptedOracleTests {
    /// A run of a test: an app plays, and is disrupted behind that.
    /// - Parameters:
    ///   - disruption: What happens, or nil.
    ///   - reaction: Returns the steps of the app as its reaction to a notice, by its number.
    /// - Returns: The answer at the end.
    @discardableResult
    private func run(
        _ oracle: inout DisruptedOracle, _ disruption: String?, reaction: (Int) -> [String] = { _ in [] }
    ) -> String {
        let place = disruption.map { ", \"by\": \"\($0)\", \"gap\": 3, \"connects\": false" } ?? ""
        #expect(oracle.answer("{\"disrupted\": \"run\"\(place)}") == "{}")
        #expect(oracle.answer(#"{"disrupted": "app", "name": "player"}"#) == "{}")
        var (notice, isLast) = (0, disruption == nil)
        for step in [
            #"{"at": 0, "do": "launch", "app": "player", "resumes": false, "pausesAtUnplug": false}"#,
            #"{"at": 0, "do": "setCategory", "app": "player", "category": "playback"}"#,
            #"{"at": 0, "do": "play", "app": "player", "sound": "song"}"#,
        ] {
            let answer = oracle.answer(step)
            #expect(answer.contains("\"result\": \"ok\"") && !answer.contains("\"error\""), "\(answer)")
            #expect(answer.contains("\"begins\": true") == (disruption != nil && step.contains("song")), "\(answer)")
        }
        #expect(oracle.answer(#"{"disrupted": "release"}"#) == "{}")
        while true {
            while oracle.answer("{\"disrupted\": \"told\", \"n\": \(notice)}") == "{}" {
                for step in reaction(notice) { #expect(oracle.answer(step).contains("\"result\": \"ok\"")) }
                #expect(oracle.answer(#"{"disrupted": "state", "settled": true}"#) == "{}")
                notice += 1
            }
            if isLast { break }
            isLast = oracle.answer(#"{"disrupted": "step"}"#).contains("\"isLast\": true")
        }
        return oracle.answer(#"{"disrupted": "end", "settled": true}"#)
    }

    @Test("The undisturbed run counts the gaps, and an app that plays again is not reported")
    func mended() {
        var oracle = DisruptedOracle(rules: .default)
        #expect(run(&oracle, nil) == #"{"gaps": 3, "connects": false}"#)
        // The first notice begins the interruption, the second ends it.
        run(&oracle, "declinedCall") { $0 == 1 ? [#"{"at": 9, "do": "play", "app": "player", "sound": "song"}"#] : [] }
        #expect(oracle.answer(#"{"disrupted": "report"}"#) == #"{"reports": []}"#)
    }

    @Test("An app that stays silent after a call is reported once, with its story; a row can be left out")
    func silent() {
        var oracle = DisruptedOracle(rules: .default)
        run(&oracle, "declinedCall")
        run(&oracle, "missedCall")
        let report = oracle.answer(#"{"disrupted": "report"}"#)
        #expect(report.ranges(of: "(Response.").count == 1 && report.contains("(Response.resumes)"))
        #expect(report.contains("In the gap after call 3, a call came in and was declined: told that"), "\(report)")
        #expect(report.contains("! 3. call phase declined") && report.contains("in 1 other run of 2, too"), "\(report)")
        var lenient = DisruptedOracle(rules: .default)
        #expect(lenient.answer(#"{"disrupted": "run", "without": ["resumes"]}"#) == "{}")
        run(&lenient, "declinedCall")
        #expect(lenient.answer(#"{"disrupted": "report"}"#) == #"{"reports": []}"#)
    }

    @Test("Headphones are in from the beginning where the test connects none, and an app that pauses is not reported")
    func unplugged() {
        var oracle = DisruptedOracle(rules: .default)
        run(&oracle, "unplug")
        #expect(oracle.answer(#"{"disrupted": "report"}"#).contains("(Response.pausesAtUnplug)"))
        var mended = DisruptedOracle(rules: .default)
        run(&mended, "unplug") { _ in [#"{"at": 0, "do": "pause", "app": "player", "sound": "song"}"#] }
        #expect(mended.answer(#"{"disrupted": "report"}"#) == #"{"reports": []}"#)
    }

    @Test(
        "A wrong message is answered with a sentence, and changes nothing",
        arguments: [
            #"{"disrupted": "told", "n": 0}"#, #"{"disrupted": "told"}"#, #"{"disrupted": "state"}"#,
            #"{"disrupted": "rain"}"#, #"{"do": "rain"}"#, "{", "",
        ])
    func wrong(message: String) {
        var oracle = DisruptedOracle(rules: .default)
        #expect(oracle.answer(message).hasPrefix(#"{"error": ""#))
        #expect(run(&oracle, nil) == #"{"gaps": 3, "connects": false}"#)
    }

    @Test("The table names each disruption and each row")
    func table() {
        var oracle = DisruptedOracle(rules: .default)
        let table = oracle.answer(#"{"disrupted": "table"}"#)
        #expect(table.contains(#"{"name": "declinedCall", "sentence": "a call came in and was declined"}"#))
        for response in Response.allCases { #expect(table.contains("\"\(response)\"")) }
    }
}
