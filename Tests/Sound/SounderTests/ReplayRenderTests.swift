import Foundation
import Scratch
import SessionScenario
import SoundFiles
import Sounder
import Testing

/// Sound is checked by its samples: the sounds that are audible, the depth of a duck, the length of a ramp, and clicks.
struct ReplayRenderTests {
    static let navigation = """
        scenario: Navigation over music
        sounds:
          song: {tone: 440, dB: -12}
          prompt: {tone: 3000, seconds: 1.5, dB: -12}
        steps:
          - {at: 0, do: launch, app: ipod, kind: system}
          - {at: 0, do: play, app: ipod, sound: song}
          - {at: 2, do: launch, app: nav}
          - {at: 2, do: setCategory, app: nav, category: playback, options: [duckOthers]}
          - {at: 3, do: setActive, app: nav, to: true}
          - {at: 3.5, do: play, app: nav, sound: prompt}
          - {at: 6, do: setActive, app: nav, to: false}
          - {at: 8, do: wait}
        """

    @Test("The volume in force is rendered")
    func theVolumeInForceIsRendered() throws {
        let song = try #require(try Rendering(Self.navigation).stems["ipod-song.wav"])
        #expect(abs(song.peak(0.5, 2.5) - -18.02) < 0.05, "-12 dBFS at volume 0.5")
    }

    @Test("A duck is fourteen decibels deep and begins in its frame")
    func duck() throws {
        let song = try #require(try Rendering(Self.navigation).stems["ipod-song.wav"])
        #expect(abs(song.peak(2.9, 3.0) - -18.02) < 0.05, "nothing happens before the activation")
        #expect(song.peak(3.01, 3.03) < -18.3, "the ramp begins at the activation")
        #expect(song.peak(3.27, 3.29) > -31.9, "and takes its 300 ms")
        #expect(abs(song.peak(3.31, 6.0) - -32.0) < 0.05, "the duck lasts as long as the session is active")
        #expect(song.peak(6.6, 6.65) < -18.1, "it takes 700 ms to come back")
        #expect(abs(song.peak(6.71, 8.0) - -18.02) < 0.05, "and comes back whole")
    }

    @Test("The prompt loses nothing of its head")
    func promptHead() throws {
        let prompt = try #require(try Rendering(Self.navigation).stems["nav-prompt.wav"])
        let start = Int(3.5 * 48_000)
        #expect(prompt[..<start].allSatisfy { $0 == 0 })
        #expect(prompt[start] == 0 && prompt[start + 1] > 0, "a sine starts at phase 0 in its own frame")
        #expect(abs(prompt.peak(3.5, 3.51) - -18.02) < 0.05, "at full level from its first period on")
        #expect(abs(prompt.peak(4.9, 5.0) - -18.02) < 0.05)
        #expect(prompt.isSilent(5.02, 8.0))
    }

    @Test("Ramps do not click")
    func rampsDoNotClick() throws {
        let song = try #require(try Rendering(Self.navigation).stems["ipod-song.wav"])
        // Below the music by 50 dB: the music peaks at -18 dBFS.
        #expect(song.roughness(440, 2.5, 3.5) < -68)
        #expect(song.roughness(440, 5.5, 7.5) < -68)
    }

    @Test("The mix is the sum of its stems")
    func theMixIsTheSumOfItsStems() throws {
        let rendering = try Rendering(Self.navigation)
        let song = try #require(rendering.stems["ipod-song.wav"])
        let prompt = try #require(rendering.stems["nav-prompt.wav"])
        #expect(rendering.mix.count == 8 * 48_000, "the rendering ends at the last step")
        #expect(song.count == rendering.mix.count && prompt.count == rendering.mix.count)
        #expect(zip(rendering.mix, zip(song, prompt)).allSatisfy { $0 == $1.0 + $1.1 })
    }

    @Test("A file with samples that are no sound is named")
    func invalidSamples() throws {
        let scratch = Scratch()
        let path = scratch.file("wild.wav")
        let writer = try WAVWriter(path: path)
        try writer.write([0.25, .nan, 0.25, .infinity], count: 2)
        try writer.finish()
        let scenario = try Scenario(
            text: "{scenario: s, sounds: {s: {file: '\(path)'}}, steps: [{at: 0, do: play, app: a, sound: s}]}",
            file: "s.yaml", duration: { _ in 1 })
        let remarks = try ReplayPlan(ScenarioRun(scenario)).remarks
        #expect(remarks.count == 1 && remarks.allSatisfy { $0.contains("\(path): It holds 2 samples") })
    }

    @Test("The same scenario gives the same bytes")
    func sameBytes() throws {
        #expect(try Rendering(Self.navigation).bytes == Rendering(Self.navigation).bytes)
    }

