/// What one part of a sentence says.
enum SentencePart: Equatable {
    /// Values of fields; two where a period stands behind a height.
    case values([EntryField: FieldValue])
    /// A place, or notes.
    case words(String)

    /// Reads a part.
    init(_ part: String) throws(SentenceError) {
        if let whole = MeasureText.whole(part), !whole.hasUnit {
            throw .bareNumber(part: part, couldBe: [.height, .period, .wind, .rating])
        }
        if case .outOfRange? = StarWords.read(part) { throw .notARating(part: part) }
        if let both = try SentencePart.heightAndPeriod(part) {
            self = .values(both)
            return
        }
        let fits = SentencePart.fits(part)
        if fits.count > 1 { throw .severalFields(part: part, fields: EntryField.allCases.filter { fits[$0] != nil }) }
        if fits.isEmpty, let fields = SentencePart.fieldsInARow(part) {
            throw .severalFields(part: part, fields: fields)
        }
        self = fits.isEmpty ? .words(part) : .values(fits)
    }

    /// The fields that the whole text could be.
    private static func fits(_ text: String) -> [EntryField: FieldValue] {
        var fits: [EntryField: FieldValue] = [:]
        if isHeight(text) { fits[.height] = .text(text) }
        if isPeriod(text) { fits[.period] = .text(text) }
        if let wind = WindWords.wind(text) { fits[.wind] = .text(wind) }
        if case .stars(let stars)? = StarWords.read(text) { fits[.rating] = .rating(stars) }
        return fits
    }

    private static func isHeight(_ text: String) -> Bool {
        if let whole = MeasureText.whole(text) { return whole.hasUnit && whole.range(.height) != nil }
        return HeightWords.matches(text)
    }

    private static func isPeriod(_ text: String) -> Bool {
        guard let whole = MeasureText.whole(text) else { return false }
        return whole.hasUnit && whole.range(.period) != nil
    }

    /// `4ft @ 12s`, nil where what stands at the sides of the `@` is not that.
    private static func heightAndPeriod(_ part: String) throws(SentenceError) -> [EntryField: FieldValue]? {
        let sides = part.split(separator: "@", omittingEmptySubsequences: false).map { String($0).trimmingBlanks() }
        guard sides.count == 2, isHeight(sides[0]) else { return nil }
        if isPeriod(sides[1]) { return [.height: .text(sides[0]), .period: .text(sides[1])] }
        if let whole = MeasureText.whole(sides[1]), !whole.hasUnit {
            throw .bareNumber(part: part, couldBe: [.period])
        }
        return nil
    }

    /// The fields of a text that is nothing but fields without commas between them, as `4ft offshore`; else nil.
    private static func fieldsInARow(_ text: String) -> [EntryField]? {
        let words = text.split { $0 == " " || $0 == "\t" || $0 == "@" }.map(String.init)
        guard (2...12).contains(words.count) else { return nil }
        var rows: [[EntryField]?] = [[]] + words.map { _ in nil }
        for end in 1...words.count {
            for start in 0..<end where rows[end] == nil {
                guard let before = rows[start] else { continue }
                let fits = fits(words[start..<end].joined(separator: " "))
                guard let field = EntryField.allCases.first(where: { fits[$0] != nil }) else { continue }
                rows[end] = before.contains(field) ? before : before + [field]
            }
        }
        return rows[words.count]
    }
}
