import Foundation
import Testing

@Suite struct FilesTests {
    static let scripts = Repository.files.filter { path in
        path == ".ci/run" || path.hasPrefix("scripts/") && !path.hasPrefix("scripts/lib/")
    }
    /// Folders of a single machine that no file may name: those of the toolchain and the checkout. They are composed
    /// here so that this file does not name them either.
    static let machinePaths = ["work", "opt/swift"].map { "/\($0)/" } + [Repository.root.path]

    @Test(arguments: scripts)
    func `a script is executable and stops at the first error`(path: String) throws {
        #expect(Repository.isExecutable(path))
        #expect(try Repository.lines(of: path).contains("set -euo pipefail"))
        #expect(try Repository.lines(of: path).first == "#!/usr/bin/env bash")
    }

    @Test func `the scripts called by the README and by continuous integration exist`() {
        #expect(
            Set(["scripts/surfjournal", "scripts/test", "scripts/format", ".ci/run"]).subtracting(Self.scripts) == [])
    }

    @Test func `the README's commands exist`() throws {
        let text = try Repository.lines(of: "README.md").joined(separator: "\n")
        let named = Set(text.matches(of: /scripts\/[a-z-]+/).map { String($0.output) })
        #expect(named.isSuperset(of: ["scripts/surfjournal", "scripts/test"]))
        #expect(named.subtracting(Self.scripts).subtracting(["scripts/lib"]) == [])
    }

    @Test(arguments: ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", "SECURITY-AND-DURABILITY.md", "docs/walks.md"])
    func `the files named in a document exist`(document: String) throws {
        let text = try Repository.lines(of: document).joined(separator: "\n")
        let paths = text.matches(of: /(?:Sources|Tests|Examples|scripts|docs)\/[A-Za-z0-9\/+_.-]+[A-Za-z]/)
            .map { String($0.output) }
        for path in Set(paths) where !path.contains("/Name") && !path.hasSuffix("/Messages") {
            #expect(Repository.files.contains { $0 == path || $0.hasPrefix(path + "/") }, "\(path)")
        }
    }

    @Test(arguments: machinePaths)
    func `no file names a folder of a single machine`(folder: String) throws {
        let naming = try Repository.files.filter { try Repository.bytes(of: $0).contains(folder) }
        #expect(naming == [])
    }

    @Test(arguments: [".swift-format", "LICENSE", "Package.swift", "seed/SurfJournalModel.sqlite"])
    func `a required file exists`(path: String) {
        #expect(Repository.files.contains(path))
    }
}

extension Data {
    /// Whether the bytes contain a folder's path as such, not as the end of a longer one.
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
