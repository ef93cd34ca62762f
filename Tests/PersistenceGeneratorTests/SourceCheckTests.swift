import Foundation
import TestSupport
import Testing

@testable import PersistenceGenerator

@Suite struct SourceCheckTests {
    private func lines(_ text: String) -> [Int] { SourceCheck.places(in: text, path: "Book.swift").map(\.line) }

    @Test func `a property with @NSManaged is refused with its file, its line and what to write instead`() throws {
        let text = "import Persistence\nclass Book: ManagedObject {\n    @NSManaged public var title: String?\n}\n"
        let places = SourceCheck.places(in: text, path: "Book.swift")
        let error = SourceError(places: places)
        #expect(
            error.description.hasPrefix(
                "Book.swift:3: error: '@NSManaged' needs the Objective-C runtime. Write '@Managed("))
    }

    @Test func `#keyPath is refused with what to write instead`() {
        #expect(lines("let key = #keyPath(Book.title)") == [1])
    }

    @Test(arguments: [
        "// @NSManaged", "/* @NSManaged /* nested */ @NSManaged */", "let a = \"@NSManaged\"",
        "let a = #\"\"@NSManaged\"\"#",
        "let a = \"\"\"\n  @NSManaged \"quoted\"\n  \"\"\"", "let a = \"\\\"@NSManaged\"",
        "@NSManagedObject var a: Int", "@Managed(\"a\") var a: Int",
    ])
    func `the words in comments, strings and longer words are not refused`(text: String) {
        #expect(lines(text) == [])
    }

    @Test func `lines are counted through comments and strings`() {
        #expect(lines("/*\n*/\nlet a = \"\"\"\n\n\"\"\"\n@NSManaged var b: Int\n\n@NSManaged var c: Int") == [6, 8])
    }

    @Test func `nothing is written for a model if a source is refused`() throws {
        let folder = try TemporaryFolder()
        let source = folder.url.appendingPathComponent("Book.swift")
        try Data("@NSManaged var a: Int".utf8).write(to: source)
        let model = folder.url.appendingPathComponent("M.xcdatamodel")
        try FileManager.default.createDirectory(at: model, withIntermediateDirectories: false)
        try Data("<?xml version=\"1.0\"?><model></model>".utf8).write(to: model.appendingPathComponent("contents"))
        let output = folder.url.appendingPathComponent("out")
        let command = try GenerateCommand([model.path, "--output", output.path, "--source", source.path])
        let error = #expect(throws: SourceError.self) { try command.run() }
        #expect(error?.places.map(\.line) == [1])
        #expect(!FileManager.default.fileExists(atPath: output.path))
    }

    @Test func `help is printed without a model`() throws {
        var text = ""
        try GenerateCommand(["--help"]).run { text += $0 }
        #expect(text.hasPrefix("Usage: persistence-generate MODEL"))
    }
}
