// swift-tools-version: 6.2
import PackageDescription

let house: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// Whether the manifest is read on Linux. `AUDIOSESSION_PLATFORM=apple` shows it on Linux as it is read on a Mac.
#if os(Linux)
    let isLinux = Context.environment["AUDIOSESSION_PLATFORM"] != "apple"
#else
    let isLinux = false
#endif

/// The targets that tests on Apple's systems link, and their tests. All others need Linux: ALSA, epoll, Unix sockets, and
/// Apple's names under the names of Apple's own modules, which Apple's systems have.
let portable: Set = [
    "SessionPolicy", "SessionWorld", "SessionOracle", "SessionTesting", "SessionPolicyTests", "SessionOracleTests",
    "SessionTestingTests", "Randomness",
]
/// On Apple's systems the session is Apple's.
let appleSession: [Target.Dependency] = isLinux ? ["AVFAudioSession"] : []

/// The programs' dependencies. A package that depends on the libraries alone need not even fetch them: see `traits`.
let forPrograms = TargetDependencyCondition.when(traits: ["Programs"])
let argumentParser = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser", condition: forPrograms)
func nio(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-nio", condition: forPrograms) }
/// Combine for source written for iOS: only a package that asks for the trait fetches it.
func openCombine(_ names: String...) -> [Target.Dependency] {
    names.map { .product(name: $0, package: "OpenCombine", condition: .when(traits: ["Combine"])) }
}

/// The rooms and tests that compute for minutes, and for one minute where debug builds optimize them. The Makefile asks for
/// that; a package that depends on this one by its version could not be built with such flags.
let computing: Set = [
    "SessionPolicy", "SessionWorld", "SessionOracle", "SessionExploration", "SessionReference", "Mixer", "SoundFiles",
    "Sounder", "SessionWire", "MixerTests", "SessionWorldTests", "TidyTests",
]
let optimizesComputing = Context.environment["AUDIOSESSION_OPTIMIZED"] != nil

/// Programs as they are written for iOS, one file each, and built with what an app has there: no settings of this house.
let exampleNames = ["MusicPlayer", "Game", "Navigator", "VoiceRecorder", "LanguageTrainer", "Blog", "Probe"]
let examples: [Target] = exampleNames.map { name in
    .executableTarget(
        name: name, dependencies: ["AVFoundation", "AudioToolbox", "MediaPlayer", "AppleDevice"],
        path: "Docs/Examples/apple",
        exclude: exampleNames.filter { $0 != name }.map { "\($0).swift" } + [
            "README.md", "old_session.c", "system_sound.cpp", "queue_player.c", "demo",
            "test_programs.py", "test_c_programs.py", "test_probe.py",
        ],
        sources: ["\(name).swift"])
}

let package = Package(
    name: "audiosession",
    // The oldest systems whose runtime has Duration, which the oracle takes and returns.
    platforms: [.iOS(.v16), .macOS(.v13)],
    products: [
        .library(name: "SessionPolicy", targets: ["SessionPolicy"]),
        .library(name: "SessionWorld", targets: ["SessionWorld"]),
        .library(name: "SessionScenario", targets: ["SessionScenario"]),
        .library(name: "SessionOracle", targets: ["SessionOracle"]),
        .library(name: "SessionTesting", targets: ["SessionTesting"]),
        .library(name: "SessionTestingAVFoundation", targets: ["SessionTestingAVFoundation"]),
        .library(name: "SessionDevice", targets: ["SessionDevice"]),
        .library(name: "audiotoolbox", type: .dynamic, targets: ["AudioToolboxC"]),
        // The same as an archive, of which `make package` links the library that is installed.
        .library(name: "audiotoolbox-archive", type: .static, targets: ["AudioToolboxC"]),
        .library(name: "AVFAudio", targets: ["AVFAudio", "AppleDevice", "CoreAudio", "AudioUnit"]),
        // The same without a device, for the code that a test puts on a phone of its own.
        .library(name: "AVFAudioNames", targets: ["AVFAudio"]),
        .library(name: "AVFoundation", targets: ["AVFoundation", "AppleDevice", "CoreAudio", "AudioUnit"]),
        .library(name: "AudioToolbox", targets: ["AudioToolbox", "AppleDevice", "CoreAudio", "AudioUnit"]),
        .library(name: "CoreAudioTypes", targets: ["CoreAudioTypes"]),
        .library(name: "CoreMedia", targets: ["CoreMedia"]),
        .library(name: "MediaPlayer", targets: ["MediaPlayer", "AppleDevice", "CoreAudio", "AudioUnit"]),
        .library(name: "CallKit", targets: ["CallKit", "AppleDevice", "CoreAudio", "AudioUnit"]),
        .library(name: "AVKit", targets: ["AVKit", "AppleDevice", "CoreAudio", "AudioUnit"]),
        .library(name: "Speech", targets: ["Speech", "AppleDevice", "CoreAudio", "AudioUnit"]),
        // OpenCombine under the name that programs import, with the trait `Combine`.
        .library(name: "Combine", targets: ["Combine", "CombineNames"]),
        .executable(name: "audiosession", targets: ["audiosession"]),
        .executable(name: "audiosession-device", targets: ["Page"]),
    ],
    traits: [
        .trait(name: "Programs", description: "The programs. Without it no other package is needed."),
        .trait(
            name: "Combine",
            description: "The product Combine, and ObservableObject and @Published with the products of sound."),
        .default(enabledTraits: ["Programs"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    ],
    targets: [
        // The C libraries and the kernel's calls, a Clang module each: CALSA, CLinux, CPulse, CSDBus, CSndFile, CSoundTouch,
        // CSoxr, CYAML. Without pkgConfig, which would link them: all but libyaml are loaded when they are first needed.
        .systemLibrary(
            name: "CSystemShims",
            providers: [.apt(["libasound2-dev", "libsndfile1-dev", "libsoxr-dev", "libyaml-dev"])]),
        // Threads that take no signals, the clock they go by, and the shortages of the system.
        .target(name: "SystemSupport", dependencies: ["CSystemShims"], swiftSettings: house),

        // The policy: pure, imports nothing, not even Foundation.
        // It rounds, which in a debug build calls C's mathematics: a library that Swift's own brings along.
        .target(name: "SessionPolicy", swiftSettings: house, linkerSettings: [.linkedLibrary("m")]),

        // The client's side of the wire in C99, for programs of any language; `make library` builds what is installed.
        .target(name: "CAudioSession", exclude: ["library.map"], linkerSettings: [.linkedLibrary("m")]),
        // ALSA's plug-in on it, for programs that know of ALSA only; `make alsa-plugin` builds what is installed.
        .target(
            name: "CALSAPlugin", dependencies: ["CAudioSession"], exclude: ["plugin.map"],
            cSettings: [.define("PIC"), .headerSearchPath("../CAudioSession")]),
        // The policy in virtual time, told in steps and replies: goes where only the standard library is.
        .target(name: "SessionWorld", dependencies: ["SessionPolicy"], swiftSettings: house),

        // Sound: real time, no policy.
        .target(name: "CMixKernels"),
        .target(name: "Mixer", dependencies: ["CMixKernels"], swiftSettings: house),
        // What libsndfile does not know, by libavcodec where its headers are there when this is compiled.
        .target(name: "CAVCodec", linkerSettings: [.linkedLibrary("m")]),
        .target(
            name: "ALSADevice", dependencies: ["Mixer", "SystemSupport", "CSystemShims"], swiftSettings: house),
        .target(
            name: "SoundFiles", dependencies: ["SystemSupport", "CSystemShims", "CAVCodec"],
            swiftSettings: house),

        .target(
            name: "SessionScenario",
            dependencies: ["SessionPolicy", "SessionWorld", "CSystemShims"],
            swiftSettings: house),
        // What apps link: sessions, sounds, and the person's side.
        .target(
            name: "SessionDevice",
            dependencies: [
                "SessionPolicy", "SessionWorld", "Sounder", "SessionPhone", "SessionWire", "Mixer", "SoundFiles",
                "ALSADevice", "SystemSupport",
            ],
            swiftSettings: house),
        // Where policy and sound meet: from a scene to frames.
        .target(
            name: "Sounder",
            dependencies: [
                "SessionPolicy", "SessionWorld", "SessionScenario", "Mixer", "SoundFiles", "ALSADevice",
                "SystemSupport",
            ],
            swiftSettings: house),
        // A running phone, opened by every program that runs one.
        .target(
            name: "SessionPhone",
            dependencies: [
                "SessionPolicy", "SessionWorld", "Sounder", "Mixer", "ALSADevice", "SystemSupport",
            ],
            swiftSettings: house),
        // The wire between the host and its programs.
        .target(
            name: "SessionWire",
            dependencies: [
                "CSystemShims", "SystemSupport", "SessionPolicy", "SessionWorld", "SessionPhone",
            ],
            swiftSettings: house),
        // The session bus as a front of a phone. libsystemd is loaded by a host that follows it.
        .target(
            name: "SessionDesktop",
            dependencies: [
                "CSystemShims", "SystemSupport", "SessionPolicy", "SessionWorld", "SessionPhone", "Sounder",
                "SessionWire",
            ],
            swiftSettings: house),
        // A phone in virtual time, for tests: goes where only the standard library is.
        .target(name: "SessionOracle", dependencies: ["SessionPolicy", "SessionWorld"], swiftSettings: house),
        // What proves the policy: exploration, slices, invariants, promises, the conformance suite.
        .target(
            name: "SessionExploration",
            dependencies: ["SessionPolicy", "SessionWorld", "SessionScenario", "SystemSupport"],
            swiftSettings: house),

        // Apple's names: each translates, none decides. What they share is the one app that their process is.
        // AppleDevice is linked, but not imported, so that compiling a program loads no more than the names need.
        // Where a program links AppleDevice, this finds it; a test that uses the names alone need not link it.
        .target(name: "CAppleDevice"),
        .target(
            name: "AppleSession", dependencies: ["CAppleDevice", "SessionPolicy"], swiftSettings: house),
        .target(
            name: "AppleDevice",
            dependencies: ["AppleSession", "SessionDevice", "SessionPolicy", "SoundFiles", "SystemSupport"],
            swiftSettings: house),
        .target(
            name: "CoreAudioTypes", dependencies: ["SystemSupport"] + openCombine("OpenCombine"), swiftSettings: house),
        .target(name: "CoreMedia", dependencies: ["CoreAudioTypes"], swiftSettings: house),
        .target(
            name: "AudioToolbox",
            dependencies: ["AppleSession", "CAudioToolboxParts", "CoreAudioTypes", "SystemSupport"],
            swiftSettings: house),
        // The same for C and C++, with headers of our own.
        .target(
            name: "AudioToolboxC", dependencies: ["AppleDevice", "AudioToolbox", "CoreAudioTypes"],
            exclude: ["include", "library.map"],
            swiftSettings: house),
        // The session's part of AVFAudio, which brings it along: all of it that a test of a session compiles.
        .target(
            name: "AVFAudioSession", dependencies: ["AppleSession", "CoreAudioTypes"] + openCombine("OpenCombine"),
            swiftSettings: house),
        .target(
            name: "AVFAudio",
            dependencies: ["AVFAudioSession", "AppleSession", "AudioToolbox", "CoreAudioTypes", "CoreMedia"],
            swiftSettings: house),
        .target(
            name: "AVFoundation",
            dependencies: [
                "AppleSession", "AVFAudio", "AudioToolbox", "CAVFoundationParts", "CoreMedia", "SystemSupport",
            ],
            swiftSettings: house),
        .target(name: "Combine"),
        .target(
            name: "CombineNames",
            dependencies: openCombine("OpenCombine", "OpenCombineDispatch", "OpenCombineFoundation"),
            swiftSettings: house),
        .target(
            name: "MediaPlayer", dependencies: ["AppleSession", "AVFAudio", "AVFoundation", "CoreMedia"],
            swiftSettings: house),
        .target(name: "CallKit", dependencies: ["AppleSession", "AVFAudio", "CoreAudioTypes"], swiftSettings: house),
        .target(name: "AVKit", dependencies: ["AVFoundation", "CoreAudioTypes"], swiftSettings: house),
        .target(name: "Speech", dependencies: ["AVFAudio", "CoreAudioTypes", "CoreMedia"], swiftSettings: house),
        // Modules that have been renamed, and parts of frameworks, as programs import them.
        .target(name: "CoreAudio", dependencies: ["CoreAudioTypes"], swiftSettings: house),
        .target(name: "AudioUnit", dependencies: ["AudioToolbox"], swiftSettings: house),
        .target(name: "CAudioToolboxParts"),
        .target(name: "CAVFoundationParts"),

        // A phone around the code under test, with Apple's notifications and the shape of Apple's session.
        .target(
            name: "SessionTesting",
            dependencies: ["SessionOracle", "SessionPolicy", "SessionWorld"] + appleSession,
            swiftSettings: house),

        // The same phone as the device of the process's own Apple names: with sound, so that only tests that want it compile it.
        .target(
            name: "SessionTestingAVFoundation",
            dependencies: [
                "AppleDevice", "SessionDevice", "SessionOracle", "SessionPhone", "SessionPolicy",
                "SessionTesting", "SessionWorld",
            ],
            swiftSettings: house),

        // What became of a scenario, drawn: SVG, a page, JSON.
        .target(
            name: "Report", dependencies: ["SessionPolicy", "SessionWorld", "SessionScenario"],
            swiftSettings: house),

        .executableTarget(
            name: "audiosession",
            dependencies: [
                "CAudioSession", "SessionPolicy", "SessionWorld", "SessionScenario", "SessionOracle",
                "SessionExploration",
                "Report",
                "Sounder", "SessionPhone",
                "SessionDesktop", "SessionWire", "SoundFiles", "ALSADevice", "SystemSupport", "CommandSupport",
                argumentParser,
            ],
            swiftSettings: house),

        // The options that both programs read.
        .target(
            name: "CommandSupport",
            dependencies: ["CSystemShims", "SessionPolicy", "SessionScenario", "SystemSupport", argumentParser],
            swiftSettings: house),
        // The page of a device, and the server that shows it. A program of its own, so that no other loads a server. `make
        // page-policy` compiles its trials for browsers. Its files become part of the program in C: Swift's own way of
        // embedding takes minutes to compile.
        .target(name: "CPageFiles", exclude: ["Page"]),
        .executableTarget(
            name: "Page",
            dependencies: [
                "CPageFiles", "SessionPolicy", "SessionWorld", "SessionScenario", "Report",
                "Sounder", "SessionWire", "SoundFiles", "SystemSupport",
                "CommandSupport",
                argumentParser,
                nio("NIOCore"),
                nio("NIOHTTP1"),
                nio("NIOPosix"),
            ],
            exclude: ["Trials/runtime.c"], swiftSettings: house),

        // What `make bench` runs; see Benchmarks.swift for why it is a target.
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "Mixer", "SoundFiles", "SessionPolicy", "SessionDevice", "SessionWire", argumentParser,
            ],
            path: "Tests/Benchmarks",
            // What it is compared with; `make bench` compiles the C among it.
            exclude: ["Peers"], swiftSettings: house),
        .executableTarget(
            name: "BenchmarkHello",
            dependencies: [argumentParser],
            path: "Tests/Benchmarks/Peers/Hello", swiftSettings: house),

        .executableTarget(
            name: "BenchmarkApple", dependencies: ["AVFoundation", "AppleDevice"],
            path: "Tests/Benchmarks/Peers/Apple"),

        // The house rules that no compiler checks.
        .testTarget(name: "TidyTests", dependencies: ["Scratch", "CScratch"], swiftSettings: house),
        .testTarget(name: "SessionPolicyTests", dependencies: ["SessionPolicy", "Randomness"], swiftSettings: house),
        // What `make tsan` needs to be believed.
        .target(name: "CThreadSanitizer", path: "Tests/ThreadSanitizer/CThreadSanitizer"),
        .testTarget(
            name: "ThreadSanitizerTests", dependencies: ["CThreadSanitizer"], path: "Tests/ThreadSanitizer/Tests",
            swiftSettings: house),
        // Where tests write files; also the temporary folder of all that they test.
        .target(name: "CScratch", path: "Tests/Scratch/CScratch"),
        .target(name: "Scratch", dependencies: ["CScratch"], path: "Tests/Scratch/Scratch", swiftSettings: house),
        // What tests draw, by a seed.
        .target(name: "Randomness", path: "Tests/Randomness", swiftSettings: house),
        .target(name: "CAllocationCounter", path: "Tests/CAllocationCounter"),
        .testTarget(
            name: "MixerTests", dependencies: ["Mixer", "CMixKernels", "CAllocationCounter"], swiftSettings: house),
        .testTarget(
            name: "CAudioSessionTests", dependencies: ["CAudioSession", "Mixer", "SessionPolicy"], swiftSettings: house),
        // The cards are made out of libasound's own plug-ins, and the tests look at them behind the device's back.
        .target(
            name: "CPacedCard", dependencies: ["CSystemShims"], path: "Tests/CPacedCard",
            linkerSettings: [.linkedLibrary("asound")]),
        .testTarget(
            name: "ALSADeviceTests",
            dependencies: [
                "ALSADevice", "SystemSupport", "CSystemShims", "CAllocationCounter", "CPacedCard", "Mixer", "Scratch",
            ],
            swiftSettings: house),
        // What `make kernel-test` hears a real kernel's loopback with.
        .executableTarget(
            name: "KernelTestCapture", dependencies: ["ALSADevice"], path: "Tests/Kernel/Capture",
            swiftSettings: house),
        .testTarget(
            name: "SoundFilesTests", dependencies: ["SoundFiles", "CSystemShims", "Randomness", "Scratch"],
            swiftSettings: house,
            // The tests write what they read.
            linkerSettings: [.linkedLibrary("sndfile")]),
        .testTarget(
            name: "SessionWorldTests",
            dependencies: ["SessionPolicy", "SessionWorld", "SessionScenario", "Randomness"],
            swiftSettings: house),
        .testTarget(
            name: "SessionScenarioTests",
            dependencies: ["SessionPolicy", "SessionWorld", "SessionScenario", "Scratch"],
            swiftSettings: house),
        .testTarget(
            name: "SessionPhoneTests",
            dependencies: [
                "SessionPhone", "SessionPolicy", "SessionWorld", "SessionScenario", "Sounder",
                "Mixer", "SoundFiles", "ALSADevice", "SystemSupport",
                "CSystemShims", "CPacedCard",
                "Scratch",
            ],
            swiftSettings: house),
        .testTarget(
            name: "SounderTests",
            dependencies: [
                "Sounder", "SessionPolicy", "SessionWorld", "SessionScenario", "Mixer", "SoundFiles",
                "ALSADevice", "SystemSupport", "CSystemShims", "CPacedCard", "Randomness", "Scratch",
            ],
            swiftSettings: house),
        .testTarget(
            name: "SessionDeviceTests", dependencies: ["SessionDevice", "SessionScenario", "Scratch", "Randomness"],
            swiftSettings: house),
        // The clients are programs, compiled by the tests against the built modules.
        .testTarget(
            name: "AppleNamesTests",
            dependencies: [
                "AppleDevice", "AppleSession", "AVFAudioSession", "AVFAudio", "AVFoundation", "AVKit", "AudioToolbox",
                "AudioUnit", "CallKit", "CoreAudio", "CoreAudioTypes", "CoreMedia", "MediaPlayer",
                "SessionPhone", "SessionDevice", "SessionPolicy", "SessionWorld", "SoundFiles",
                "Speech",
                "Scratch", "CThreadSanitizer",
            ],
            exclude: ["Clients"], swiftSettings: house),

        .testTarget(
            name: "PageTests",
            dependencies: [
                "Page", "CommandSupport", "SessionPolicy", "SessionWorld", "SessionScenario", "SystemSupport",
                "Randomness",
                "Scratch",
            ],
            swiftSettings: house),
        .testTarget(
            name: "ReportTests",
            dependencies: ["Report", "SessionPolicy", "SessionWorld", "SessionScenario", "Randomness"],
            swiftSettings: house),
        .testTarget(
            name: "SessionWireTests",
            dependencies: [
                "SessionWire", "SessionDevice", "SessionPolicy", "SessionWorld", "SessionPhone",
                "Sounder", "CSystemShims", "Randomness", "Scratch",
            ],
            swiftSettings: house),
        .testTarget(
            name: "SessionDesktopTests",
            dependencies: [
                "SessionDesktop", "SystemSupport", "SessionWire", "SessionPolicy", "SessionWorld", "SessionScenario",
                "SessionPhone",
                "Randomness", "Scratch",
            ],
            swiftSettings: house),
        .testTarget(
            name: "ProgramTests", dependencies: ["audiosession", "Randomness", "Scratch"], swiftSettings: house),
        .testTarget(
            name: "SessionTestingTests",
            dependencies: ["SessionTesting", "SessionOracle", "SessionPolicy"] + (isLinux ? ["AVFAudio"] : []),
            swiftSettings: house),
        .testTarget(
            name: "SessionTestingAVFoundationTests",
            dependencies: [
                "SessionTestingAVFoundation", "SessionTesting", "SessionDevice", "SessionOracle", "SessionPolicy",
                "AVFoundation", "CallKit", "MediaPlayer", "Scratch",
            ],
            swiftSettings: house),
        .testTarget(
            name: "SessionOracleTests", dependencies: ["SessionOracle", "SessionPolicy", "SessionWorld"],
            swiftSettings: house),
        // The policy written a second time, for comparison.
        .target(
            name: "SessionReference", dependencies: ["SessionPolicy"], path: "Tests/Lab/SessionReference",
            swiftSettings: house),
        .testTarget(
            name: "SessionExplorationTests",
            dependencies: [
                "SessionExploration", "SessionReference", "SessionOracle", "SessionPolicy", "SessionWorld",
                "SessionScenario", "Scratch", "Randomness",
            ],
            swiftSettings: house),
    ] + examples,
    swiftLanguageModes: [.v6]
)

/// The folders of `Sources`, from the ground up: no module depends on one of a later folder. `Tests` has the same folders.
/// The shims are modules that exist because source for iOS imports them.
// swift-format-ignore
let folders: [(name: String, rooms: Set<String>)] = [
    ("System", ["CSystemShims", "SystemSupport"]),
    ("Core",  ["SessionPolicy", "SessionWorld", "SessionScenario"]),
    ("Sound", ["CAVCodec", "CMixKernels", "Mixer", "ALSADevice", "SoundFiles", "Sounder"]),
    ("Phone", ["CALSAPlugin", "CAudioSession", "SessionPhone", "SessionWire", "SessionDesktop", "SessionDevice"]),
    ("Apple", ["AppleSession", "AppleDevice", "CoreAudioTypes", "CoreMedia", "AudioToolbox", "AudioToolboxC", "AVFAudioSession",
               "AVFAudio", "AVFoundation", "CallKit", "CombineNames", "MediaPlayer", "Speech"]),
    ("Apple/Shims", ["AVKit", "AudioUnit", "CAppleDevice", "CAudioToolboxParts", "CAVFoundationParts", "Combine", "CoreAudio"]),
    ("Lab",   ["SessionOracle", "SessionExploration", "SessionTesting", "SessionTestingAVFoundation"]),
    ("Tools", ["CPageFiles", "CommandSupport", "Report", "Page", "audiosession"]),
]
for target in package.targets where target.path == nil {
    // `PolicyTests` stands where `Policy` does; these two are named after what they test.
    let room =
        ["AppleNamesTests": "AVFAudio", "ProgramTests": "audiosession"][target.name]
        ?? (target.isTest ? String(target.name.dropLast("Tests".count)) : target.name)
    guard let folder = folders.first(where: { $0.rooms.contains(room) })?.name else { continue }
    target.path = "\(target.isTest ? "Tests" : "Sources")/\(folder)/\(target.name)"
}
if optimizesComputing {
    for target in package.targets where computing.contains(target.name) {
        target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-O"], .when(configuration: .debug))]
    }
}
if !isLinux {
    package.targets.removeAll { !portable.contains($0.name) }
    package.products.removeAll { !portable.contains($0.name) }
    (package.dependencies, package.traits) = ([], [])
}
