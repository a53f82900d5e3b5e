import Glibc
import Scratch
import SessionDevice
import Synchronization
import Testing

/// A program becomes an app: each test runs in a process of its own, which has one.
@Suite(.timeLimit(.minutes(5))) struct JoinTests {
    /// A process without a host, in a folder without bindings.
    private static func enter() throws {
        try #require(chdir(Scratch.shared.path) == 0)
        for name in ["AUDIOSESSION_SOCKET", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "HOME"] { unsetenv(name) }
        setenv("AUDIOSESSION_APP", "player", 1)
    }

    @Test("A process has one app, which stays what it is though nothing holds it")
    func one() async throws {
        await #expect(processExitsWith: .success) {
            try JoinTests.enter()
            try AudioApp.join(.silent).setCategory(.playback)
            let app = try AudioApp.join()
            #expect(app.name == "player")
            #expect(try app.facts().category == .playback)
            #expect(try AudioApp.join() === app)
        }
    }

    @Test("A virtual device is refused, because nothing could move its time")
    func virtual() async throws {
        await #expect(processExitsWith: .success) {
            try JoinTests.enter()
            #expect { try AudioApp.join(.virtual) } throws: { "\($0)".contains("PrivateDevice") }
        }
    }

    @Test("A host that is named and does not answer is an error with its path, and no device of the process's own")
    func noHost() async throws {
        await #expect(processExitsWith: .success) {
            try JoinTests.enter()
            setenv("AUDIOSESSION_SOCKET", "nowhere/host", 1)
            #expect { try AudioApp.join() } throws: { "\($0)".contains("/nowhere/host: ") }
        }
    }

    @Test("A process that is forked off one with a device is refused one; one that was forked off before has its own")
    func forked() async throws {
        await #expect(processExitsWith: .success) {
            try JoinTests.enter()
            // `fork` is not shown to Swift.
            typealias Fork = @convention(c) () -> pid_t
            let fork = unsafeBitCast(try #require(dlsym(nil, "fork")), to: Fork.self)
            let early = fork()
            let app = try AudioApp.join(.silent)
            if early == 0 { _exit((try? app.setActive(true)) == nil ? 1 : 7) }
            let late = fork()
            if late == 0 {
                let calls: [() throws -> Void] = [
                    { _ = try AudioApp.join(.silent) }, { _ = try PrivateDevice(.virtual) }, { _ = try app.facts() },
                    { try app.setActive(true) },
                ]
                let areRefused = calls.allSatisfy { call in
                    do { try call() } catch { return error as? DeviceError == .forked }
                    return false
                }
                _exit(areRefused ? 7 : 1)
            }
            for child in [early, late] {
                var status: CInt = 0
                #expect(waitpid(child, &status, 0) == child)
                #expect(status == 7 << 8)
            }
        }
    }

    @Test("Without a sound card standard error says once what is wrong, what follows and what to do")
    func noCard() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try JoinTests.enter()
            // As libasound finds it on a machine without cards.
            setenv("ALSA_CONFIG_PATH", "none.conf", 1)
            let app = try AudioApp.join()
            try app.setCategory(.playback)
            for _ in 0..<3 {
                let song = try app.sound(samples: [Float](repeating: 0, count: 4_800), channels: 1, rate: 48_000)
                let notices = app.noticeStream
                try song.play()
                for await notice in notices { if notice.message == .soundFinished(song.name) { break } }
            }
        }
        let lines = String(decoding: result.standardErrorContent, as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 1, "\(lines)")
        // libasound, told that it has no configuration, knows no device at all.
        let line = lines.first ?? ""
        #expect(line.hasPrefix("audiosession: There is no ALSA device 'default'."), "\(line)")
        #expect(line.contains("Sounds go on unheard until it can be opened."), "\(line)")
        #expect(line.hasSuffix("Choose one of the devices that aplay -L lists."), "\(line)")
    }

    @Test("A program that takes the sentences finds none of them on standard error")
    func taken() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try JoinTests.enter()
            setenv("ALSA_CONFIG_PATH", "none.conf", 1)
            let (sentences, say) = AsyncStream.makeStream(of: String.self)
            var own = DeviceConfiguration.real
            own.say = { say.yield($0) }
            let app = try AudioApp.join(own)
            try app.setCategory(.playback)
            try app.sound(samples: [Float](repeating: 0, count: 48_000), channels: 1, rate: 48_000).play()
            for await sentence in sentences {
                #expect(sentence.contains("'default'"))
                break
            }
        }
        #expect(result.standardErrorContent.isEmpty)
    }
}
