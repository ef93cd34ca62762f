import Foundation
import Testing

/// Core Data's public symbols, and what each is here: symbols.tsv lists them. CoreDataSymbolUses.swift, which is made
/// from the list, uses those that are the same, so that it compiles only if they exist and are public.
@Suite struct CoreDataSymbolsTests {
    private struct Symbol {
        let owner: String
        let name: String
        let what: String
        /// A Swift statement that uses the symbol, or the reason that it is not the same.
        let detail: String
    }

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    private let symbols: [Symbol]

    init() throws {
        let text = try String(contentsOf: Self.folder.appendingPathComponent("symbols.tsv"), encoding: .utf8)
        symbols = try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            try #require(fields.count == 5, "\(line)")
            return Symbol(owner: fields[0], name: fields[2], what: fields[3], detail: fields[4])
        }
    }

    @Test func `a thousand of Core Data's symbols are the same here, and each other one has a reason`() {
        let applicable = symbols.filter { $0.what != "not on Linux" }
        #expect(symbols.count == 1_319)
        #expect(applicable.count == 1_138)
        #expect(applicable.count { $0.what == "same" } >= 1_050)
        for symbol in symbols {
            #expect(["same", "differs", "left out", "not on Linux"].contains(symbol.what), "\(symbol.name)")
            #expect(!symbol.detail.isEmpty, "\(symbol.owner).\(symbol.name)")
        }
    }

    @Test func `each statement uses the symbol that it stands for`() {
        for symbol in symbols where symbol.what == "same" {
            let word = Self.word(of: symbol.name)
            #expect(word.isEmpty || symbol.detail.contains(word), "\(symbol.owner).\(symbol.name): \(symbol.detail)")
        }
    }

    /// The part of a symbol that a statement with it contains: the name without the prefix, labels and remarks. Empty
    /// for initializers and subscripts.
    private static func word(of symbol: String) -> String {
        var word = symbol.prefix { $0 != "(" && $0 != "#" }
        if let dot = word.lastIndex(of: ".") { word = word[word.index(after: dot)...] }
        if word.hasPrefix("NS") { word = word.dropFirst(2) }
        return word == "init" || word == "subscript" ? "" : String(word)
    }

    /// Delete the file and run the test twice to make it again.
    @Test func `the file with the statements is made from the list`() throws {
        let file = Self.folder.appendingPathComponent("CoreDataSymbolUses.swift")
        let wanted = Self.source(of: symbols.filter { $0.what == "same" }.map(\.detail))
        guard let present = try? String(contentsOf: file, encoding: .utf8) else {
            try wanted.write(to: file, atomically: true, encoding: .utf8)
            Issue.record("CoreDataSymbolUses.swift did not exist and was written: build again.")
            return
        }
        #expect(present == wanted)
    }

    /// Short functions, because the compiler is slow with long ones.
    private static func source(of statements: [String]) -> String {
        var text = """
            // Made from symbols.tsv; see CoreDataSymbolsTests. It compiles if the engine has the symbols.
            // swift-format-ignore-file

            import Foundation
            import Persistence
            import PersistenceModelFile

            """
        for (number, start) in stride(from: 0, to: statements.count, by: 40).enumerated() {
            let lines = statements[start..<min(start + 40, statements.count)].map { "    \($0)\n" }.joined()
            text += "\nprivate func uses\(number)() {\n\(lines)}\n"
        }
        return text
    }
}
