import CommandSupport
import SessionPhone
import SessionWire
import SoundFiles
import Sounder
import SystemSupport

/// The phone of `live`, of a host and of a run. Decisions, and events of other threads, are passed to the thread of the
/// host's loop.
final class RunningPhone {
    let phone: Phone
    private let complaints: Complaints
    let recording: LiveRecording
    /// The events of other threads, until the loop's thread handles them.
    private let news: WakingList<@Sendable (RunningPhone) -> Void>

    init(_ options: PhoneOptions, loop: EventLoop, _ complaints: Complaints) throws {
        let bindings = options.silent ? nil : try options.ports
        let scenario = try options.sounds.flatMap { try ScenarioFiles.read([$0]).first }
        try options.requireRecordable(inputs: scenario?.inputs ?? [], bindings)
        let microphone = try options.microphoneFile(of: scenario)
        let news = try WakingList<@Sendable (RunningPhone) -> Void>()
        (self.news, self.complaints) = (news, complaints)
        let say: @Sendable (String) -> Void = { line in news.add { $0.complaints.add(line) } }
        let sounds = try SoundLibrary(scenario, isHeard: bindings != nil, say: say)
        let file = try options.recordTo.map { try WAVRecording(path: $0, rate: Capture.rate) }
        if let remark = file?.remark { say(remark) }
        // If no device is opened, silence is recorded, which matters only if a recording is kept.
        let isWorthAWord = bindings != nil || file != nil
        recording = LiveRecording(into: file) { if isWorthAWord { say($0) } }
        // The loop checks the next deadline in each round.
        phone = try Phone(
            options.bookOptions.named, bindings: bindings, microphone: microphone, deadlines: .caller({}),
            sounds: sounds,
            recordings: recording, post: { act in news.add { _ in act() } }, say: say)
        try loop.watch(news.wakeSignal.descriptor, for: .reading) { [unowned self] _ in
            self.news.wakeSignal.wait()
            self.hearNews()
        }
    }

    /// Handles the events of other threads.
    func hearNews() { for act in news.collect() { act(self) } }

    func begin() {
        do throws(Shortage) { try phone.watchMachine() } catch {
            complaints.add("\(error) What is plugged in is not noticed.")
        }
    }

    /// Closes the devices, finishes the recordings of emulated apps, and prints pending messages.
    /// - Returns: Whether all recordings were kept.
    func close() -> Bool {
        phone.close()
        hearNews()
        return !recording.hasLost
    }
}
