import Foundation

/// Reads the sentence behind `add`: `[WHEN:] PART, PART ...`.
///
/// WHEN ends at the first colon that a blank follows. Parts end at commas, come in any order, and are one of: height
/// (`4ft`, `head high`, with `@ 12s` a period behind it), period (`12s`), wind (`offshore 5kts`, the word `wind`
/// dropped), rating (`****`, `4/5`, `4 stars`). The first that is none is the place, further ones are notes. A colon or a
/// comma in double quotes does not count, and the quotes around a whole part are taken off.
package struct SentenceParser: Sendable {
    /// How WHEN is read.
    package var dates: DateParser
    /// Whether the store has notes for parts that are nothing else.
    package var hasNotes: Bool
    /// The fields that flags give beside the sentence.
    package var flags: Set<EntryField>

    package init(dates: DateParser, hasNotes: Bool, flags: Set<EntryField> = []) {
        self.dates = dates
        self.hasNotes = hasNotes
        self.flags = flags
    }

    /// What the words say; fields that they do not name stay nil.
    package func parse(_ words: [SentenceWord]) throws(SentenceError) -> EntryValues {
        let text = try SentenceText(words)
        var values = EntryValues()
        if let when = text.when {
            values.date = try date(when)
            if flags.contains(.date) { throw .givenTwice(part: when, field: .date, byFlag: true) }
        }
        for part in text.parts { try add(part, to: &values) }
        return values
    }

    /// Whether a sentence that was quoted as a whole at the prompt, and so is all one place, says more without its quotes.
    package func saysMoreUnquoted(_ words: [SentenceWord]) -> Bool {
        guard words.count == 1, case .quoted(let text, then: "") = words[0], let values = try? parse([text]) else {
            return false
        }
        return EntryField.firstModel.contains { $0 != .location && values[$0] != nil }
    }

    /// What the words say, each as the shell hands it over.
    package func parse(_ words: [String]) throws(SentenceError) -> EntryValues {
        try parse(words.map(SentenceWord.plain))
    }

    private func date(_ when: String) throws(SentenceError) -> Double {
        do throws(DateError) { return try dates.date(when) } catch { throw .when(error) }
    }

    private func add(_ part: String, to values: inout EntryValues) throws(SentenceError) {
        switch try SentencePart(part) {
        case .values(let found):
            for field in EntryField.allCases {
                guard let value = found[field] else { continue }
                try set(field, value, from: part, in: &values)
            }
        case .words(let words):
            try addWords(words, to: &values)
        }
    }

    private func addWords(_ words: String, to values: inout EntryValues) throws(SentenceError) {
        if values.location == nil { return try set(.location, .text(words), from: words, in: &values) }
        guard hasNotes else { throw .noNotes(part: words) }
        if flags.contains(.notes) { throw .givenTwice(part: words, field: .notes, byFlag: true) }
        values.notes = values.notes.map { $0 + ", " + words } ?? words
    }

    private func set(
        _ field: EntryField, _ value: FieldValue, from part: String, in values: inout EntryValues
    ) throws(SentenceError) {
        if flags.contains(field) { throw .givenTwice(part: part, field: field, byFlag: true) }
        if values[field] != nil { throw .givenTwice(part: part, field: field, byFlag: false) }
        values[field] = value
    }
}
