import CLinux
import Foundation
import Glibc
import Scratch
import SessionPhone
import SessionPolicy
import SessionWorld
import Testing

@testable import SessionWire

/// The places at which a host may listen, and those at which it may not.
struct PlaceTests {
    private let folder = Scratch()

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    @Test("The folder is made with mode 0700; the sockets and the lock go when the host does")
    func ownFolder() throws {
        let place = SocketPlace(given: folder.path + "/new/host")
        let held = try HostPlace(place)
        #expect(mode(folder.path + "/new") == 0o700)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/new").count == 3)
        held.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/new").isEmpty)
    }

    @Test(
        "Only their owner connects to the sockets, whatever the mask of the process, which stays as it is",
        arguments: [mode_t(0), 0o022, 0o777])
    func modes(mask: mode_t) async throws {
        await #expect(processExitsWith: .success) { [mask] in
            let folder = Scratch()
            umask(mask)
            let held = try HostPlace(folder.place)
            for path in [folder.place.path, folder.place.controlPath] {
                var status = stat()
                #expect(lstat(path, &status) == 0 && status.st_mode == S_IFSOCK | 0o600)
            }
            held.close()
            #expect(umask(0) == mask)
        }
    }

    @Test("A second host is refused where one answers, and a dead one's sockets are taken over")
    func takeover() throws {
        let first = try HostPlace(folder.place)
        #expect(throws: WireError.alreadyServed(folder.place.path)) { try HostPlace(folder.place) }
        #expect(fcntl(first.programs, F_GETFD) >= 0)
        first.close()
        // The sockets of a host that was killed, at which no process listens.
        for path in [folder.place.path, folder.place.controlPath] {
            let socket = socket(AF_UNIX, path == folder.place.path ? 5 : 1, 0)
            #expect(clinux_bind(socket, path) == 0)
            close(socket)
        }
        let second = try HostPlace(folder.place)
        #expect(throws: WireError.alreadyServed(folder.place.path)) { try HostPlace(folder.place) }
        second.close()
    }

    @Test("A host whose files were removed leaves those of the next one alone when it ends")
    func successor() throws {
        let path = folder.path + "/new"
        let first = try HostPlace(SocketPlace(given: path + "/host"))
        for name in try FileManager.default.contentsOfDirectory(atPath: path) { unlink("\(path)/\(name)") }
        let second = try HostPlace(SocketPlace(given: path + "/host"))
        first.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).count == 3)
        second.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).isEmpty)
    }

    @Test("A file that is no socket, or another user's, is left as it is")
    func obstacles() throws {
        let path = folder.place.path
        func isRefused(_ what: (WireError) -> Bool) -> Bool {
            do throws(WireError) {
                _ = try HostPlace(folder.place)
                return false
            } catch {
                return what(error) && error.description.contains(path)
            }
        }
        try "mine".write(toFile: path, atomically: false, encoding: .utf8)
        #expect(isRefused { if case .notASocket = $0 { true } else { false } })
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
        unlink(path)
        symlink("/nowhere", path)
        #expect(isRefused { if case .notASocket = $0 { true } else { false } })
        unlink(path)
        mkdir(path, 0o700)
        #expect(isRefused { if case .notASocket = $0 { true } else { false } })
        rmdir(path)
        if geteuid() == 0 {
            try "theirs".write(toFile: path, atomically: false, encoding: .utf8)
            chown(path, 65_534, 65_534)
            #expect(isRefused { $0 == .foreign(path) })
            unlink(path)
        }
        chmod(folder.path, 0o755)
        #expect(throws: WireError.openFolder(folder.path)) { try HostPlace(folder.place) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("A path that is too long, or whose folder cannot be, is refused with its name and a remedy")
    func badPaths() throws {
        let long = folder.path + "/" + String(repeating: "x", count: 100)
        #expect(throws: WireError.pathTooLong(long, limit: SocketPlace.pathLimit)) {
            try HostPlace(SocketPlace(given: long))
        }
        #expect(throws: WireError.self) { try HostPlace(SocketPlace(given: folder.path + "/no/such/host")) }
        #expect(SocketPlace.pathLimit == 99)
    }

    @Test("The environment names the place")
    func environment() throws {
        #expect(throws: WireError.noPlace) { try SocketPlace { (_: String) -> String? in nil } }
        let byDefault = try SocketPlace { $0 == "XDG_RUNTIME_DIR" ? "/run/user/7" : nil }
        #expect(byDefault.path == "/run/user/7/audiosession/host" && !byDefault.isGiven)
        let given = try SocketPlace { $0 == "AUDIOSESSION_SOCKET" ? "/a/b" : "/run/user/7" }
        #expect(given.path == "/a/b" && given.isGiven)
        #expect(given.controlPath == "/a/b.control")
        let empty = try SocketPlace { $0 == "AUDIOSESSION_SOCKET" ? "" : "/run/user/7" }
        #expect(!empty.isGiven)
    }

    @Test("A place without a host is an error that names the path")
    func noHost() throws {
        do throws(WireError) {
            try folder.place.checkHost()
            Issue.record("a host answers")
        } catch {
            #expect(error == .noHost(folder.place.path, errno: ENOENT))
            #expect(error.description.contains(folder.place.path))
        }
    }
}