    @Test("A ring takes the device at once and the music comes back where it was")
    func ring() throws {
        let rendering = try Rendering(
            """
            scenario: A call over music
            sounds:
              song: {tone: 440, dB: -12}
              ringtone: {silence: 1}
            steps:
              - {at: 0, do: play, app: ipod, sound: song}
              - {at: 1, do: call, phase: incoming}
              - {at: 2, do: call, phase: declined}
              - {at: 4, do: wait}
            """)
        let song = try #require(rendering.stems["ipod-song.wav"])
        #expect(song.isSilent(1.006, 2.0), "5 ms, no more")
        #expect(song.roughness(440, 0.9, 1.1) < -58)
        #expect(song.peak(2.0, 2.05) < -20, "it fades in")
        #expect(abs(song.peak(2.31, 4.0) - -18.02) < 0.05, "over 300 ms")
        // The tone continues at the sample where it was halted: half a second later it stands where it would have
        // stood.
        #expect(zip(song[24_000..<24_480], song[144_000..<144_480]).allSatisfy { abs($0 - $1) < 1e-5 })
    }

    @Test("A switch silences in ten milliseconds without a click")
    func switchWithoutClick() throws {
        let rendering = try Rendering(
            """
            scenario: A game falls silent
            sounds: {music: {tone: 440, dB: -12}}
            steps:
              - {at: 0, do: play, app: game, sound: music}
              - {at: 1, do: ringSwitch, to: silent}
              - {at: 2, do: ringSwitch, to: ring}
              - {at: 3, do: wait}
            """)
        let music = try #require(rendering.stems["game-music.wav"])
        #expect(music.isSilent(1.011, 2.0))
        #expect(music.peak(0.98, 1.0) > -18.1 && music.peak(2.011, 2.1) > -18.1)
        #expect(music.roughness(440, 0.9, 1.1) < -58 && music.roughness(440, 1.9, 2.1) < -58)
        // It ran on unheard: it comes back in phase with itself.
        #expect(zip(music[24_000..<24_480], music[120_000..<120_480]).allSatisfy { abs($0 - $1) < 1e-5 })
    }

    @Test("Routes whose volume is zero and steps that meet there do not click")
    func zeroVolumes() throws {
        // Everything changes at a crest of the sine, where a corner is heard most.
        let rendering = try Rendering(
            """
            scenario: From silence and back
            sounds: {song: {tone: 1000, dB: -12}}
            steps:
              - {at: 0, do: volumeSlider, to: 1}
              - {at: 0, do: play, app: ipod, sound: song}
              - {at: 0.5, do: plug, port: headphones}
              - {at: 1, do: volumeSlider, to: 0}
              - {at: 2.00025, do: pickRoute, port: builtInSpeaker}
              - {at: 3.00025, do: pickRoute, port: headphones}
              - {at: 4, do: pickRoute, port: builtInSpeaker}
              - {at: 5.00025, do: gain, app: ipod, sound: song, to: 0}
              - {at: 5.00025, do: volumeSlider, to: 0}
              - {at: 6, do: wait}
            """)
        let song = try #require(rendering.stems["ipod-song.wav"])
        #expect(song.peak(2.1, 3) > -12.1 && song.isSilent(3.1, 4) && song.peak(4.1, 5) > -12.1)
        // The sine stands at -12 dB: -40 dB of it.
        for change in 2...5 {
            let from = Double(change)
            #expect(song.roughness(1_000, from - 0.1, from + 0.1) < -52)
        }
    }

    @Test("A finite sound outlasts the last step")
    func afterLastStep() throws {
        let rendering = try Rendering(
            """
            scenario: A prompt after the end
            sounds: {prompt: {tone: 1000, seconds: 1.25}}
            steps:
              - {at: 1, do: play, app: nav, sound: prompt}
            """)
        #expect(rendering.mix.peak(2.2, 2.25) > -20)
        #expect(rendering.mix.count >= 108_000 && rendering.mix.count <= 108_000 + 480, "and the ramp of its end")
    }

    @Test("A sound born while ducked is ducked")
    func bornDucked() throws {
        let rendering = try Rendering(
            """
            scenario: Born while ducked
            sounds: {song: {tone: 440, dB: -12}}
            steps:
              - {at: 0, do: launch, app: ipod, kind: system}
              - {at: 0, do: setCategory, app: nav, category: playback, options: [duckOthers]}
              - {at: 0, do: setActive, app: nav, to: true}
              - {at: 1, do: play, app: ipod, sound: song}
              - {at: 2, do: wait}
            """)
        let song = try #require(rendering.stems["ipod-song.wav"])
        #expect(abs(song.peak(1.0, 1.05) - -32.0) < 0.05, "from its first sample on")
    }

    @Test("Restarting a ducked sound keeps it ducked")
    func restartedDucked() throws {
        let rendering = try Rendering(
            """
            scenario: Restarted while ducked
            sounds: {song: {tone: 440, dB: -12}}
            steps:
              - {at: 0, do: launch, app: ipod, kind: system}
              - {at: 0, do: play, app: ipod, sound: song}
              - {at: 0, do: setCategory, app: nav, category: playback, options: [duckOthers]}
              - {at: 0.5, do: setActive, app: nav, to: true}
              - {at: 1, do: stop, app: ipod, sound: song}
              - {at: 1.5, do: play, app: ipod, sound: song}
              - {at: 2, do: setActive, app: nav, to: false}
              - {at: 3, do: wait}
            """)
        let song = try #require(rendering.stems["ipod-song.wav"])
        #expect(song.isSilent(1.011, 1.5))
        #expect(abs(song.peak(1.5, 2.0) - -32.0) < 0.05)
        #expect(abs(song.peak(2.71, 3.0) - -18.02) < 0.05)
    }
}
