import Testing

@Suite struct LayersTests {
    /// The modules that each module may import, as drawn in ARCHITECTURE.md.
    static let arrows: [String: Set<String>] = [
        "CSQLite": [],
        "CSwiftRuntime": [],
        "CSeed": [],
        "CWords": [],
        "CEditLine": [],
        "CZlib": [],
        "TidesAndLight": ["SurfLanguage"],
        "SQLite": ["CSQLite"],
        "Persistence": ["CSwiftRuntime"],
        "PersistenceSQLite": ["Persistence", "SQLite", "CZlib"],
        "DataModel": [],
        "PersistenceModelFile": ["Persistence", "DataModel"],
        "PersistenceGenerator": ["DataModel"],
        "persistence-generate": ["PersistenceGenerator"],
        "PersistenceInspector": ["Persistence", "PersistenceSQLite"],
        "persistence-inspect": ["Persistence", "PersistenceInspector"],
        "SurfLanguage": ["CWords"],
        "Journal": ["SurfLanguage", "Persistence", "PersistenceSQLite", "CSeed"],
        "JournalTransfer": ["Journal", "SurfLanguage", "Persistence", "PersistenceSQLite", "CZlib"],
        "JournalInsight": ["Journal", "SurfLanguage", "Persistence", "TidesAndLight"],
        "JournalSync": ["Journal", "SurfLanguage", "Persistence"],
        "JournalCLI": [
            "Journal", "JournalTransfer", "JournalInsight", "JournalSync", "SurfLanguage", "TidesAndLight", "CEditLine",
            "ArgumentParser",
        ],
        "surfjournal": ["JournalCLI"],
    ]
    /// Internal programs, which may import everything.
    static let unbound: Set<String> = ["MakeSeed", "Benchmarks"]
    /// Modules of the system and the toolchain.
    static let system: Set<String> = [
        "Foundation", "FoundationEssentials", "FoundationXML", "Dispatch", "Synchronization", "Glibc", "Musl", "Darwin",
    ]
    static let layers = [
        "SQLite", "Persistence", "PersistenceSQLite", "PersistenceInspector", "DataModel", "PersistenceModelFile",
        "SurfLanguage",
        "TidesAndLight",
        "Journal", "JournalTransfer", "JournalInsight", "JournalSync",
    ]

    @Test(arguments: arrows.keys.sorted())
    func `a module imports only the modules that ARCHITECTURE.md allows`(module: String) throws {
        let allowed = try #require(Self.arrows[module]).union(Self.system)
        for path in Repository.sources(of: module) {
            let imported = try Repository.lines(of: path).compactMap { SourceLine($0).importedModule }
            #expect(Set(imported).subtracting(allowed) == [], "\(path)")
        }
    }

    @Test func `every module is listed with its allowed imports`() {
        #expect(Repository.modules.subtracting(Self.unbound).subtracting(Self.arrows.keys) == [])
    }

    @Test(arguments: layers)
    func `a layer below the command line prints nothing`(module: String) throws {
        for path in Repository.sources(of: module) {
            #expect(try Repository.lines(of: path).filter { SourceLine($0).prints } == [], "\(path)")
        }
    }

    @Test func `a trap has a comment that explains why it cannot be reached`() throws {
        for path in Repository.files where path.hasPrefix("Sources/") && path.hasSuffix(".swift") {
            let lines = try Repository.lines(of: path).map(SourceLine.init)
            let undocumented = lines.indices.filter { index in
                lines[index].traps && !lines[index].hasComment && !(index > 0 && lines[index - 1].hasComment)
            }
            #expect(undocumented.map { $0 + 1 } == [], "lines of \(path)")
        }
    }

    @Test(arguments: [
        ("import Foundation", "Foundation"), ("@testable import Journal", "Journal"),
        ("package import SQLite", "SQLite"), ("  import struct Foundation.Data", "Foundation"),
        ("@_spi(Tests) public import Persistence // why", "Persistence"),
        ("@preconcurrency import Dispatch", "Dispatch"),
        ("// import SQLite", nil), ("importEntries(from: file)", nil), ("let import_ = 1", nil),
    ])
    func `an import is recognized whatever precedes it`(line: String, module: String?) {
        #expect(SourceLine(line).importedModule == module)
    }

    @Test(arguments: [
        ("print(entry)", true), ("    debugPrint(entry)", true), ("Swift.print(entry)", true),
        ("FileHandle.standardOutput.write(data)", true),
        ("blueprint(entry)", false), ("output.print(entry)", false), ("// print(entry)", false),
    ])
    func `printing is distinguished from similar code`(line: String, prints: Bool) {
        #expect(SourceLine(line).prints == prints)
    }

    @Test(arguments: [
        ("fatalError(\"no\")", true), ("let rows = try! read()", true), ("Swift.fatalError()", true),
        ("let rows = try? read()", false),
        ("/// Never calls fatalError().", false),
    ])
    func `a trap is distinguished from similar code`(line: String, traps: Bool) {
        #expect(SourceLine(line).traps == traps)
    }
}
