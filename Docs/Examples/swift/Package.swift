// swift-tools-version: 6.2
import PackageDescription

// A player in forty lines, and its test on a device in virtual time.
let package = Package(
    name: "player",
    dependencies: [.package(name: "audiosession", path: "../../..", traits: [])],
    targets: [
        .target(name: "Player", dependencies: [.product(name: "SessionDevice", package: "audiosession")]),
        .executableTarget(name: "play", dependencies: ["Player"]),
        .testTarget(name: "PlayerTests", dependencies: ["Player"]),
    ],
    swiftLanguageModes: [.v6]
)
