import ALSADevice
import Glibc
import SessionCalls
import SessionPolicy
import SessionSound
import SessionWire
import Synchronization

extension AudioApp {
    /// The one app that this process is on the device that governs it, opened by the first who asks.
    ///
    /// That device is the host at `AUDIOSESSION_SOCKET`, or at `$XDG_RUNTIME_DIR/audiosession/host` where one answers there;
    /// else this process holds a device of its own. The app is called what `AUDIOSESSION_APP` says, or like the program's
    /// file. It lives as long as somebody holds it or one of its sounds.
    ///
    /// - Parameter configuration: What a device of the process's own is; it counts for whoever opens it.
    /// - Throws: `DeviceError.unreachable` naming the path where nobody answers at `AUDIOSESSION_SOCKET`, or where the
    ///   system has no thread to give.
    public static func ofThisProcess(
        _ configuration: DeviceConfiguration = DeviceConfiguration()
    ) throws(DeviceError) -> AudioApp {
        try shared.withLock { shared throws(DeviceError) in
            // A child that was forked off has its parent's app, and needs one of its own.
            if let app = shared.app, shared.birth == ForkCount.now { return app }
            let app = try open(configuration)
            shared = Shared(app: app, birth: ForkCount.now)
            return app
        }
    }

    private static let shared = Mutex<Shared>(Shared())

    private struct Shared: Sendable {
        weak var app: AudioApp?
        var birth = 0
    }

    private static func open(_ configuration: DeviceConfiguration) throws(DeviceError) -> AudioApp {
        let name = environment("AUDIOSESSION_APP") ?? programName
        let (notices, stage) = (NoticeQueue(), SoundStage())
        let link: HostLink?
        do throws(LinkError) {
            link = try HostLink.find(name, notices: notices, scenes: stage)
            if let link { try stage.open(for: link, configuration) }
        } catch {
            throw .unreachable(error)
        }
        guard let link else { return try AudioDevice(configuration).open(name) }
        return AudioApp(link, notices: notices, stage: stage, ownsStage: true)
    }

    /// The value of a variable; nil where it is unset or empty.
    private static func environment(_ variable: String) -> String? {
        guard let value = getenv(variable), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    /// The file name of the program that this process runs.
    private static var programName: String {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count)
        let bytes = path[..<max(0, count)].map { UInt8(bitPattern: $0) }
        return bytes.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) } ?? "app"
    }
}

extension SoundStage {
    /// Makes audible what a host in another process decides.
    ///
    /// - Throws: `LinkError` where the system has no thread or no file to give.
    fileprivate func open(for link: HostLink, _ configuration: DeviceConfiguration) throws(LinkError) {
        do {
            let sound = try ProcessSound(
                link.welcome.isSilent ? .clock : .devices,
                tell: { [weak link, weak self] fact in
                    link?.note(fact, self?.report(of: fact, at: SteadyTime.now)?.fact)
                }, say: configuration.say)
            let tracks = RecorderTracks { [weak link] _, reason in
                configuration.say(reason)
                link?.report(.recordingFailed(reason: reason))
            }
            let capture = try Capture(now: { SteadyTime.now }, receiver: tracks)
            try capture.run()
            open(sound, capture, into: tracks)
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
