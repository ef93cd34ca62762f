// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "Library",
    dependencies: [.package(name: "surfjournal", path: "../..")],
    targets: [
        .executableTarget(
            name: "Library",
            dependencies: [
                .product(name: "Persistence", package: "surfjournal"),
                .product(name: "PersistenceSQLite", package: "surfjournal"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
