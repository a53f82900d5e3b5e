import ALSADevice
import ArgumentParser
import DeviceArguments
import Glibc
import SessionLive
import SessionPolicy
import SessionReplay
import SessionSound
import SessionWorld
import SoundFiles
import Synchronization
import Threads

/// Lets this machine behave like the device.
struct Live: ParsableCommand {
    static let configuration = CommandConfiguration(
        .live,
        abstract: "Runs now, on this machine: steps come on standard input, plugs and volume from the cards.",
        discussion: """
            One step per line of JSON, as for audiosession oracle; it happens when it comes, whatever "at" says. Replies \
            go to standard output; those to what the machine does itself (a plug, a turned volume, a sound's end) have \
            "from": "machine". What the policy decides is heard on the device that the output's port is bound to: \
            audiosession devices shows which.

            A sound is one of the sounds of --sounds, or the path of a sound file. At the end of the input it waits until \
            nothing plays any more; ^C ends it at once.

            Play a file, then pull the headphones out or turn the volume:
              echo '{"do": "play", "app": "ipod", "sound": "song.wav"}' | audiosession live

            With the sounds of a scenario:
              audiosession live --sounds Scenarios/scenario-3-navigation.yaml
            """)

    @OptionGroup var devices: BindingsOption

    @Option(help: "A scenario file whose sounds the steps may play.")
    var sounds: String?

    @Option(
        help: "Write what is recorded into this WAV file; without it only how long and how loud it was is said.")
    var recordTo: String?

    @OptionGroup var bookOptions: BookOptions

    func run() throws {
        Output.prepare()
        try OpenFiles.requireForDevices()
        let ending = Ending()
        Cancellation.listen { ending.end() }
        let scenario = try sounds.flatMap { try ScenarioFiles.read([$0]).first }
        let bindings = try devices.bindingsOrRefusal(.take())
        if let recordTo { try requireRecordable(recordTo, inputs: scenario?.inputs ?? [], bindings) }
        let outbox: Outbox
        do { outbox = Outbox(wakeSignal: try WakeSignal()) } catch { throw refusal(error) }
        let host: Host
        do {
            host = try Host(
                book: bookOptions.named, bindings: bindings, scenario: scenario, recordTo: recordTo,
                report: { outbox.post($0) }, say: { outbox.complain("audiosession: \($0)") })
        } catch {
            outbox.writeComplaints()
            throw refusal(error)
        }
        ending.concern(host)
        var loop = LiveLoop(host: host, outbox: outbox)
        do {
            try loop.run()
        } catch {
            // The reader of the replies has gone; recordings are kept all the same.
            host.stop()
            outbox.writeComplaints()
            throw error
        }
        if host.hasLostRecording { throw ExitCode.refused }
    }

    /// Refuses to record over a file that this session reads.
    private func requireRecordable(_ path: String, inputs: [String], _ bindings: Bindings) throws {
        var inputs = inputs + bookOptions.files
        if case .file(let file) = bindings.origin { inputs.append(file) }
        do throws(SoundFileError) { _ = try OutputPlan([path], inputs: inputs) } catch { throw refusal(error) }
    }

    private func refusal(_ error: any Error) -> ExitCode {
        Output.complain("audiosession: \(error)")
        return .refused
    }
}

/// Ends a session that has not ended by itself when it was asked to, because its output is not read or because it is
/// busy.
private final class Ending: Sendable {
    private let host = Mutex<Host?>(nil)

    func concern(_ host: Host) { self.host.withLock { $0 = host } }

    /// Gives the devices back where the session's thread still answers; recordings are kept in any case.
    func end() -> ExitCode {
        guard let host = host.withLock({ $0 }) else { return Cancellation.status }
        host.end(.now)
        var entry = pollfd(fd: host.endDescriptor, events: Int16(POLLIN), revents: 0)
        let hasEnded = poll(&entry, 1, 50) > 0
        return hasEnded && host.hasLostRecording ? .refused : .success
    }
}

/// Replies on their way to standard output, and complaints on their way to standard error: the session's thread never
/// waits for a reader.
private final class Outbox: Sendable {
    private struct Waiting {
        var replies: [UInt8] = []
        var complaints: [String] = []
    }

    private let waiting = Mutex(Waiting())
    let wakeSignal: WakeSignal

    init(wakeSignal: WakeSignal) { self.wakeSignal = wakeSignal }

    func post(_ reply: LiveReply) {
        var buffer = ByteBuffer(capacity: 4_096)
        buffer.append(reply.reply, from: reply.isFromMachine ? "machine" : nil)
        let line = buffer.bytes
        waiting.withLock { $0.replies += line }
        wakeSignal.raise()
    }

    func complain(_ line: String) {
        waiting.withLock { $0.complaints.append(line) }
        wakeSignal.raise()
    }

    /// Writes what is there.
    func write() throws {
        writeComplaints()
        let ready = waiting.withLock { waiting in
            defer { waiting.replies = [] }
            return waiting.replies
        }
        try ready.withUnsafeBytes { bytes throws in try Output.write(bytes) }
    }

    /// Writes what is to be complained of.
    func writeComplaints() {
        let ready = waiting.withLock { waiting in
            defer { waiting.complaints = [] }
            return waiting.complaints
        }
        for line in ready { Output.complain(line) }
    }
}

/// Waits for steps, replies, ^C and the end, whichever comes.
private struct LiveLoop {
    let host: Host
    let outbox: Outbox
    private var lines = StepLines()
    private var isReading = true
    private var isEnding = false
    private static let mostWaitingSteps = 256

    init(host: Host, outbox: Outbox) { (self.host, self.outbox) = (host, outbox) }

    mutating func run() throws {
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 1)
        defer { block.deallocate() }
        while true {
            var entries = [host.endDescriptor, outbox.wakeSignal.descriptor, Cancellation.descriptor, STDIN_FILENO].map
            {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            // A negative descriptor is passed over.
            if isEnding { entries[2].fd = -1 }
            // Input that comes faster than steps are answered waits; each reply wakes this thread.
            if !isReading || host.waitingSteps >= Self.mostWaitingSteps { entries[3].fd = -1 }
            guard poll(&entries, nfds_t(entries.count), -1) >= 0 || errno == EINTR else { continue }
            if entries[1].revents != 0 {
                outbox.wakeSignal.wait()
                try outbox.write()
            }
            if entries[0].revents != 0 { return try outbox.write() }
            if entries[2].revents != 0 {
                host.end(.now)
                (isEnding, isReading) = (true, false)
            } else if entries[3].revents != 0 {
                try read(block)
            }
        }
    }

    private mutating func read(_ block: UnsafeMutableRawBufferPointer) throws {
        let count = try Output.read(into: block)
        var rest = UnsafeRawBufferPointer(rebasing: block[..<count]).bindMemory(to: UInt8.self)
        while let step = lines.next(of: &rest) { host.post(step) }
        guard count == 0 else { return }
        if let step = lines.finish() { host.post(step) }
        isReading = false
        host.end(.whenQuiet)
    }
}
