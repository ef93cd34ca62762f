// swift-tools-version: 6.1
import PackageDescription

// GRDB with the authors and books of the benchmark's rows `Graph`. A package of its own, which only
// `scripts/benchmark --peers` builds.
let package = Package(
    name: "Peers",
    dependencies: [.package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0")],
    targets: [.executableTarget(name: "Peers", dependencies: [.product(name: "GRDB", package: "GRDB.swift")])],
    swiftLanguageModes: [.v6])
