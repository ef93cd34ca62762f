import Foundation
import Testing

@testable import JournalCLI

struct ManualPageTests {
    private static let page = ManualPage.text

    @Test(arguments: CommandShapes.ofProgram.filter { $0.names[0] != "help" })
    func `every command and every option is in the manual`(shape: CommandShape) {
        #expect(Self.page.contains(".SS \"\(Roff.bold(shape.names[0]))"))
        for name in shape.options.flatMap(\.names) where name != "--version" {
            #expect(Self.page.contains(Roff.bold(name)), "\(name)")
        }
    }

    @Test(arguments: [ExitCode.done, .failure, .usage, .notFound, .conflict, .badData, .busy, .signal(2), .signal(15)])
    func `every exit code is explained`(code: ExitCode) {
        let codes = Messages.exitCodes.flatMap { $0.0.split(separator: ", ") }
        #expect(codes.contains { $0 == "\(code.number)" })
    }

    @Test func `every environment variable that the program reads is named`() throws {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources")
        var read: Set<String> = []
        for case let file as URL in FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
            ?? .init()
        where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            read.formUnion(text.matches(of: /environment\["([A-Z_]+)"\]/).map { String($0.1) })
        }
        let named = Set(Messages.environment.flatMap { $0.0.components(separatedBy: ", ") })
        #expect(read.count > 5)
        // Every program reads these two in the same way.
        #expect(read.subtracting(named) == ["HOME", "PATH"])
    }

    @Test(arguments: [
        (".dot", "\\&.dot"), ("'quote", "\\(aqquote"), ("a-b", "a\\-b"), ("back\\slash", "back\\eslash"),
        ("★", "\\[u2605]"), ("°", "\\[u00B0]"),
    ])
    func `no text is taken for a roff request`(text: String, expected: String) {
        var roff = Roff()
        roff.words(text)
        #expect(roff.text == expected)
    }
}
