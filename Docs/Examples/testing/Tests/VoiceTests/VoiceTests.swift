import FaultFinding
import Foundation
import SessionTesting
import Testing
import Voice

extension TestSession: VoiceSession {}
extension TestRecorder: VoiceFile {}
extension TestPlayer: Voice {}

/// A memo of ten seconds is recorded, as it goes when nothing comes between.
private func memo(_ faults: VoiceRecorder.Faults) throws {
    let phone = TestPhone()
    let recorder = try VoiceRecorder(
        session: phone.session, recorder: phone.recorder("memo"), center: phone.notificationCenter, faults: faults)
    phone.appShows(recording: { recorder.isRecording })
    recorder.pressButton()
    phone.expect(recording: ["app"])
    phone.device.advance(by: .seconds(10))
    recorder.pressButton()
    phone.expect(recording: [])
    recorder.pressButton()
    phone.expect(recording: ["app"])
    recorder.pressButton()
    phone.expect(recording: [])
}

/// The agent listens, answers, listens again, and is dismissed.
private func conversation(_ faults: Agent.Faults) throws {
    let phone = TestPhone()
    // The agent and its voice know each other.
    final class Listener: @unchecked Sendable { weak var agent: Agent? }
    let listener = Listener()
    let agent = try Agent(
        session: phone.session, recorder: { phone.recorder("question") },
        voice: {
            let voice = phone.player("answer", length: .seconds(3))
            voice.whenFinished { listener.agent?.hasSpoken() }
            return voice
        }, center: phone.notificationCenter, faults: faults)
    listener.agent = agent
    phone.appShows(playing: { agent.state == .speaking }, recording: { agent.state == .listening })
    agent.listen()
    phone.expect(recording: ["app"])
    agent.answer()
    phone.expect(heard: ["app/answer"])
    phone.device.advance(by: .seconds(4))
    phone.expect(recording: ["app"])
    agent.dismiss()
    phone.expect(recording: [])
}

@Suite("The mended recorder and agent respond well to whatever comes between", .disrupted)
struct MendedVoiceTests {
    @Test("A memo") func memoIsRecorded() throws { try memo([]) }
    @Test("A conversation") func agentConverses() throws { try conversation([]) }
}

@Suite("What comes between finds each fault of the recorder and of the agent")
struct FaultyVoiceTests {
    @Test("It shows that it records", .finds(.believesRefusals), .disrupted)
    func believesToRecord() throws { try memo(.believesToRecord) }

    @Test("It keeps a dead recorder", .finds(.startsAnewAfterReset), .disrupted)
    func keepsItsRecorder() throws { try memo(.keepsItsRecorder) }

    @Test("It silences the music for good", .finds(.givesTheSessionBack), .disrupted)
    func tellsNobody() throws { try memo(.tellsNobody) }

    @Test("It starts into a call", .finds(.staysSilentWhenInterrupted), .disrupted)
    func startsWhenInterrupted() throws { try conversation(.startsWhenInterrupted) }

    @Test("It stays deaf after a call", .finds(.resumes), .disrupted)
    func staysDeaf() throws { try conversation(.staysDeaf) }

    @Test("It shows what it does not do", .finds(.showsWhatIsHeard), .disrupted)
    func showsWhatWas() throws { try conversation(.showsWhatWas) }
}
