/// Ratings said in stars: `****`, `4/5`, `4 stars`.
enum StarWords {
    /// What a text says about stars.
    enum Reading: Equatable {
        case stars(Int16)
        /// It is written like a rating and is none from 1 to 5.
        case outOfRange
    }

    /// The rating that a text is, nil where it is written like none.
    static func read(_ text: String) -> Reading? {
        if let drawn = drawn(text) { return inRange(drawn) }
        let parts = text.lowercased().split { $0 == " " || $0 == "\t" }
        var words = parts.map(String.init).joined(separator: " ")[...]
        let saysStars = removeSuffix(" stars", from: &words) || removeSuffix(" star", from: &words)
        let numbers = words.split(separator: "/", omittingEmptySubsequences: false).map { $0.trimmingBlanks() }
        guard numbers.allSatisfy(isNumber) else { return nil }
        switch numbers.count {
        case 1 where saysStars: return inRange(Int(numbers[0]))
        case 2: return numbers[1] == "5" ? inRange(Int(numbers[0])) : .outOfRange
        default: return nil
        }
    }

    private static func drawn(_ text: String) -> Int? {
        let filled: [Character] = ["*", "★", "⭐", "⭐️"]
        guard !text.isEmpty, text.allSatisfy({ filled.contains($0) || $0 == "☆" }) else { return nil }
        return text.count { filled.contains($0) }
    }

    private static func inRange(_ stars: Int?) -> Reading {
        guard let stars, (1...5).contains(stars) else { return .outOfRange }
        return .stars(Int16(stars))
    }

    private static func isNumber(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
    }

    private static func removeSuffix(_ suffix: String, from text: inout Substring) -> Bool {
        guard text.hasSuffix(suffix) else { return false }
        text.removeLast(suffix.count)
        return true
    }
}

extension Substring {
    fileprivate func trimmingBlanks() -> String { String(self).trimmingBlanks() }
}
