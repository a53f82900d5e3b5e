// swift-tools-version: 6.2
// A package of its own, so that each program links what a user of one product would link and no more.
import PackageDescription

let package = Package(
    name: "linkage",
    dependencies: [.package(name: "audiosession", path: "../..", traits: [])],
    targets: [
        .executableTarget(
            name: "policy", dependencies: [.product(name: "SessionPolicy", package: "audiosession")]),
        .executableTarget(
            name: "world", dependencies: [.product(name: "SessionWorld", package: "audiosession")]),
        .executableTarget(
            name: "oracle",
            dependencies: [
                .product(name: "SessionOracle", package: "audiosession"),
                .product(name: "SessionWorld", package: "audiosession"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
