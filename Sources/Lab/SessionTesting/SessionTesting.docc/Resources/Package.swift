// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "app",
    dependencies: [
        .package(url: "https://github.com/OWNER/audiosession", .upToNextMinor(from: "0.2.0"), traits: [])
    ],
    targets: [
        .target(
            name: "Player",
            dependencies: [
                .product(name: "AVFAudioNames", package: "audiosession", condition: .when(platforms: [.linux]))
            ]),
        .testTarget(
            name: "PlayerTests", dependencies: ["Player", .product(name: "SessionTesting", package: "audiosession")]),
    ]
)
