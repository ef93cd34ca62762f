/// Parses a swell in one text, such as `5.2ft @ 14s WNW 292°`.
package enum SwellCell {
    /// The height, period and direction in the text, any of which may be missing. Nil if it contains anything else.
    package static func values(_ text: String) -> [(field: EntryField, value: FieldValue)]? {
        guard text.utf8.count <= longest else { return nil }
        let grammar = Grammar(line: TokenLine(plain: "swell \(joined(text))"), units: nil, order: nil)
        let end = grammar.tokens.count
        guard let reading = grammar.swell(at: 0, before: end), reading.end == end,
            case .fieldMatches(let fieldMatches) = reading.meaning
        else { return nil }
        return fieldMatches.map { ($0.field, $0.value) }
    }

    /// The text with separators between its parts replaced by blanks, such as in `1.2 m / 11 s / WSW`.
    private static func joined(_ text: String) -> String {
        let characters = Array(text)
        return String(
            characters.indices.map { index in
                guard signs.contains(characters[index]) else { return characters[index] }
                let before = index > 0 && characters[index - 1].isNumber
                let after = index + 1 < characters.count && characters[index + 1].isNumber
                return before && after ? characters[index] : " "
            })
    }

    private static let signs: Set<Character> = ["/", "|", ",", ";", "·", "•"]
    private static let longest = 200
}
