import Foundation

/// Damages valid input at random. The generator is seeded, so every finding can be reproduced.
package struct Mutation {
    private var state: UInt64

    package init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    /// How many inputs each test tries. Set `SURFJOURNAL_FUZZ=100000` to try more.
    package static let rounds = ProcessInfo.processInfo.environment["SURFJOURNAL_FUZZ"].flatMap { UInt64($0) } ?? 400

    /// Byte sequences that are special to at least one parser.
    private static let words: [[UInt8]] =
        [
            "\"", "\"\"", ",", ",,", "\n", "\r\n", "\r", ":", ": ", "@", "-", "--", "..", "/", "*", "'", "\\", "(", ")",
            "{", "}",
            "[", "]", "%", "$", "#", "<", ">", "&", "=", "+", "\u{0}", "\u{1B}[2J", "\u{202E}", "\u{FEFF}", "é",
            "e\u{301}", "🏄‍♀️",
            "null", "true", "1e999", "-0", "9223372036854775807", "9223372036854775808", "99999999999999999999", "0.1",
            "NaN",
            "AND", "OR", "NOT", "BETWEEN", "SUBQUERY", "LIKE", "MATCHES", "SELF", "%@", "date", "rating", "height",
            "&#0;",
            "<!DOCTYPE", "<![CDATA[", "feb 30", "24:00", "7am", "yesterday", "ft", "12s",
        ].map { Array($0.utf8) } + [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80]]

    package mutating func below(_ bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return bound > 0 ? Int(state % UInt64(bound)) : 0
    }

    /// The input with some bytes changed, removed, repeated or inserted.
    package mutating func spoiled(_ input: [UInt8]) -> [UInt8] {
        var bytes = input
        for _ in 0...below(6) { change(&bytes) }
        return bytes
    }

    package mutating func spoiled(_ text: String) -> String {
        String(decoding: spoiled(Array(text.utf8)), as: UTF8.self)
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        let place = below(bytes.count + 1)
        switch below(6) {
        case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8(below(8))
        case 1 where place < bytes.count: bytes[place] = UInt8(below(256))
        case 2: bytes.removeSubrange(place..<min(bytes.count, place + 1 + below(8)))
        case 3:
            let piece = Array(bytes[place..<min(bytes.count, place + 1 + below(40))])
            for _ in 0...below(20) { bytes.insert(contentsOf: piece, at: place) }
        default: bytes.insert(contentsOf: Mutation.words[below(Mutation.words.count)], at: place)
        }
    }

    /// One of several choices, picked at random.
    package mutating func one<Choice>(of choices: [Choice]) -> Choice { choices[below(choices.count)] }

    /// Calls `body` with a generator for each round, and counts the inputs.
    /// - Parameter share: Plays only one of this many rounds, for inputs that take long.
    package static func play(share: UInt64 = 1, _ body: (inout Mutation) throws -> Void) rethrows {
        let count = max(1, rounds / share)
        for round in 0..<count {
            var mutation = Mutation(seed: round + 1)
            try body(&mutation)
        }
        Figure.inputs.add(Int(count))
    }
}
