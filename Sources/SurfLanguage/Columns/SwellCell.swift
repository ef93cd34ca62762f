/// What one text says of a swell: `5.2ft @ 14s WNW 292°`.
package enum SwellCell {
    /// Height, period and direction, as far as the text says them; nil where it says anything else.
    package static func values(_ text: String) -> [(field: EntryField, value: FieldValue)]? {
        guard text.utf8.count <= longest else { return nil }
        let grammar = Grammar(line: TokenLine(plain: "swell \(text)"), units: nil, order: nil)
        let end = grammar.tokens.count
        guard let reading = grammar.swell(at: 0, before: end), reading.end == end,
            case .claims(let claims) = reading.meaning
        else { return nil }
        return claims.map { ($0.field, $0.value) }
    }

    private static let longest = 200
}
