import Foundation

/// The required behaviours of the engine and the journal, in `behaviours.txt`, and those that the tests name.
///
/// A test names a behaviour by its ID, in its name or in a comment above it.
enum Behaviours {
    /// The lines of the list, each an ID and a sentence.
    static func list() throws -> [String] {
        try Repository.lines(of: "Tests/RepositoryTests/behaviours.txt").filter { !$0.isEmpty }
    }

    /// The IDs at the start of the list's lines, in order.
    static func identifiers() throws -> [String] {
        try list().compactMap { $0.split(separator: " ").first.map(String.init) }
    }

    /// The IDs in files with tests.
    static func named() throws -> Set<String> {
        var named: Set<String> = []
        for path in Repository.files where path.hasPrefix("Tests/") && path.hasSuffix(".swift") {
            let text = String(decoding: try Repository.bytes(of: path), as: UTF8.self)
            if text.contains("@Test") { named.formUnion(identifiers(in: text)) }
        }
        return named
    }

    /// The words of a text that have the form of an ID.
    static func identifiers(in text: String) -> Set<String> {
        let words = text.utf8.split { !isWord($0) }
        return Set(words.filter(isIdentifier).map { String(decoding: $0, as: UTF8.self) })
    }

    /// Whether a word is two to four capitals, a hyphen, two digits and an optional small letter, with an optional
    /// prefix `B-`.
    private static func isIdentifier(_ word: Substring.UTF8View) -> Bool {
        var parts = word.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)[...]
        if parts.count == 3, parts.first?.elementsEqual("B".utf8) == true { parts.removeFirst() }
        guard parts.count == 2, let group = parts.first, var number = parts.last else { return false }
        if number.count == 3, let last = number.last, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(last) {
            number.removeLast()
        }
        return (2...4).contains(group.count) && group.allSatisfy(isCapital) && number.count == 2
            && number.allSatisfy(isDigit)
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        isCapital(byte) || isDigit(byte) || byte == UInt8(ascii: "-")
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }

    private static func isCapital(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
