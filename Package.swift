// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]
let strictC: [CSetting] = [.enableWarning("all"), .treatAllWarnings(as: .error)]

let package = Package(
    name: "surfjournal",
    products: [
        .executable(name: "surfjournal", targets: ["surfjournal"]),
        .library(name: "Persistence", targets: ["Persistence"]),
        .library(name: "PersistenceSQLite", targets: ["PersistenceSQLite"]),
        .library(name: "PersistenceModelFile", targets: ["PersistenceModelFile"]),
        .executable(name: "persistence-generate", targets: ["persistence-generate"]),
        .executable(name: "persistence-inspect", targets: ["persistence-inspect"]),
        .plugin(name: "GeneratePersistence", targets: ["GeneratePersistence"]),
    ],
    traits: [
        // The program needs the argument parser, the libraries do not: who uses them alone has `traits: []`.
        .trait(name: "Journal", description: "The command-line program."),
        .default(enabledTraits: ["Journal"]),
    ],
    dependencies: [
        // Its private interface is used: ArgumentParser+Private.swift.
        .package(url: "https://github.com/apple/swift-argument-parser", .upToNextMinor(from: "1.8.2"))
    ],
    targets: [
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
        .systemLibrary(
            name: "CEditLine", pkgConfig: "libedit", providers: [.apt(["libedit-dev"]), .brew(["libedit"])]),
        .systemLibrary(
            name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .systemLibrary(name: "CSwiftRuntime"),
        .target(name: "CSeed", cSettings: strictC),
        .target(name: "CWords", exclude: ["lists"], cSettings: strictC),
        .target(name: "TidesAndLight", dependencies: ["SurfLanguage"], swiftSettings: strict),
        .target(name: "SQLite", dependencies: ["CSQLite"], swiftSettings: strict),
        .target(name: "Persistence", dependencies: ["CSwiftRuntime"], swiftSettings: strict),
        .target(
            name: "PersistenceSQLite", dependencies: ["Persistence", "SQLite", "CZlib"], swiftSettings: strict),
        .target(
            name: "PersistenceInspector", dependencies: ["Persistence", "PersistenceSQLite"], swiftSettings: strict),
        .executableTarget(
            name: "persistence-inspect", dependencies: ["Persistence", "PersistenceInspector"], swiftSettings: strict),
        .target(name: "DataModel", swiftSettings: strict),
        .target(name: "PersistenceModelFile", dependencies: ["Persistence", "DataModel"], swiftSettings: strict),
        .target(name: "PersistenceGenerator", dependencies: ["DataModel"], swiftSettings: strict),
        .executableTarget(name: "persistence-generate", dependencies: ["PersistenceGenerator"], swiftSettings: strict),
        .plugin(name: "GeneratePersistence", capability: .buildTool(), dependencies: ["persistence-generate"]),
        .target(name: "SurfLanguage", dependencies: ["CWords"], swiftSettings: strict),
        .target(
            name: "Journal", dependencies: ["SurfLanguage", "Persistence", "PersistenceSQLite", "CSeed"],
            swiftSettings: strict),
        .target(
            name: "JournalTransfer",
            dependencies: ["Journal", "SurfLanguage", "Persistence", "PersistenceSQLite", "CZlib"],
            swiftSettings: strict),
        .target(
            name: "JournalInsight", dependencies: ["Journal", "SurfLanguage", "Persistence", "TidesAndLight"],
            swiftSettings: strict),
        .target(name: "JournalSync", dependencies: ["Journal", "SurfLanguage", "Persistence"], swiftSettings: strict),
        .target(
            name: "JournalCLI",
            dependencies: [
                "Journal", "JournalTransfer", "JournalInsight", "JournalSync", "SurfLanguage", "TidesAndLight",
                "CEditLine",
                .product(
                    name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Journal"])),
            ],
            swiftSettings: strict),
        .executableTarget(name: "surfjournal", dependencies: ["JournalCLI"], swiftSettings: strict),
        .executableTarget(name: "MakeSeed", dependencies: ["Journal", "SurfLanguage"], swiftSettings: strict),
        .executableTarget(
            name: "Benchmarks",
            dependencies: ["Journal", "Persistence", "PersistenceSQLite", "SQLite", "SurfLanguage"],
            swiftSettings: strict),

        .target(name: "TestSupport", dependencies: ["SurfLanguage"], path: "Tests/TestSupport", swiftSettings: strict),
        .target(
            name: "PersistenceTestSupport", dependencies: ["Persistence", "PersistenceSQLite", "TestSupport"],
            path: "Tests/PersistenceTestSupport", swiftSettings: strict),
        // The tests compare the reader of tide tables with libtcd.
        .systemLibrary(name: "CTCD", path: "Tests/CTCD", providers: [.apt(["libtcd-dev"])]),
        .testTarget(
            name: "TidesAndLightTests", dependencies: ["TidesAndLight", "SurfLanguage", "CTCD", "TestSupport"],
            exclude: ["Fixtures", "Reference"], swiftSettings: strict),
        .testTarget(name: "SQLiteTests", dependencies: ["SQLite", "TestSupport"], swiftSettings: strict),
        .executableTarget(
            name: "MainQueueProbe", dependencies: ["Persistence"], path: "Tests/MainQueueProbe", swiftSettings: strict),
        .testTarget(
            name: "PersistenceTests",
            dependencies: [
                "Persistence", "PersistenceSQLite", "SQLite", "TestSupport", "PersistenceTestSupport", "MainQueueProbe",
            ],
            swiftSettings: strict),
        .target(name: "CountingAllocator", path: "Tests/CountingAllocator", cSettings: strictC),
        .executableTarget(
            name: "AllocationProbe", dependencies: ["Persistence", "PersistenceSQLite", "CountingAllocator"],
            path: "Tests/AllocationProbe", swiftSettings: strict),
        .testTarget(
            name: "PersistenceSQLiteTests",
            dependencies: [
                "Persistence", "PersistenceSQLite", "SQLite", "TestSupport", "PersistenceTestSupport",
                "AllocationProbe",
            ],
            swiftSettings: strict),
        // Outside the package's access, as an application is.
        .testTarget(
            name: "CoreDataSymbolsTests", dependencies: ["Persistence", "PersistenceModelFile"],
            exclude: ["symbols.tsv"], packageAccess: false, swiftSettings: strict),
        // The samples of the engine's documentation, which an application can run as they are.
        .testTarget(
            name: "PersistenceSampleTests", dependencies: ["Persistence", "PersistenceSQLite"], packageAccess: false,
            swiftSettings: strict),
        .testTarget(
            name: "PersistenceModelFileTests", dependencies: ["Persistence", "PersistenceModelFile", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "PersistenceGeneratorTests",
            dependencies: [
                "Persistence", "PersistenceSQLite", "PersistenceModelFile", "PersistenceGenerator", "TestSupport",
            ],
            exclude: ["Models"], swiftSettings: strict),
        .testTarget(
            name: "PersistenceInspectorTests",
            dependencies: [
                "Persistence", "PersistenceSQLite", "PersistenceModelFile", "PersistenceInspector", "SQLite",
                "TestSupport", "PersistenceTestSupport", "persistence-inspect",
            ],
            swiftSettings: strict),
        .testTarget(name: "SurfLanguageTests", dependencies: ["SurfLanguage", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "JournalTests",
            dependencies: [
                "Journal", "JournalTransfer", "JournalInsight", "SurfLanguage", "TidesAndLight", "SQLite",
                "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "JournalSyncTests",
            dependencies: ["JournalSync", "JournalTransfer", "Journal", "SurfLanguage", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "JournalCLITests",
            dependencies: ["JournalCLI", "JournalTransfer", "JournalInsight", "SurfLanguage", "TestSupport"],
            swiftSettings: strict),
        .executableTarget(
            name: "LineEditingProbe", dependencies: ["JournalCLI"], path: "Tests/LineEditingProbe",
            swiftSettings: strict),
        .testTarget(
            name: "EndToEndTests", dependencies: ["SQLite", "TestSupport", "surfjournal", "LineEditingProbe"],
            swiftSettings: strict),
        .testTarget(
            name: "RepositoryTests", exclude: ["behaviours.txt"], swiftSettings: strict),
        .testTarget(name: "MakeSeedTests", dependencies: ["MakeSeed"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)

// SURFJOURNAL_TESTS="SQLiteTests PersistenceTests:Contexts,Support" leaves these tests, of some only the files in these
// folders, and what they depend on, which build in less time.
if let tests = Context.environment["SURFJOURNAL_TESTS"] {
    var kept: Set<String> = []
    var names = tests.split(separator: " ").map(String.init)
    while let name = names.popLast() {
        let parts = name.split(separator: ":").map(String.init)
        guard kept.insert(parts[0]).inserted, let target = package.targets.first(where: { $0.name == parts[0] }) else {
            continue
        }
        if parts.count > 1 { target.sources = parts[1].split(separator: ",").map(String.init) }
        for case .byNameItem(let dependency, _) in target.dependencies { names.append(dependency) }
    }
    package.targets.removeAll { !kept.contains($0.name) }
    package.products.removeAll { product in
        let targets = (product as? Product.Library)?.targets ?? (product as? Product.Executable)?.targets
        return targets?.allSatisfy(kept.contains) != true
    }
}
