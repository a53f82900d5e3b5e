import Foundation
import Testing

/// The imports that each room may have. A room's row is its contract with the others: a change that needs another
/// module argues for it here. Beside `Package.swift` this also covers modules that the toolchain would let any room
/// import.
struct WallTests {
    // swift-format-ignore
    static let walls: [(room: String, mayImport: Set<String>)] = [
        ("CSystemShims",    ["alsa/asoundlib.h", "sndfile.h", "soxr.h", "yaml.h", "dlfcn.h", "errno.h", "fcntl.h", "signal.h", "stddef.h",
                             "stdint.h", "sys/auxv.h", "sys/epoll.h", "sys/eventfd.h", "sys/inotify.h", "sys/resource.h", "sys/signalfd.h",
                             "sys/socket.h", "sys/syscall.h", "sys/timerfd.h", "sys/un.h", "time.h", "unistd.h"]),
        ("SystemSupport",   ["CLinux", "CPulse", "CSDBus", "Synchronization", "Glibc"]),
        ("SessionPolicy",   []),
        ("CAudioSession",   ["errno.h", "limits.h", "math.h", "poll.h", "pthread.h", "sched.h", "signal.h", "stddef.h",
                             "stdint.h", "stdio.h", "stdlib.h", "string.h", "time.h", "unistd.h", "sys/epoll.h",
                             "sys/eventfd.h", "sys/inotify.h", "sys/socket.h", "sys/un.h"]),
        ("CALSAPlugin",     ["alsa/asoundlib.h", "alsa/pcm_external.h", "audiosession.h", "dirent.h", "dlfcn.h", "errno.h",
                             "place.h", "poll.h", "pthread.h", "signal.h", "stddef.h", "stdint.h", "stdio.h", "stdlib.h",
                             "string.h", "sys/eventfd.h", "sys/socket.h", "sys/timerfd.h", "sys/un.h", "time.h", "unistd.h"]),
        ("CMixKernels",     ["immintrin.h", "arm_neon.h", "stddef.h", "stdint.h", "stdbool.h", "math.h", "string.h"]),
        ("Mixer",           ["Synchronization", "CMixKernels"]),
        ("CAVCodec",        ["dlfcn.h", "math.h", "pthread.h", "stdbool.h", "stddef.h", "stdint.h", "stdio.h", "stdlib.h", "string.h",
                             "libavcodec/avcodec.h", "libavformat/avformat.h", "libavutil/channel_layout.h",
                             "libavutil/log.h"]),
        ("ALSADevice",      ["Mixer", "SystemSupport", "CALSA", "CLinux", "CPulse", "Synchronization", "Glibc"]),
        ("SoundFiles",      ["SystemSupport", "CAVCodec", "CSndFile", "CSoundTouch", "CSoxr", "Synchronization", "Glibc"]),
        ("SessionWorld",    ["SessionPolicy"]),
        ("SessionScenario", ["SessionPolicy", "SessionWorld", "CYAML", "Glibc"]),
        ("Report",          ["SessionPolicy", "SessionWorld", "SessionScenario"]),
        ("CPageFiles",      []),
        ("Page",            ["CPageFiles", "CommandSupport", "SessionPolicy", "SessionWorld", "SessionScenario", "Report",
                             "Sounder", "SessionWire", "SoundFiles", "SystemSupport",
                             "NIOCore", "NIOHTTP1", "NIOPosix", "ArgumentParser", "Dispatch", "FoundationEssentials", "Synchronization", "Glibc",
                             // What the policy in a browser needs of C.
                             "errno.h", "math.h", "stddef.h", "stdint.h", "stdlib.h"]),
        ("CommandSupport",  ["SessionPolicy", "SessionScenario", "SystemSupport", "CLinux", "ArgumentParser", "Glibc"]),
        // Dispatch: notices come on queues of the app's choice.
        ("SessionWire",     ["CLinux", "SystemSupport", "SessionPolicy", "SessionWorld", "SessionPhone",
                             "Synchronization", "Glibc"]),
        ("SessionDesktop",  ["CLinux", "CPulse", "CSDBus", "SystemSupport", "SessionPolicy", "SessionWorld", "SessionScenario",
                             "SessionPhone", "Sounder", "SessionWire", "Synchronization", "Glibc"]),
        ("SessionDevice",   ["SessionPolicy", "SessionWorld", "Sounder", "SessionPhone",
                             "SessionWire", "Mixer", "SoundFiles", "ALSADevice", "SystemSupport", "Dispatch", "Synchronization",
                             "Glibc"]),
        ("Sounder",         ["SessionPolicy", "SessionWorld", "SessionScenario", "Mixer", "SoundFiles",
                             "ALSADevice", "SystemSupport", "Synchronization", "Glibc"]),
        ("SessionPhone",    ["SessionPolicy", "SessionWorld", "Sounder", "Mixer", "ALSADevice", "SystemSupport", "Synchronization"]),
        ("SessionOracle",   ["SessionPolicy", "SessionWorld"]),
        // Glibc and Synchronization: conformance speaks with other programs through pipes.
        // AVFAudio is Apple's there; on Linux the session's part of ours is enough.
        ("SessionTesting",  ["SessionPolicy", "SessionWorld", "SessionOracle", "AVFAudioSession", "AVFAudio", "Foundation", "Testing",
                             "XCTest"]),
        ("SessionTestingAVFoundation", ["SessionTesting", "SessionPolicy", "SessionWorld", "SessionOracle", "SessionPhone",
                                        "SessionDevice", "AppleDevice", "Synchronization", "Testing"]),
        ("SessionExploration", ["SessionPolicy", "SessionWorld", "SessionScenario", "SessionOracle", "SystemSupport",
                                "Synchronization", "Glibc"]),
        // Apple's names. AppleDevice is linked behind them but imported by none.
        ("CAppleDevice",    []),
        ("AppleSession",    ["SessionPolicy", "Foundation", "Synchronization"]),
        ("AppleDevice",     ["AppleSession", "SessionPolicy", "SessionDevice", "SoundFiles", "SystemSupport",
                             "Dispatch", "Foundation", "Synchronization", "Glibc"]),
        ("CoreAudioTypes",  ["SystemSupport", "OpenCombine", "Foundation", "Dispatch", "Synchronization", "Glibc"]),
        ("CoreMedia",       ["CoreAudioTypes", "Foundation"]),
        ("Combine",         []),
        ("CombineNames",    ["OpenCombine", "OpenCombineDispatch", "OpenCombineFoundation"]),
        ("AudioToolbox",    ["AppleSession", "CoreAudioTypes", "SystemSupport", "Foundation", "Dispatch", "Synchronization"]),
        ("AudioToolboxC",   ["AudioToolbox", "CoreAudioTypes", "Dispatch", "Foundation", "Synchronization", "Glibc",
                             "stdbool.h", "stddef.h", "stdint.h", "AudioToolbox/AudioServices.h", "AudioToolbox/AudioSession.h",
                             "AudioToolbox/AudioQueue.h", "AudioToolbox/AudioConverter.h", "AudioToolbox/AudioFile.h", "AudioToolbox/ExtendedAudioFile.h",
                             "AudioUnit/AudioUnit.h", "CoreAudioTypes/CoreAudioTypes.h",
                             "CoreFoundation/CoreFoundation.h", "Availability.h", "MacTypes.h", "TargetConditionals.h",
                             // The headers that CoreFoundation brings along.
                             "assert.h", "ctype.h", "errno.h", "float.h", "inttypes.h", "limits.h", "math.h",
                             "stdarg.h", "stdio.h", "stdlib.h", "string.h", "time.h"]),
        ("AVFAudioSession", ["AppleSession", "CoreAudioTypes", "OpenCombine", "Foundation", "Synchronization"]),
        ("AVFAudio",        ["AVFAudioSession", "AppleSession", "AudioToolbox", "CoreAudioTypes", "CoreMedia", "Foundation",
                             "Dispatch", "Observation", "Synchronization"]),
        ("AVFoundation",    ["AppleSession", "AVFAudio", "AudioToolbox", "CoreAudioTypes", "CoreMedia", "SystemSupport",
                             "Foundation", "Dispatch", "Synchronization"]),
        ("CallKit",         ["AppleSession", "AVFAudio", "CoreAudioTypes", "Foundation", "Dispatch", "Synchronization"]),
        ("AVKit",           ["AVFoundation", "CoreAudioTypes", "Foundation"]),
        ("Speech",          ["AVFAudio", "CoreAudioTypes", "CoreMedia", "Foundation"]),
        ("CoreAudio",       ["CoreAudioTypes"]),
        ("AudioUnit",       ["AudioToolbox"]),
        ("CAudioToolboxParts", []),
        ("CAVFoundationParts", []),
        ("MediaPlayer",     ["AppleSession", "AVFAudio", "AVFoundation", "CoreMedia", "CoreAudioTypes", "Foundation",
                             "Dispatch", "Synchronization"]),
        ("audiosession",    ["CAudioSession", "SessionPolicy", "SessionWorld", "SessionScenario", "SessionOracle", "SessionExploration", "Report",
                             "Sounder", "SessionPhone",
                             "SessionDesktop", "SessionWire", "SoundFiles", "ALSADevice", "SystemSupport",
                             "CommandSupport", "ArgumentParser", "FoundationEssentials", "Synchronization", "Glibc"]),
    ]

