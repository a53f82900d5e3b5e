import SessionPolicy
import Testing

@testable import SessionOracle

/// The device as another team's tests would use it.
struct OracleDeviceTests {
    /// An iPod plays; a navigator that ducks is installed and silent.
    private func navigation(_ book: RuleBook = .modern) -> Device {
        var phone = Device(rules: book)
        phone.launch("ipod", .system)
        phone.play("ipod", "song")
        phone.launch("nav", backgroundAudio: true)
        phone.setCategory("nav", .playback, options: .duckOthers)
        return phone
    }

    @Test("A prompt ducks the music from activation to deactivation", arguments: RuleBook.all)
    func duck(book: RuleBook) throws {
        var phone = navigation(book)
        try phone.expect(heard: ["ipod/song"])
        phone.activate("nav")
        try phone.expect(ducked: ["ipod/song"])
        try phone.expect(gainDB: -20, of: "ipod/song")
        try phone.expect(rule: .dk1)
        phone.deactivate("nav")
        try phone.expect(ducked: [])
        try phone.expect(gainDB: -6, of: "ipod/song")
    }

    @Test("Siri lowers in AirPods and while she reads a message; a phone at an ear changes no sound and is told")
    func siri() throws {
        var phone = Device(rules: .modern)
        phone.launch("ipod", .system)
        phone.play("ipod", "song")
        let before = phone
        phone.siri(.began, by: .airPods)
        try phone.expect(ducked: ["ipod/song"])
        try phone.expect(events: [], of: "ipod")
        phone.siri(.ended)
        try phone.expect(ducked: [])
        #expect(phone == before)
        phone.announceMessage()
        #expect(phone.refusal == .badParam)
        phone.plug(.headphones)
        phone.announceMessage(for: .seconds(2))
        try phone.expect(ducked: ["ipod/song"])
        phone.advance(by: .seconds(2))
        try phone.expect(ducked: [])
        let far = phone
        phone.setProximity(to: .near)
        try phone.expect(heard: ["ipod/song"])
        try phone.expect(events: [.proximityStateChange(.near)], of: "ipod")
        #expect(phone != far)
        phone.siri(.began)
        try phone.expect(events: [.interruptionBegan()], of: "ipod")
    }

    @Test("A branch goes its own way, and two ways to one situation are equal")
    func branches() throws {
        let start = navigation()
        var ringing = start
        ringing.ring()
        try ringing.expect(heard: ["ringtone"])
        try ringing.expect(events: [.interruptionBegan()], of: "ipod")
        try ringing.expect(vibrated: true)
        try start.expect(heard: ["ipod/song"])
        #expect(ringing != start)
        ringing.decline()
        try ringing.expect(events: [.interruptionEnded(shouldResume: true)], of: "ipod")
        #expect(ringing == start)
        #expect(Set([ringing, start]).count == 1)
    }

    @Test("Equality goes by names, not by the order in which they were first mentioned")
    func equalityByName() {
        var one = Device()
        one.setAlertSounds(of: "mail", to: false)
        one.setAlertSounds(of: "chat", to: false)
        one.launch("ipod", .system)
        var other = Device()
        other.launch("ipod", .system)
        other.setAlertSounds(of: "chat", to: false)
        other.setAlertSounds(of: "mail", to: false)
        #expect(one == other)
        other.setAlertSounds(of: "chat", to: true)
        #expect(one != other)
    }

    @Test("What falls due on the way happens at its own time and is told")
    func deadlines() throws {
        var phone = Device()
        phone.launch("app")
        phone.play("app", "long", for: .seconds(3))
        phone.play("app", "short", for: .seconds(1))
        phone.advance(by: .seconds(2))
        try phone.expect(heard: ["app/long"])
        try phone.expect(events: [.soundFinished("short")], of: "app")
        phone.advance(by: .seconds(1))
        try phone.expect(events: [.soundFinished("long")], of: "app")
        try phone.expect(heard: [])
        #expect(phone.time == .seconds(3))
        #expect(phone.allEvents(of: "app") == [.becameActive, .soundFinished("short"), .soundFinished("long")])
    }

    @Test("A failed expectation prints place, finding, story and rules")
    func failureText() throws {
        var phone = navigation()
        phone.advance(by: .milliseconds(1500))
        phone.activate("nav")
        let error = try #require(throws: UnmetExpectation.self) { try phone.expect(heard: ["nav/prompt"]) }
        let text = "\(error)"
        #expect(text.contains("OracleDeviceTests.swift:"))
        #expect(text.contains("heard: expected [\"nav/prompt\"], was [\"ipod/song\"]"))
        #expect(text.contains("     1.500  setActive nav to true"))
        #expect(text.contains("            heard      ipod/song at -20.0 dB, lowered, on builtInSpeaker\n"))
        #expect("\(phone)" == phone.story && text.hasSuffix(phone.story))
        #expect(text.contains("R-DK-1"))
    }

    @Test("Every kind of expectation fails where it should")
    func expectationsCanFail() {
        var phone = navigation()
        phone.moveSwitch(to: .silent)
        #expect(throws: UnmetExpectation.self) { try phone.expect(ducked: ["ipod/song"]) }
        #expect(throws: UnmetExpectation.self) { try phone.expect("ipod/song", unheardBy: .sw1) }
        #expect(throws: UnmetExpectation.self) { try phone.expect(phase: "inactive", of: "ipod") }
        #expect(throws: UnmetExpectation.self) { try phone.expect(events: [.terminated], of: "nav") }
        #expect(throws: UnmetExpectation.self) { try phone.expect(gainDB: -7, of: "ipod/song") }
        #expect(throws: UnmetExpectation.self) { try phone.expect(gainDB: -7, of: "nobody/nothing") }
        #expect(throws: UnmetExpectation.self) { try phone.expect(outputs: [.headphones]) }
        #expect(throws: UnmetExpectation.self) { try phone.expect(refusal: .badParam) }
        #expect(throws: UnmetExpectation.self) { try phone.expect(vibrated: true) }
        #expect(throws: UnmetExpectation.self) { try phone.expect(rule: .dk1) }
    }

    @Test("Unplugging pauses, and nothing resumes through the speaker")
    func unplug() throws {
        var phone = navigation()
        phone.plug(.headphones)
        try phone.expect(outputs: [.headphones])
        try phone.expect(heard: ["ipod/song"])
        phone.unplug(.headphones)
        try phone.expect(heard: [])
        try phone.expect(
            events: [.routeChange(.oldDeviceUnavailable), .interruptionBegan(because: .routeDisconnected)], of: "ipod")
        phone.unplug(.headphones)
        try phone.expect(refusal: .badParam)
    }

    @Test("Levels beyond the range are the nearest end")
    func levels() {
        var phone = navigation()
        phone.slideVolume(to: 7)
        #expect(phone.mediaVolume == 1)
        phone.slideVolume(to: .nan)
        #expect(phone.mediaVolume == 0)
        #expect(phone.rule(silencing: "ipod/song") == .vol5)
    }
}
