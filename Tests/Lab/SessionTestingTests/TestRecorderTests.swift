#if !os(macOS)
    import AVFAudio
    import SessionOracle
    import SessionPolicy
    import Testing

    @testable import SessionTesting

    struct TestRecorderTests {
        @Test("A recorder records until it is stopped, and counts the time in which it did")
        func records() throws {
            let phone = TestPhone()
            try phone.session.setCategory(.record)
            let memo = phone.recorder("memo")
            #expect(!memo.isRecording)
            #expect(memo.record())
            #expect(memo.isRecording)
            phone.expect(recording: ["app"])
            phone.device.advance(by: .seconds(2))
            memo.pause()
            phone.device.advance(by: .seconds(5))
            #expect(!memo.isRecording)
            #expect(memo.record())
            phone.device.advance(by: .milliseconds(500))
            memo.stop()
            phone.expect(recording: [])
            #expect(memo.currentTime == 2.5)
        }

        @Test("A call halts a recording, and the app takes it up")
        func interrupted() throws {
            let phone = TestPhone()
            try phone.session.setCategory(.record)
            let memo = phone.recorder()
            memo.record()
            phone.device.ring()
            #expect(!memo.isRecording)
            #expect(!memo.record(), "a call holds the device")
            phone.device.decline()
            #expect(!memo.isRecording, "nothing is resumed in the app's stead")
            #expect(memo.record())
            #expect(memo.isRecording)
        }

        @Test("A recorder and a player that were made before the media server's reset are dead, new ones are not")
        func reset() throws {
            let phone = TestPhone()
            try phone.session.setCategory(.playAndRecord)
            let (memo, song) = (phone.recorder(), phone.player("song"))
            #expect(memo.record() && song.play())
            phone.device.mediaServices(.lost)
            phone.device.mediaServices(.reset)
            #expect(!memo.isRecording && !song.isPlaying)
            try phone.session.setCategory(.playAndRecord)
            try phone.session.setActive(true)
            #expect(!memo.record() && !song.play())
            memo.stop()
            let (newMemo, newSong) = (phone.recorder(), phone.player("song"))
            #expect(newMemo.record() && newSong.play())
            #expect(newMemo.isRecording && newSong.isPlaying && !memo.isRecording)
        }

        @Test("A second recorder ends the recording of the first")
        func second() throws {
            let phone = TestPhone()
            try phone.session.setCategory(.record)
            let (one, two) = (phone.recorder("one"), phone.recorder("two"))
            one.record()
            phone.device.advance(by: .seconds(1))
            two.record()
            phone.device.advance(by: .seconds(1))
            #expect(!one.isRecording && two.isRecording)
            one.stop()
            #expect(two.isRecording)
            #expect(one.currentTime == 1 && two.currentTime == 1)
        }

        @Test("The session has ports, inputs and the permission under Apple's names")
        func session() throws {
            let phone = TestPhone()
            let session = phone.session
            #expect(session.isInputAvailable && session.recordPermission == .granted)
            #expect(session.availableInputs == nil && session.inputNumberOfChannels == 0)
            phone.device.answerPermission(of: "app", with: .denied)
            #expect(session.recordPermission == .denied)
            phone.device.plug(.headset, title: "Ada's headset")
            #expect(session.currentRoute.outputs.map(\.portName) == ["Ada's headset"])
            #expect(session.currentRoute.outputs.map(\.portType) == [.headphones])
            try session.setCategory(.playAndRecord)
            try session.setActive(true)
            #expect(session.currentRoute.inputs.map(\.portType) == [.headsetMic])
            #expect(session.inputNumberOfChannels == 1 && session.outputNumberOfChannels == 2)
            let builtIn = try #require(session.availableInputs?.first { $0.portType == .builtInMic })
            try session.setPreferredInput(builtIn)
            #expect(session.preferredInput == builtIn)
            #expect(session.currentRoute.inputs == [builtIn])
            try session.setPreferredInput(nil)
            #expect(session.preferredInput == nil)
        }

        @Test("A generic function takes Apple's session and that of a phone")
        func generic() throws {
            func ports(_ session: some AudioSession) -> [String] { session.currentRoute.outputs.map(\.portName) }
            let phone = TestPhone()
            #expect(ports(phone.session) == ["Speaker"])
        }

        @Test("A remote command reaches the closure that stands for the app's targets")
        func remoteCommand() throws {
            let phone = TestPhone()
            try phone.session.setCategory(.playback)
            let song = phone.player("song")
            phone.whenCommanded { if $0.kind == .pause { song.pause() } }
            song.play()
            phone.device.send(RemoteCommand(.pause))
            #expect(!song.isPlaying)
        }
    }
#endif
