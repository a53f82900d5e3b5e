// swift-tools-version: 6.2
import PackageDescription

// A player as it is written for iOS, and the tests that find three faults which are in many apps.
let package = Package(
    name: "player",
    platforms: [.iOS(.v16)],
    dependencies: [.package(name: "audiosession", path: "../../..")],
    targets: [
        .target(
            name: "Player",
            dependencies: [
                // On Linux the names of AVFAudio are this package's; on iOS they are Apple's.
                .product(name: "AVFAudio", package: "audiosession", condition: .when(platforms: [.linux]))
            ]),
        .testTarget(
            name: "PlayerTests",
            dependencies: ["Player", .product(name: "SessionTesting", package: "audiosession")]),
    ],
    swiftLanguageModes: [.v6]
)