/// Steps and watchers from outside.
struct ControlTests {
    private let folder: Scratch
    private let host: TestHost

    init() throws {
        folder = Scratch()
        host = try TestHost(at: folder.place)
    }

    @Test("Steps are answered in order, each with its number; no step acts for a real program")
    func steps() throws {
        let program = try RawClient(folder.place)
        #expect(try program.greet("player") == "player")
        _ = try program.ask(.call(.vibrate, explains: false))
        let control = try ControlClient(folder.place, wants: "step")
        let steps: [(String, Int32)] = [
            (#"{"do": "ringSwitch", "to": "silent"}"#, 0), (#"{"do": "pause", "app": "player"}"#, 1),
            (#"{"do": "quit", "app": "player"}"#, 1), (#"{"do": "launch", "app": "player"}"#, 1),
            (#"{"do": "background", "app": "player"}"#, 0), (#"{"do": "foreground", "app": "player"}"#, 0),
            (#"{"do": "launch", "app": "emulated"}"#, 0), ("nonsense", 2), (#"{"do": "lock"}"#, 0),
        ]
        for (place, (step, status)) in steps.enumerated() {
            let reply = try #require(try control.ask(step))
            #expect(ControlClient.status(of: reply) == status, "\(reply)")
            #expect(reply.hasPrefix(#"{"n": \#(place + 1), "at": "#), "\(reply)")
            if status == 1 { #expect(reply.contains(#""error": "badParam""#)) }
        }
        #expect(host.ask { $0.arbiter.world.state.apps.count } == 2)
        host.end()
    }

    @Test("A watcher gets the present state and then every reply, with whose doing it was")
    func watching() throws {
        let watcher = try ControlClient(folder.place, wants: "watch")
        #expect(try #require(watcher.next()).contains(#""do": "watch""#))
        let control = try ControlClient(folder.place, wants: "step")
        #expect(try control.ask(#"{"do": "lock"}"#) != nil)
        let locked = try #require(watcher.next())
        #expect(locked.contains(#""do": "lock""#) && locked.hasPrefix(#"{"at": "#))
        let program = try RawClient(folder.place)
        #expect(try program.greet("player") == "player")
        _ = try program.ask(.call(.setActive(true, notifyOthers: false), explains: false))
        #expect(try #require(watcher.next()).contains(#""do": "launch""#))
        let active = try #require(watcher.next())
        #expect(active.contains(#""do": "setActive", "app": "player""#) && active.hasSuffix(#""from": "program"}"#))
        #expect(ControlClient.concerns(active, app: "player") && !ControlClient.concerns(active, app: "other"))
        program.send(ProgramMessage.bye.bytes())
        #expect(try #require(watcher.next()).contains(#""do": "quit""#))
        host.end()
        #expect(watcher.next() == nil)
    }

    @Test("Who answers nothing is waited for no longer than is said, and named; what happens is waited for longer")
    func silence() throws {
        let held = Scratch()
        let silent = try HostPlace(held.place)
        for wants in ["step", "watch"] {
            do throws(WireError) {
                _ = try ControlClient(held.place, wants: wants, patience: 0.05)
                Issue.record("a host answers")
            } catch {
                #expect(error == .noHost(held.place.path, errno: ETIMEDOUT))
                #expect(error.description.contains("\(held.place.path): the host there does not answer in time."))
            }
        }
        // Nor if no further connection fits into the queue.
        var waiting: [CInt] = []
        for _ in 0..<200 {
            let socket = clinux_stream_socket()
            _ = fcntl(socket, F_SETFL, O_NONBLOCK)
            _ = clinux_connect(socket, held.place.controlPath)
            waiting.append(socket)
        }
        #expect(throws: WireError.noHost(held.place.path, errno: ETIMEDOUT)) {
            try ControlClient(held.place, wants: "step", patience: 0.05)
        }
        for socket in waiting { close(socket) }
        silent.close()

        let watcher = try ControlClient(folder.place, wants: "watch", patience: 1.5)
        #expect(try watcher.answer() != nil)
        let goesOn = DispatchGate()
        host.ask(andThen: { goesOn.wait() }, { _ in })
        #expect(throws: WireError.noHost(folder.place.path, errno: ETIMEDOUT)) {
            try ControlClient(folder.place, wants: "step", patience: 1.6)
        }
        goesOn.open()
        #expect(try ControlClient(folder.place, wants: "step").ask(#"{"do": "lock"}"#) != nil)
        #expect(watcher.next()?.contains(#""do": "lock""#) == true)
        host.end()
    }

    @Test("Who asks for something else is told what there is")
    func otherWishes() throws {
        #expect(throws: WireError.self) { try ControlClient(folder.place, wants: "everything") }
        host.end()
    }
}
