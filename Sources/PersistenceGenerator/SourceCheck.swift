import Foundation

/// Swift sources with what needs the Objective-C runtime. The description has a line for each place, in the form of a
/// compiler.
public struct SourceError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A place in a file, and what to do.
    public struct Place: Equatable, Sendable {
        /// The path of the file.
        public let path: String
        /// The line, counted from 1.
        public let line: Int
        /// A sentence about what is there, and what to write instead.
        public let message: String
    }

    /// The places, in the order of files and lines.
    public let places: [Place]

    public var description: String {
        places.map { "\($0.path):\($0.line): error: \($0.message)" }.joined(separator: "\n")
    }
}

/// Finds `@NSManaged` and `#keyPath` in Swift sources. The first compiles on Linux, and fails only when it is linked.
enum SourceCheck {
    private static let messages = [
        "@NSManaged":
            "'@NSManaged' needs the Objective-C runtime. Write '@Managed(\"name\")' with the property's name, or let "
            + "the property be generated: set the entity's codegen to Class Definition or Category/Extension, or run "
            + "'persistence-generate MODEL --output FOLDER --manual'.",
        "#keyPath":
            "'#keyPath' needs the Objective-C runtime. Write '\"title\"' in place of '#keyPath(Book.title)', or "
            + "'Book.title.name' if the class is generated.",
    ]

    /// - Throws: `SourceError` if there are any, or an error of the file system.
    static func run(_ files: [URL]) throws {
        let places = try files.flatMap { file in
            try SourceCheck.places(in: String(decoding: Data(contentsOf: file), as: UTF8.self), path: file.path)
        }
        if !places.isEmpty { throw SourceError(places: places) }
    }

    static func places(in text: String, path: String) -> [SourceError.Place] {
        guard messages.keys.contains(where: text.contains) else { return [] }
        var code = SwiftCode(text)
        var places: [SourceError.Place] = []
        while let (word, line) = code.nextAttribute() {
            if let message = messages[word] { places.append(.init(path: path, line: line, message: message)) }
        }
        return places
    }
}

/// Swift source without its comments and strings.
private struct SwiftCode {
    private let characters: [Character]
    private var index = 0
    private var line = 1

    init(_ text: String) {
        characters = Array(text)
    }

    /// The next word after `@` or `#`, with that sign, and its line; nil at the end.
    mutating func nextAttribute() -> (word: String, line: Int)? {
        while index < characters.count {
            if starts("//") {
                skip { $0.isNewline }
            } else if starts("/*") {
                skipComment()
            } else if let marks = openingQuote() {
                skipString(marks)
            } else if characters[index] == "@" || characters[index] == "#" {
                let start = index
                index += 1
                skip { !$0.isLetter && !$0.isNumber && $0 != "_" }
                return (String(characters[start..<index]), line)
            } else {
                advance()
            }
        }
        return nil
    }

    private func starts(_ text: String) -> Bool { characters[index...].starts(with: text) }

    private mutating func advance(_ count: Int = 1) {
        for character in characters[index...].prefix(count) where character.isNewline { line += 1 }
        index = min(index + count, characters.count)
    }

    private mutating func skip(until ends: (Character) -> Bool) {
        while index < characters.count, !ends(characters[index]) { advance() }
    }

    /// Comments can contain others.
    private mutating func skipComment() {
        var depth = 0
        repeat {
            if starts("/*") { depth += 1 } else if starts("*/") { depth -= 1 }
            advance(starts("/*") || starts("*/") ? 2 : 1)
        } while depth > 0 && index < characters.count
    }

    /// The number signs and quotes that begin a string here; nil for no string.
    private func openingQuote() -> (signs: Int, quotes: Int)? {
        let signs = characters[index...].prefix { $0 == "#" }.count
        let rest = characters[(index + signs)...]
        guard rest.first == "\"" else { return nil }
        return (signs, rest.starts(with: "\"\"\"") ? 3 : 1)
    }

    private mutating func skipString(_ marks: (signs: Int, quotes: Int)) {
        let signs = String(repeating: "#", count: marks.signs)
        let end = String(repeating: "\"", count: marks.quotes) + signs
        let escape = "\\" + signs
        advance(marks.signs + marks.quotes)
        while index < characters.count, !starts(end) {
            if marks.quotes == 1, characters[index].isNewline { return }
            advance(starts(escape) ? escape.count + 1 : 1)
        }
        advance(end.count)
    }
}
