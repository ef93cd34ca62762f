import Journal
import SurfLanguage

/// Reading what someone wrote about a session.
extension CellReader {
    /// A diary's text becomes notes, and its values count where no column has them. A sentence beside no date has it all.
    func readSentence(_ row: CSVRow, _ index: Int, into entry: inout EntryValues) throws(RowProblem) {
        let text = FormulaGuard.removed(from: cell(row, index))
        guard let sentences, !text.isEmpty else { return }
        guard date == nil else { return readProse(text, sentences, into: &entry) }
        let sentence: Sentence
        do throws(SentenceError) { sentence = try sentences.read([text]) } catch { throw .notASentence(error) }
        if isRelative(sentence, text) { throw .relativeDate }
        for field in EntryField.allCases where entry[field] == nil { entry[field] = sentence.values[field] }
    }

    private func readProse(_ text: String, _ sentences: SentenceReader, into entry: inout EntryValues) {
        var read = ProseReader(sentences).values(in: text)
        let isSure = read.location.map { sentences.places.contains($0) || SurfSpots.contains($0) } ?? false
        if isSure || entry.location?.isEmpty != false { entry.location = read.location ?? entry.location }
        read.location = nil
        for field in EntryField.allCases where entry[field] == nil { entry[field] = read[field] }
        entry[.notes] = entry.notes.joined(to: .text(text))
    }

    /// Whether the day depends on when the sentence was written, such as `yesterday`, or a day without its year.
    private func isRelative(_ sentence: Sentence, _ text: String) -> Bool {
        guard let sentences, let date = sentence.values.date else { return false }
        var later = sentences
        later.dates.now += CellReader.laterBy
        return (try? later.read([text]))?.values.date != date
    }

    private static let laterBy = 400.0 * 86_400

    /// The date in a sentence as it was typed.
    func dateText(inSentence text: String) -> String? {
        guard let sentences, !text.isEmpty else { return nil }
        do throws(SentenceError) {
            return try sentences.read([text]).pieces.first { $0.field == .date }?.text
        } catch {
            if case .date(.orderUnknown(let date)) = error.reason { return date }
            return nil
        }
    }

    /// Whether a line is not a sentence but a title: it has neither a date nor a value.
    func isTitle(_ row: CSVRow) -> Bool {
        guard date == nil, let sentence, let sentences else { return false }
        let text = cell(row, sentence)
        guard let read = try? sentences.read([text]) else { return !text.contains(where: \.isNumber) }
        return read.values.date == nil && !read.hasValues
    }

    /// Whether each row is a day's entry, of surfing or of anything else.
    var isDiary: Bool { sentence != nil && date != nil }

    /// Whether a diary's entry without tags is about surfing: several of its values were found, or one beside the word.
    func tellsOfSurf(_ values: EntryValues) -> Bool {
        let fields: [EntryField] = [
            .height, .period, .wind, .waves, .board, .tide, .rating, .swellHeight, .swellPeriod, .waterTemperature,
        ]
        let count = fields.count { values[$0] != nil }
        let namesSurf = values.notes.map(Sport.namesSurfing) ?? false
        return count > 1 || count == 1 && namesSurf
    }

    /// Whether the row's first words name a total, and it has no date.
    func isTotal(_ row: CSVRow) -> Bool {
        guard let first = (0..<min(row.count, 3)).first(where: { !row.isEmpty($0) }),
            SheetCell.isTotal(cell(row, first))
        else {
            return false
        }
        return dateText(row).flatMap(values.dayText) == nil
    }

    /// Whether the row tells of a day without a session.
    func staysAshore(_ values: EntryValues) -> Bool {
        guard values.waves == nil, values.duration == nil, values.rating == nil, let notes = values.notes,
            sentence != nil || values.height == nil && values.board == nil
        else { return false }
        return UnsurfedDay.isTold(in: notes)
    }
}
