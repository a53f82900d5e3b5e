// swift-tools-version: 6.2
import PackageDescription

#if os(Linux)
    // On Linux the names of AVFAudio are this package's; on iOS they are Apple's.
    let avfaudio: [Target.Dependency] = [.product(name: "AVFAudioNames", package: "audiosession")]
    // A phone under the names themselves, which only Linux has.
    let plain: [Target] = [
        .target(name: "PlainPlayer", dependencies: avfaudio),
        .testTarget(
            name: "PlainPlayerTests",
            dependencies: [
                "FaultFinding", "PlainPlayer", .product(name: "SessionTestingAVFoundation", package: "audiosession"),
            ]),
    ]
#else
    let avfaudio: [Target.Dependency] = []
    let plain: [Target] = []
#endif

// A player, a voice recorder and an agent as they are written for iOS, and the tests that find ten faults which are in
// many apps.
let package = Package(
    name: "player",
    platforms: [.iOS(.v16)],
    dependencies: [.package(name: "audiosession", path: "../../..", traits: [])],
    targets: [
        .target(name: "Player", dependencies: avfaudio),
        .target(name: "Voice", dependencies: avfaudio),
        .target(
            name: "FaultFinding", dependencies: [.product(name: "SessionTesting", package: "audiosession")],
            path: "Tests/FaultFinding"),
        .testTarget(
            name: "PlayerTests",
            dependencies: ["FaultFinding", "Player", .product(name: "SessionTesting", package: "audiosession")]),
        .testTarget(
            name: "VoiceTests",
            dependencies: ["FaultFinding", "Voice", .product(name: "SessionTesting", package: "audiosession")]),
    ] + plain,
    swiftLanguageModes: [.v6]
)
