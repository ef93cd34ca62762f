import Journal
import SurfLanguage

/// Reading when a session was: a date, a time and an end, each perhaps in a column of its own.
extension CellReader {
    /// The row's date as it was typed; nil if it has none.
    func dateText(_ row: CSVRow) -> String? {
        guard let date else { return sentence.flatMap { dateText(inSentence: cell(row, $0)) } }
        return hasValue(row, date) ? meant(row, date) : nil
    }

    /// The header of the date column.
    var dateColumn: String { (date ?? sentence).map { names[$0] } ?? "" }

    /// Reads the date, and the duration if the time is a range or there is an end.
    func readDate(_ row: CSVRow, _ index: Int, into entry: inout EntryValues) throws(RowProblem) {
        guard hasValue(row, index) else { return }
        let clock = mixesClocks && values.hasClock(cell(row, index)) ? "" : clockText(row)
        if clock.isEmpty, !hasDays, let date = row.withBytes(index, ISODateReader.read) {
            entry.date = try values.date(date, row.text(index))
            if !isExact { readEnd(row, index, name: nil, into: &entry) }
            return
        }
        let meant = isExact ? row.text(index) : meant(row, index)
        if meant.isEmpty { return }
        let day = hasDays || !clock.isEmpty ? values.dayText(of: meant) ?? meant : meant
        let name = zoneText(row) ?? columns[index]?.note.zone ?? zoneOfPlace(row)
        let text = clock.isEmpty ? day : "\(day) \(clock)"
        guard case .date(let date) = try date(text, index, inZone: name) else { return }
        entry.date = date
        if isExact { return }
        entry.duration = values.minutes(ofDate: text)
        readEnd(row, index, name: name, into: &entry)
    }

    /// The duration until the end in a column of its own, or after the date's arrow.
    private func readEnd(_ row: CSVRow, _ index: Int, name: String?, into entry: inout EntryValues) {
        guard let start = entry.date, entry.duration == nil else { return }
        let column = end.map { meant(row, $0) }
        guard let text = column ?? ColumnMeaning.end(of: cell(row, index)), !text.isEmpty else { return }
        entry.duration = values.minutes(from: start, to: text, inZone: name)
    }

    /// Keeps the zone in which the date was read: the one whose offset it states, else that of the place.
    func addZone(_ row: CSVRow, into entry: inout EntryValues) {
        guard let date, let moment = entry.date, entry.timeZone == nil else { return }
        // In a table of this program's columns an offset is only how a moment was written.
        let isExact = isExact || keepsTexts
        let isExactMoment = row.withBytes(date, ISODateReader.read) != nil
        let place = zones.isEmpty || isExact && isExactMoment ? nil : zoneOfPlace(row)
        if !isExact, let offset = values.statedOffset(in: meant(row, date)) {
            entry.timeZone = values.zone(at: moment, offset: offset, place: place)
        } else if !isExactMoment {
            entry.timeZone = place ?? values.zoneOfFile
        } else if !isExact {
            entry.timeZone = values.zoneOfFile
        }
    }

    /// The row's time of day, as text for the date parser.
    private func clockText(_ row: CSVRow) -> String { time.map { meant(row, $0) } ?? "" }

    private func zoneText(_ row: CSVRow) -> String? { zone.flatMap { hasValue(row, $0) ? cell(row, $0) : nil } }

    /// The problem with a date, attributed to the time column where that is the cause.
    func dateProblem(_ problem: RowProblem, _ row: CSVRow, _ index: Int) -> CellProblem {
        guard let time, !clockText(row).isEmpty,
            values.dayText(of: meant(row, index)) != nil
        else { return CellProblem(problem, column: names[index], cell: cell(row, index)) }
        let isUnread = if case .field(.date(.unreadable)) = problem { true } else { false }
        return CellProblem(isUnread ? .notATime : problem, column: names[time], cell: cell(row, time))
    }

    private func zoneOfPlace(_ row: CSVRow) -> String? {
        let name = place.map { FormulaGuard.removed(from: cell(row, $0)) } ?? ""
        return (name.isEmpty ? otherPlace : name).flatMap { zones[$0] }
    }
}
