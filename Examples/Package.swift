// swift-tools-version: 6.2

import Foundation
import PackageDescription

let package = Package(
    name: "Examples",
    // Without the traits, the argument parser that the command-line program needs is not fetched.
    dependencies: [.package(name: "surfjournal", path: "..", traits: [])],
    targets: [
        .executableTarget(
            name: "Larder",
            dependencies: [
                .product(name: "Persistence", package: "surfjournal"),
                .product(name: "PersistenceSQLite", package: "surfjournal"),
                .product(name: "PersistenceModelFile", package: "surfjournal"),
            ],
            path: "Larder/Sources/Larder",
            resources: [.copy("Larder.xcdatamodeld")],
            swiftSettings: [.swiftLanguageMode(.v5)],
            plugins: [.plugin(name: "GeneratePersistence", package: "surfjournal")]),
        .executableTarget(
            name: "Library",
            dependencies: [
                .product(name: "Persistence", package: "surfjournal"),
                .product(name: "PersistenceSQLite", package: "surfjournal"),
            ],
            path: "Library/Sources/Library"),
        .executableTarget(
            name: "Notes",
            dependencies: [
                .product(name: "Persistence", package: "surfjournal"),
                .product(name: "PersistenceSQLite", package: "surfjournal"),
            ],
            path: "Notes/Sources/Notes"),
        .executableTarget(
            name: "SurfJournal",
            dependencies: [
                .product(name: "Persistence", package: "surfjournal"),
                .product(name: "PersistenceSQLite", package: "surfjournal"),
            ],
            path: "SurfJournal/Sources/SurfJournal",
            resources: [
                .copy("SurfJournalModel.sqlite"), .copy("SurfJournalModel.sqlite-shm"),
                .copy("SurfJournalModel.sqlite-wal"),
            ],
            swiftSettings: [.swiftLanguageMode(.v5)],
            plugins: [.plugin(name: "GeneratePersistence", package: "surfjournal")]),
    ],
    swiftLanguageModes: [.v6]
)

// Its build fails, as it should: only `scripts/test-example` asks for it.
if ProcessInfo.processInfo.environment["SURFJOURNAL_REFUSED"] != nil {
    package.targets.append(
        .target(
            name: "Refused", dependencies: [.product(name: "Persistence", package: "surfjournal")],
            path: "Refused/Sources/Refused",
            resources: [.copy("Boats.xcdatamodeld")],
            plugins: [.plugin(name: "GeneratePersistence", package: "surfjournal")]))
}
