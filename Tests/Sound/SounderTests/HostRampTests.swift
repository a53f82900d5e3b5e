import Mixer
import Testing

@testable import SessionPolicy
@testable import Sounder

/// Every change of a level is heard to take as long as the rule book says.
struct HostRampTests {
    private static let app = AppID(Name(1))
    private static let other = AppID(Name(3))
    private static let song = SoundID(Name(2))

    /// The steps before the change, and the change of a part of the song's level.
    private struct Script {
        let before: [Event]
        let change: Event
    }

    private static func script(_ part: ChangeRule.Part) -> Script {
        let navigator: [Event] = [.app(other, .setCategory(.playback, .default, .duckOthers))]
        let speaks = Event.app(other, .setActive(true, notifyOthers: false))
        let play = Event.app(app, .play(song, lasts: nil, gain: nil))
        return switch part {
        case .goesOn: Script(before: [.app(app, .pause(song))], change: play)
        case .ends: Script(before: [], change: .app(app, .pause(song)))
        case .haltedByCall: Script(before: [], change: .call(.incoming))
        case .haltedByAlarm: Script(before: [], change: .alarm(.fires))
        case .haltedByApp: Script(before: [], change: speaks)
        case .resumes: Script(before: [.alarm(.fires)], change: .alarm(.dismissed))
        case .ownLevel: Script(before: [], change: .app(app, .setGain(song, to: 0.5)))
        case .duckBegins: Script(before: navigator, change: speaks)
        case .duckEnds:
            Script(before: navigator + [speaks], change: .app(other, .setActive(false, notifyOthers: false)))
        case .silence:
            Script(before: [.app(app, .setCategory(.soloAmbient, .default, []))], change: .ringSwitchMoved(to: .silent))
        case .volume: Script(before: [], change: .volumeSliderMoved(to: 0.25))
        case .outputs:
            Script(before: [.volumeSliderMoved(to: 1)], change: .accessoryConnected(Accessory(kind: .headphones)))
        }
    }

    /// The number of frames that the song takes to come to its new level.
    private static func frames(of part: ChangeRule.Part, in book: RuleBook) throws -> Int {
        let storage = try ClipStorage(
            interleaved: [Float](repeating: 1, count: 1_000), channelCount: 1, sampleRate: 48_000)
        let source = VoiceSource(clip: storage.clip, frames: 1_000, loops: true)
        let reference = SoundReference(.sound, app: app, sound: song)
        var interpreter = Interpreter(sampleRate: 48_000) { $0 == reference ? source : nil }
        var configuration = MixerConfiguration()
        configuration.limiter = nil
        let mixer = try Mixer(configuration)
        var state = book.initialState()
        func take(_ event: Event) {
            let now = Instant(nanoseconds: mixer.renderedFrames * 1_000_000_000 / 48_000)
            let step = book.reduce(state, event, at: now)
            #expect(step.refusal == nil, "\(event)")
            state = step.state
            interpreter.interpret(
                book.picture(of: state), started: step.started, ends: [:], at: now, frame: mixer.renderedFrames
            ) {
                #expect(mixer.send($0) == .queued)
            }
        }
        func render(_ frames: Int) -> [Float] {
            var output = [Float](repeating: .nan, count: frames * 2)
            output.withUnsafeMutableBufferPointer { mixer.render(into: $0.baseAddress!, frames: frames) }
            return (0..<frames).map { output[2 * $0] }
        }
        take(.app(other, .launched(.system, backgroundAudio: true, resumes: false)))
        take(.app(app, .launched(.system, backgroundAudio: true, resumes: true)))
        take(.app(app, .play(song, lasts: nil, gain: nil)))
        let script = script(part)
        for event in script.before {
            take(event)
            _ = render(40_000)
        }
        let old = render(100)[99]
        take(script.change)
        let way = render(40_000)
        let new = way[39_999]
        #expect(old != new, "\(part) changes nothing")
        return (way.lastIndex { $0 != new } ?? -1) + 1
    }

    private static func isNear(_ frames: Int, _ length: Length) -> Bool {
        let expected = Double(length.nanoseconds) * 48_000 / 1e9
        // The last frames of a smooth ramp may round to its end.
        return abs(Double(frames) - expected) <= max(2, expected / 50)
    }

    @Test("Each change takes as long as the table says", arguments: RuleBook.all, ChangeRule.Part.allCases)
    func asTheTableSays(book: RuleBook, part: ChangeRule.Part) throws {
        let row = try #require(book.changes.first { $0.part == part })
        let ramp = try #require(book.ramps.first { $0.change == row.change })
        let frames = try Self.frames(of: part, in: book)
        #expect(Self.isNear(frames, ramp.length), "\(frames) frames")
    }

    @Test("A ring and an alarm take the device within five milliseconds", arguments: RuleBook.all)
    func atOnce(book: RuleBook) throws {
        #expect(try Self.frames(of: .haltedByCall, in: book) <= 240)
        #expect(try Self.frames(of: .haltedByAlarm, in: book) <= 240)
        #expect(try Self.frames(of: .haltedByApp, in: book) > 3_000)
    }

    @Test("Each row is heard when it is changed", arguments: ChangeRule.Part.allCases)
    func rowsAreHeard(part: ChangeRule.Part) throws {
        for change in RampRule.Change.allCases {
            var book = RuleBook.modern
            let place = try #require(book.changes.firstIndex { $0.part == part })
            book.changes[place] = ChangeRule(part: part, change: change)
            for place in book.ramps.indices {
                // No two kinds of change are alike, and none is as it was.
                book.ramps[place] = RampRule(
                    change: book.ramps[place].change, length: .milliseconds(Int64(15 + 40 * place)))
            }
            let frames = try Self.frames(of: part, in: book)
            let length = try #require(book.ramps.first { $0.change == change }).length
            #expect(Self.isNear(frames, length), "\(change): \(frames) frames")
        }
    }
}