    @Test("Every room has a wall, and every wall a room")
    func everyRoomHasAWall() {
        #expect(Repository.rooms.map(\.room) == Self.walls.map(\.room).sorted())
    }

    @Test("The architecture lists every module, and where to look names files that exist")
    func architecture() {
        let text = Repository.text(of: "Docs/Architecture.md")
        expectNone(
            Repository.rooms.map(\.room).filter { !text.contains("`\($0)`") }
                .map { "Docs/Architecture.md does not list \($0)" })
        let look = text.components(separatedBy: "## Goals")[0]
        let paths = look.matches(of: /`((?:Core|Sound|Phone|Apple|Lab|Tools)\/[^`]+)`/).map { String($0.1) }
        #expect(paths.count > 15)
        expectNone(
            paths.filter { path in
                !path.contains("NAME")
                    && !FileManager.default.fileExists(
                        atPath: Repository.root.appending(path: "Sources/" + path).path)
            }.map { "Docs/Architecture.md: there is no Sources/\($0)" })
    }

    /// The folders of `Sources`, from the ground up.
    static let folders = ["System", "Core", "Sound", "Phone", "Apple", "Lab", "Tools"]

    @Test("Sources has seven folders, and no room imports one of a folder above its own")
    func foldersStandOnEachOther() {
        let places = Dictionary(uniqueKeysWithValues: Repository.rooms.map { ($0.room, $0.folder) })
        #expect(Set(places.values) == Set(Self.folders))
        let floors = places.compactMapValues { Self.folders.firstIndex(of: $0) }
        expectNone(
            Self.walls.flatMap { room, mayImport in
                mayImport.sorted().filter { (floors[$0] ?? 0) > (floors[room] ?? 0) }
                    .map { "\(room) of \(places[room] ?? "?") may import \($0) of \(places[$0] ?? "?")" }
            })
    }

    @Test("No Swift room imports beyond its wall")
    func swiftImports() {
        expectNone(
            Repository.swiftFiles.flatMap { file in
                file.imports.compactMap { item in
                    file.room.flatMap { Self.trespass(into: item.module, from: $0) }.map {
                        "\(file.path):\(item.line): \($0)"
                    }
                }
            })
    }

    @Test("What goes into a browser imports the policy alone and has no key paths, which Embedded Swift refuses")
    func browsers() {
        // Of the scenarios what reads them; `Install/page-policy` names the same.
        let places = [
            "Core/SessionPolicy", "Core/SessionWorld", "Core/SessionScenario/Scenario", "Core/SessionScenario/Values",
            "Tools/Page/Trials",
        ]
        let modules: Set = ["SessionPolicy", "SessionWorld", "SessionScenario", "CYAML"]
        let files = Repository.swiftFiles.filter { file in places.contains { file.path.hasPrefix("Sources/\($0)/") } }
        expectNone(
            files.flatMap { file in
                file.code.enumerated().filter { $0.element.contains(#"\."#) }
                    .map { "\(file.path):\($0.offset + 1): write a closure in place of the key path" }
                    + file.imports.filter { $0.module != "Glibc" && !modules.contains($0.module) }
                    .map { "\(file.path):\($0.line): a browser has no \($0.module)" }
            })
    }

    @Test("An invariant reads what a state holds, and nothing that the policy makes of it")
    func invariantsReadForThemselves() {
        let states = ["PolicyState", "App", "Call"].map { "Sources/Core/SessionPolicy/State/\($0).swift" }
        let made = Set(
            Repository.swiftFiles.filter { states.contains($0.path) }.flatMap { $0.code }.compactMap { line in
                line.firstMatch(of: /^ +(?:public|package) (?:var|func) (\w+).*{/).map { String($0.1) }
            })
        #expect(made.isSuperset(of: ["callOn", "hasRunningIO", "nextDeadline"]))
        // A sound that is looked up by its name is no rule. The others are names of other things, too.
        let judged = made.subtracting(["startedSound", "call", "isNowPlaying", "name"])
        expectNone(
            Repository.swiftFiles.filter { $0.path.hasPrefix("Sources/Lab/SessionExploration/Invariants/") }.flatMap {
                file in
                file.code.enumerated().flatMap { place, line in
                    line.matches(of: /(\w*)\.(\w+)/).filter { judged.contains(String($0.2)) }.map {
                        "\(file.path):\(place + 1): \($0.2) is the policy's; read the state's own fields"
                    }
                }
            })
    }

    @Test("No C room includes beyond its wall")
    func cIncludes() {
        let sources = Repository.files { $0.hasPrefix("Sources/") && ($0.hasSuffix(".c") || $0.hasSuffix(".h")) }
        expectNone(
            sources.flatMap { path in
                let room = Repository.room(of: path) ?? ""
                let text = Repository.text(of: path).split(separator: "\n", omittingEmptySubsequences: false)
                return text.enumerated().compactMap { index, line -> String? in
                    let words = line.split { " #<>\"".contains($0) }
                    // A header in quotes is the room's own.
                    guard line.hasPrefix("#"), words.first == "include", words.count > 1, !line.contains("\"")
                    else { return nil }
                    return Self.trespass(into: String(words[1]), from: room).map { "\(path):\(index + 1): \($0)" }
                }
            })
    }

    @Test("A module beyond the wall is refused, one within is not")
    func trespasses() {
        #expect(Self.trespass(into: "Foundation", from: "SessionPolicy") != nil)
        #expect(Self.trespass(into: "CALSA", from: "Mixer") != nil)
        #expect(Self.trespass(into: "CALSA", from: "ALSADevice") == nil)
    }

    /// The fault of an import, or nil.
    private static func trespass(into module: String, from room: String) -> String? {
        guard let wall = walls.first(where: { $0.room == room }), !wall.mayImport.contains(module) else { return nil }
        return "\(room) may not import \(module), only \(wall.mayImport.sorted())"
    }
}
