// swift-tools-version: 6.2
import PackageDescription

// A package as a program's own: it asks for the trait that fetches OpenCombine. `make combine-test` builds and runs it.
let package = Package(
    name: "CombineClient",
    dependencies: [
        .package(name: "audiosession", path: "../..", traits: ["Combine"]),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    ],
    targets: [
        .testTarget(
            name: "CombineTests",
            dependencies: [
                .product(name: "AVFoundation", package: "audiosession"),
                .product(name: "Combine", package: "audiosession"),
                .product(name: "OpenCombine", package: "OpenCombine"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
