import Foundation
import Testing

/// Every promise in SECURITY-AND-DURABILITY.md has a test.
@Suite struct PromisesTests {
    private static let document = "SECURITY-AND-DURABILITY.md"

    /// A row of the table of promises.
    struct Promise: CustomTestStringConvertible, Sendable {
        let text: String
        /// The argument of `scripts/test --filter`: alternatives, each of which is part of a test's name.
        let filters: [String]

        var testDescription: String { text }
    }

    /// The rows of the table; a bar inside a cell is written as `\|`.
    static let promises: [Promise] = {
        let lines = (try? Repository.lines(of: document)) ?? []
        return lines.drop { !$0.hasPrefix("| promise |") }.prefix { $0.hasPrefix("|") }.dropFirst(2).map { line in
            let cells = line.replacing("\\|", with: "\u{0}").split(separator: "|").map {
                $0.replacing("\u{0}", with: "|").trimmingCharacters(in: .whitespaces)
            }
            let filters = cells.last?.matches(of: /scripts\/test --filter '?([^'`]+)'?/).map { String($0.output.1) }
            return Promise(
                text: cells[0], filters: filters?.flatMap { $0.split(separator: "|").map(String.init) } ?? [])
        }
    }()

    /// The names of all suites and tests.
    private static let names: [String] = {
        let paths = Repository.files.filter { $0.hasPrefix("Tests/") && $0.hasSuffix(".swift") }
        let sources = paths.compactMap { try? Repository.lines(of: $0).joined(separator: "\n") }
        return sources.flatMap { source in
            source.matches(of: /(?:struct|class) (\w+Tests)\b/).map { String($0.output.1) }
                + source.matches(of: /func `([^`]+)`/).map { String($0.output.1) }
        }
    }()

    @Test func `the table of promises can be read`() {
        #expect(Self.promises.count > 10)
        #expect(Self.names.count > 1000)
    }

    @Test(arguments: promises)
    func `every promise names existing tests`(_ promise: Promise) {
        #expect(!promise.filters.isEmpty)
        for filter in promise.filters {
            #expect(Self.names.contains { $0.contains(filter) }, "no test is named \(filter)")
        }
    }
}
