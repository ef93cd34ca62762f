import Foundation
import Testing

@Suite struct FilesTests {
    static let scripts = Repository.files.filter { path in
        path == ".ci/run" || path.hasPrefix("scripts/") && !path.hasPrefix("scripts/lib/")
    }
    /// Folders of one machine that no file may name: where the toolchain and the checkout lie. Put together here, so that
    /// this file names none itself.
    static let machinePaths = ["work", "opt/swift"].map { "/\($0)/" } + [Repository.root.path]

    @Test(arguments: scripts)
    func `a script is executable and stops at the first error`(path: String) throws {
        #expect(Repository.isExecutable(path))
        #expect(try Repository.lines(of: path).contains("set -euo pipefail"))
        #expect(try Repository.lines(of: path).first == "#!/usr/bin/env bash")
    }

    @Test func `the scripts that the README and the machines call are there`() {
        #expect(
            Set(["scripts/surfjournal", "scripts/test", "scripts/format", ".ci/run"]).subtracting(Self.scripts) == [])
    }

    @Test func `the README's commands exist`() throws {
        let text = try Repository.lines(of: "README.md").joined(separator: "\n")
        let named = Set(text.matches(of: /scripts\/[a-z-]+/).map { String($0.output) })
        #expect(named.isSuperset(of: ["scripts/surfjournal", "scripts/test"]))
        #expect(named.subtracting(Self.scripts).subtracting(["scripts/lib"]) == [])
    }

    @Test(arguments: ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", "SECURITY-AND-DURABILITY.md"])
    func `the files that a document names are there`(document: String) throws {
        let text = try Repository.lines(of: document).joined(separator: "\n")
        let paths = text.matches(of: /(?:Sources|Tests|Examples|scripts|docs)\/[A-Za-z0-9\/+_.-]+[A-Za-z]/)
            .map { String($0.output) }
        for path in Set(paths) where !path.contains("/Name") && !path.hasSuffix("/Sentences") {
            #expect(Repository.files.contains { $0 == path || $0.hasPrefix(path + "/") }, "\(path)")
        }
    }

    @Test(arguments: machinePaths)
    func `no file names a folder of one machine`(folder: String) throws {
        let naming = try Repository.files.filter { try Repository.bytes(of: $0).contains(folder) }
        #expect(naming == [])
    }

    @Test(arguments: [".swift-format", "LICENSE", "Package.swift", "seed/SurfJournalModel.sqlite"])
    func `a file that others rely on is there`(path: String) {
        #expect(Repository.files.contains(path))
    }
}

extension Data {
    /// Whether the bytes hold a folder's path, and not merely the end of a longer one.
    fileprivate func contains(_ folder: String) -> Bool {
        var rest = startIndex..<endIndex
        while let found = range(of: Data(folder.utf8), in: rest) {
            if found.lowerBound == startIndex || !Self.continuesPath(self[found.lowerBound - 1]) { return true }
            rest = found.upperBound..<endIndex
        }
        return false
    }

    private static func continuesPath(_ byte: UInt8) -> Bool {
        let character = Character(UnicodeScalar(byte))
        return character.isLetter || character.isNumber || "._-/".contains(character)
    }
}
