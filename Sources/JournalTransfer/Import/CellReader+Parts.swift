import Journal
import SurfLanguage

/// Reading cells that are a part of a field's value, or several values.
extension CellReader {
    func readSwell(_ row: CSVRow, _ index: Int, into entry: inout EntryValues) throws(RowProblem) {
        let text = meant(row, index)
        if text.isEmpty { return }
        guard let found = SwellCell.values(text) else { throw .notASwell }
        for (field, value) in found { entry[field] = value }
    }

    /// Combines values that are split over two columns.
    func readParts(_ row: CSVRow, into entry: inout EntryValues) {
        if let low, let high { entry.height = height(row, low, high) }
        if let windDirection { addDirection(row, windDirection, into: &entry) }
        if let title { readTitle(row, title, into: &entry) }
        if let companions {
            let people = FormulaGuard.removed(from: cell(row, companions))
            if !people.isEmpty, !ColumnMeaning.namesNothing(people) {
                entry[.notes] = entry.notes.joined(to: .text(people))
            }
        }
    }

    private func addDirection(_ row: CSVRow, _ index: Int, into entry: inout EntryValues) {
        let direction = meant(row, index)
        let hasIt = entry.wind?.folded.split(separator: " ").contains { $0 == direction.folded } == true
        if !direction.isEmpty, !hasIt { entry.wind = [direction, entry.wind].joinedTexts(" ") }
    }

    /// `3-4ft` for `3` and `4`; a single number if they are equal or one is missing.
    private func height(_ row: CSVRow, _ low: Int, _ high: Int) -> String? {
        let (from, to) = (part(row, low), part(row, high))
        let text = from.isEmpty || from == to ? to : to.isEmpty ? from : "\(from)-\(to)"
        guard let meant = columns[high]?.text(of: text), !meant.isEmpty else { return nil }
        return values.withUnit(meant)
    }

    private func part(_ row: CSVRow, _ index: Int) -> String {
        let text = cell(row, index)
        return ColumnMeaning.isNothing(text) ? "" : text
    }

    /// Whether the row has a height whose unit is given neither in the row nor in the header.
    func assumesHeight(_ row: CSVRow) -> Bool {
        [height, low, high].contains { index in
            guard let index, let meaning = columns[index], !meaning.note.hasUnit else { return false }
            let text = cell(row, index)
            return lacksUnit.value(index, text) { values.withUnit(text) != text }
        }
    }

    /// A title's place, if the row has none, else the title among the notes. Titles that programs give say nothing.
    private func readTitle(_ row: CSVRow, _ index: Int, into entry: inout EntryValues) {
        let text = FormulaGuard.removed(from: cell(row, index))
        if text.isEmpty || ColumnMeaning.isNothing(text) || Sport.isGeneric(title: text) { return }
        if entry.location?.isEmpty != false, otherPlace == nil, let place = place(in: text, row) {
            entry.location = place
        } else {
            entry[.notes] = Optional(text).joined(to: .text(entry.notes ?? ""))
        }
    }

    private func place(in title: String, _ row: CSVRow) -> String? {
        if let activity, let place = Sport.place(inTitle: title, of: cell(row, activity)) { return place }
        return sentences.flatMap { ProseReader($0).place(inTitle: title) }
    }

    // MARK: Remarks

    /// What was not read as it stands, and should be reported.
    func remarks(_ row: CSVRow) -> [SheetRemark] {
        var remarks: [SheetRemark] = []
        if let rating, let meaning = columns[rating] {
            let cell = cell(row, rating)
            if let stars = meaning.starsOfWord(cell) {
                remarks.append(.ratingWord(cell.lowercased(), stars))
            } else if meaning.isRounded(cell) {
                remarks.append(.roundedRatings)
            }
        }
        if let height, let range = SheetCell.range(ofDate: cell(row, height)) {
            remarks.append(.heightDates(cell(row, height), range))
        }
        return remarks
    }
}

/// What was not read as it stands in a table.
package enum SheetRemark: Hashable, Sendable {
    /// Ratings with halves, or on another scale, were rounded to whole stars.
    case roundedRatings
    /// A word was read as a rating.
    case ratingWord(String, Int)
    /// A spreadsheet turned heights into dates; one of them, and the height.
    case heightDates(String, String)
}

extension [String?] {
    fileprivate func joinedTexts(_ separator: String) -> String? {
        let texts = compactMap { $0?.isEmpty == false ? $0 : nil }
        return texts.isEmpty ? nil : texts.joined(separator: separator)
    }
}
