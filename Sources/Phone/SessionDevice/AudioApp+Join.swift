import Glibc
import SessionPhone
import SessionPolicy
import SessionWire
import Sounder
import Synchronization

extension AudioApp {
    /// Joins the device that governs this process, as its only app. A program that plays calls this first.
    ///
    /// The device is the host at `AUDIOSESSION_SOCKET`, which `audiosession run` sets; otherwise the host at
    /// `$XDG_RUNTIME_DIR/audiosession/host` if one answers there; otherwise a device of this process. The app's name is
    /// `AUDIOSESSION_APP` or that of the program's file. Further calls return the same app, which lives as long as the
    /// process (decision 26). Any thread.
    ///
    /// - Parameter configuration: The device of a process without a host, and the receiver of sentences about the
    ///   machine. Only the first call's is used.
    /// - Throws: `DeviceError.unreachable` naming the path if no host answers at `AUDIOSESSION_SOCKET`, or if no thread
    ///   can be created; `.badValue` for a virtual device, which needs a `PrivateDevice`; `.forked`.
    public static func join(_ configuration: DeviceConfiguration = .real) throws(DeviceError) -> AudioApp {
        guard configuration.kind != .virtual else {
            throw .badValue("Nothing could move a virtual device's time: make a PrivateDevice, and open apps on it.")
        }
        guard !ForkedProcess.isThisOne else { throw .forked }
        return try joined.withLock { joined throws(DeviceError) in
            if let app = joined { return app }
            let app = try open(configuration)
            joined = app
            return app
        }
    }

    private static let joined = Mutex<AudioApp?>(nil)

    private static func open(_ configuration: DeviceConfiguration) throws(DeviceError) -> AudioApp {
        let given = SocketPlace.environment(SocketPlace.appVariable) ?? ""
        let name = given.isEmpty ? programName : given
        let (notices, stage) = (NoticeQueue(), AppSceneSink())
        let link: HostLink?
        do throws(LinkError) {
            link = try HostLink.find(name, notices: notices, scenes: stage)
            if let link { try stage.open(for: link, configuration) }
        } catch {
            throw .unreachable(error)
        }
        guard let link else { return try PrivateDevice(configuration).open(name) }
        return AudioApp(link, notices: notices, stage: stage, ownsStage: true)
    }

    private static var programName: String {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count)
        let bytes = path[..<max(0, count)].map { UInt8(bitPattern: $0) }
        return bytes.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) } ?? "app"
    }
}

extension AppSceneSink {
    /// Plays the scenes of a host in another process.
    ///
    /// - Throws: `LinkError` if threads or files are exhausted.
    fileprivate func open(for link: HostLink, _ configuration: DeviceConfiguration) throws(LinkError) {
        do {
            let machine = SoundMachine.devices
            let sound = try ProcessSound(
                machine,
                tell: { [weak link, weak self] fact in
                    link?.note(fact, self?.report(of: fact, at: PhoneClock.steady)?.fact)
                }, say: configuration.say)
            let tracks = RecorderTracks()
            tracks.onFailure { [weak link] _, reason in
                configuration.say(reason)
                link?.report(.recordingFailed(reason: reason))
            }
            let capture = try Capture(now: { PhoneClock.steady }, open: machine.openInput, receiver: tracks)
            try capture.run()
            record(into: tracks)
            open(sound, capture)
        } catch {
            link.close()
            throw LinkError(place: "this process", sentence: "\(error)")
        }
    }
}

extension HostLink {
    fileprivate func note(_ fact: SoundingFact, _ report: ProcessFact?) {
        switch fact {
        case .ended, .failed, .stalled: if let report { self.report(report) }
        case .outputLost(let port): self.report(.outputLost(port))
        case .volumeTurned(let level, _): self.report(.volumeTurned(to: level))
        case .control: break
        }
    }
}
