import CPacedCard
import Testing

@testable import ALSADevice

@Suite(.timeLimit(.minutes(5))) struct HardwareVolumeTests {
    private func volume(_ card: TestControls, _ control: String? = nil) throws -> HardwareVolume {
        try HardwareVolume(adopting: #require(card.open()), control: control)
    }

    @Test("The range and the steps of a control are asked")
    func rangeAndStepsAreAsked() throws {
        let card = TestControls()
        _ = card.addVolume("Master Playback Volume", most: 64, loudest: 4)
        let volume = try volume(card)
        #expect(volume.control == "Master")
        #expect(volume.range == -60...4)
        #expect(volume.steps == 65)
        #expect(try volume.setting() == HardwareVolume.ControlState(decibels: -60, isMuted: false))
    }

    /// Any program may add a control to a card.
    @Test("A control of the widest range is refused")
    func widestRange() throws {
        let card = TestControls()
        _ = card.add("Master Playback Volume") {
            ($0.min, $0.max, $0.channels, $0.has_decibels) = (.min, .max, 1, true)
            ($0.decibels_min, $0.decibels_step) = (-6000, 100)
        }
        let error = #expect(throws: ALSAError.self) { try volume(card) }
        #expect(error?.kind == .noVolume(control: nil), "libasound does not count its decibels")
    }

    @Test(
        "The hardware goes as far as it can",
        arguments: [
            (0.0, 60, 0.0), (-12, 48, 0), (-12.5, 48, -0.5), (-12.999, 48, -0.999), (-60, 0, 0), (-75, 0, -15),
            (3, 60, 3),
        ])
    func theHardwareGoesAsFarAsItCan(wish: Double, step: Int, rest: Double) throws {
        let card = TestControls()
        let master = card.addVolume("Master Playback Volume")
        let left = try volume(card).set(decibels: wish)
        #expect(abs(left - rest) < 1e-9)
        #expect(card.value(master, channel: 0) == step)
        #expect(card.value(master, channel: 1) == step)
    }

    @Test("The volume that a setting would reach is told without moving anything")
    func prediction() throws {
        let card = TestControls()
        let master = card.addVolume("Master Playback Volume")
        let volume = try volume(card)
        #expect(try volume.level(reachedBy: -12.5) == -12)
        #expect(try volume.level(reachedBy: -.infinity) == -60)
        #expect(card.value(master) == 0)
    }

    @Test("Silence is the lowest step where that mutes")
    func mutingStep() throws {
        let card = TestControls()
        let master = card.addVolume("Master Playback Volume", mutesAtMin: true)
        let muting = try volume(card)
        #expect(muting.range.lowerBound == -.infinity)
        #expect(try muting.set(decibels: -20) == 0)
        #expect(card.value(master) == 40)
        #expect(try muting.set(decibels: -.infinity) == 0)
        #expect(card.value(master) == 0)
        // Between silence and the first step, silence would be too little.
        #expect(try muting.set(decibels: -80) == -80 + 59)
        #expect(card.value(master) == 1)
    }

    @Test("Silence is left to the software where the lowest step sounds")
    func soundingStep() throws {
        let card = TestControls()
        _ = card.addVolume("Master Playback Volume")
        #expect(try volume(card).set(decibels: -.infinity) == -.infinity)
    }

    @Test("A control that is switched off is told as muted")
    func theSwitchMutes() throws {
        let card = TestControls()
        _ = card.addVolume("Master Playback Volume")
        let on = card.addSwitch("Master Playback Switch")
        let volume = try volume(card)
        #expect(try volume.set(decibels: -10) == 0)
        #expect(try volume.setting().isMuted)
        card.turn(on, to: 1)
        #expect(try volume.setting() == HardwareVolume.ControlState(decibels: -10, isMuted: false))
    }

    @Test("The control of all that the card plays is chosen")
    func chosenControl() throws {
        let card = TestControls()
        for name in ["Headphone", "PCM", "Master"] { _ = card.addVolume("\(name) Playback Volume") }
        #expect(try volume(card).control == "Master")
        #expect(try volume(card, "Headphone").control == "Headphone")
    }

    @Test("A card without decibels is refused")
    func withoutDecibels() throws {
        let card = TestControls()
        _ = card.add("Master Playback Volume") { $0.max = 31 }
        let error = #expect(throws: ALSAError.self) { try volume(card) }
        #expect(error?.kind == .noVolume(control: nil))
        let named = #expect(throws: ALSAError.self) { try volume(card, "Master") }
        #expect(named?.sentence == "The card 'adopted' has no volume control 'Master' in decibels.")
        #expect(throws: ALSAError.self) { try HardwareVolume(card: "hw:31") }
    }

    @Test("A change by another program is told, and our own is not")
    func foreignChanges() async throws {
        let card = TestControls()
        let level = card.addVolume("Master Playback Volume")
        let on = card.addSwitch("Master Playback Switch")
        card.turn(on, to: 1)
        let volume = try volume(card)
        let told = Told<HardwareVolume.Change>()
        try volume.watch { [continuation = told.continuation] in continuation.yield($0) }
        _ = try volume.set(decibels: -30)
        card.turn(level, to: 20)
        #expect(await told.next() == .turned(HardwareVolume.ControlState(decibels: -40, isMuted: false)))
        card.turn(on, to: 0)
        #expect(await told.next() == .turned(HardwareVolume.ControlState(decibels: -40, isMuted: true)))
        _ = try volume.set(decibels: -5)
        card.turn(level, to: 21)
        #expect(await told.next() == .turned(HardwareVolume.ControlState(decibels: -39, isMuted: true)))
        volume.stopWatching()
    }

    @Test("A card that is gone is said")
    func aCardThatIsGoneIsSaid() async throws {
        let card = TestControls()
        _ = card.addVolume("Master Playback Volume")
        let volume = try volume(card)
        let told = Told<HardwareVolume.Change>()
        try volume.watch { [continuation = told.continuation] in continuation.yield($0) }
        card.disconnect()
        #expect(await told.next() == .gone)
        let error = #expect(throws: ALSAError.self) { try volume.set(decibels: -3) }
        #expect(error?.errno == 19)
    }
}
