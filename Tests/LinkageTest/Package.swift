// swift-tools-version: 6.2
// A package of its own, so that the program links what a user of the SessionPolicy product would link and no more.
import PackageDescription

let package = Package(
    name: "linkage",
    dependencies: [.package(name: "audiosession", path: "../..")],
    targets: [
        .executableTarget(
            name: "linkage", dependencies: [.product(name: "SessionPolicy", package: "audiosession")])
    ],
    swiftLanguageModes: [.v6]
)
