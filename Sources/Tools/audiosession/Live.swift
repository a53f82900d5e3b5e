import ArgumentParser
import CommandSupport
import Glibc
import SessionPhone
import SessionWire
import Sounder
import Synchronization
import SystemSupport

struct Live: ParsableCommand {
    static let configuration = CommandConfiguration(
        .live,
        abstract: "Runs a device in real time: steps come from standard input, plugs and volume from the cards.",
        discussion: """
            One step per line, as for audiosession oracle, except that "at" is ignored. Replies go to standard output; \
            those to acts of the machine (a plug, a turned volume, a sound's end) have "from": "machine". Sounds are \
            played on the device of the output's port: audiosession devices shows which.

            A sound is one of the sounds of --sounds, or the path of a sound file. At the end of the input it waits \
            until nothing plays; ^C ends it immediately.

            Play a file, then pull the headphones out or turn the volume:
              echo '{"do": "play", "app": "ipod", "sound": "song.wav"}' | audiosession live

            With the sounds of a scenario:
              audiosession live --sounds Scenarios/scenario-3-navigation.yaml
            """)

    @OptionGroup var phone: PhoneOptions

    @Flag(help: "Write JSON replies even on a terminal.")
    var json = false

    /// The interval between checks for silence, in nanoseconds.
    private static let round: Int64 = 20_000_000

    func run() throws {
        Output.prepare()
        if !phone.silent { try OpenFiles.requireForDevices() }
        let recording = KeptRecording()
        Cancellation.listen { recording.hasLost ? .refused : .success }
        let process = try HostProcess(phone)
        recording.session.withLock { $0 = process.recording }
        var failure: ExitCode?
        do {
            let (loop, phone) = (process.loop, process.phone)
            guard let timer = LoopTimer(on: loop) else { throw WireError.system("cannot wait for a moment", errno) }
            var steps: StandardSteps?
            // No thread reports that the last frame was heard.
            func endWhereQuiet() {
                if phone.isQuiet, steps?.isFinished == true { return loop.stop() }
                timer.set(at: EventLoop.now + Self.round)
            }
            timer.whenRung = endWhereQuiet
            steps = try StandardSteps(
                process.server, rewriting: Terminal.replies(json: json),
                atFailure: { stream, error in
                    failure = Output.failure(of: stream, error)
                    loop.stop()
                }, atEnd: endWhereQuiet)
            try loop.watch(Cancellation.descriptor) { _ in loop.stop() }
            loop.run()
            steps?.close()
        } catch {
            process.complaints.add("\(error)")
            failure = .refused
        }
        let isKept = process.close()
        if let failure { throw failure }
        if !isKept { throw ExitCode.refused }
    }
}

/// The recording of a session that has not ended within a tenth of a second after ^C.
private final class KeptRecording: Sendable {
    let session = Mutex<LiveRecording?>(nil)

    var hasLost: Bool { session.withLock { $0?.hasLost == true } }
}
