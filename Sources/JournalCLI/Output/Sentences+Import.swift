import Journal
import SurfLanguage

extension Sentences {
    // MARK: What an import did

    static func imported(_ outcome: ImportOutcome) -> String {
        var parts = ["Imported \(sessions(outcome.imported))"]
        if outcome.present > 0 {
            parts.append("\(grouped(outcome.present)) \(be(outcome.present, "was")) there already")
        }
        if outcome.skipped > 0 { parts.append("\(grouped(outcome.skipped)) skipped (\(outcome.rejects ?? ""))") }
        return parts.joined(separator: "; ") + "."
    }

    static func wouldImport(_ outcome: ImportOutcome) -> String {
        var parts = ["\(sessions(outcome.imported)) would be imported"]
        if outcome.present > 0 {
            parts.append("\(grouped(outcome.present)) \(be(outcome.present, "is")) there already")
        }
        if outcome.skipped > 0 { parts.append("\(grouped(outcome.skipped)) would be skipped") }
        return parts.joined(separator: "; ") + ". Nothing was written."
    }

    static func ignoredColumns(_ names: [String]) -> String {
        "Not imported: \(names.map { "'\($0)'" }.joined(separator: ", ")); --map COLUMN=FIELD says what a column is."
    }

    static let importedWithoutDate = "No column is the date; --map COLUMN=date names it."

    /// What is not changed by an import that was cancelled.
    static let cancelledJournal = "the journal is"

    private static func be(_ count: Int, _ verb: String) -> String {
        count == 1 ? verb : verb == "was" ? "were" : "are"
    }

    // MARK: Why it came to nothing

    /// `old.csv:7: rating is no whole number from 1 to 5.`
    static func badRow(_ row: BadRow, in file: String) -> String {
        "\(file):\(row.line): \(problem(row.problem))."
    }

    /// Why a file cannot be imported, without what survived.
    static func sentence(_ error: ImportError, _ file: String) -> String {
        switch error {
        case .unreadable(let detail): "\(file) cannot be read (\(trimmed(detail).lowercased())); name a file."
        case .isFolder: "\(file) is a folder; name a file in it."
        case .changed: "\(file) changed while it was read; try again when it is complete."
        case .noColumns(let line, let count):
            "\(file):\(line): none of \(count == 1 ? "1 column" : "\(count) columns") is a field; --map COLUMN=FIELD says what one is, "
                + "--dialect original that the file has no header."
        case .broken(let line, let place): "\(file):\(line): \(sentence(place))"
        case .tooLarge(let line, let limit): "\(file):\(line): \(sentence(limit)). Import it in smaller parts."
        case .noColumn(let name, let known):
            "\(file) has no column '\(name)'\(known.isEmpty ? "" : "; it has \(quotedList(known))")."
        case .repeatedField(let column, let names):
            "\(file) has \(names.count) columns for \(column.name) (\(quotedList(names))); --map COLUMN= leaves one out."
        case .missingField(let line, let field): "\(file):\(line): \(sentence(JournalError.missingField(field)))"
        case .badRows(let rows, let count): sentence(badRows: rows, count, file)
        case .rejectsExist(let path):
            "\(path) is there already, with other rows; move it away, or mend and import it first."
        case .output, .journal, .cancelled: "Something unforeseen failed."
        }
    }

    private static func sentence(badRows rows: [BadRow], _ count: Int, _ file: String) -> String {
        let next = "mend it, or --skip-bad leaves it out."
        if count == 1, let row = rows.first { return "\(trimmed(badRow(row, in: file))); \(next)" }
        return "\(file) has \(grouped(count)) bad rows\(count > rows.count ? ", of which the first were shown" : ""); "
            + "mend them, or --skip-bad leaves them out."
    }

    private static func sentence(_ place: JSONBreak) -> String {
        switch place {
        case .noArray: "this is no JSON array; --format jsonl reads objects that stand on a line each."
        case .unclosed: "the file ends before its array does; it is not complete."
        case .strayText: "a comma or the array's end should stand here; mend the file."
        }
    }

    /// What is wrong with a row, without any of its text.
    @Sendable static func problem(_ problem: RowProblem) -> String {
        switch problem {
        case .cellCount(let found, let expected): "there are \(found) cells where \(expected) columns are"
        case .notAnID: "id is no whole number above zero"
        case .missing(.location): "the row has no place (--location PLACE gives one, --allow-missing goes without)"
        case .missing(let field): "the row has no \(field.name) (--allow-missing goes without)"
        case .field(let error): self.problem(error)
        case .csv(.tooLarge(let limit)), .tooLarge(let limit): sentence(limit)
        case .csv(.unclosedQuote): "a double quote is never closed"
        case .csv(.textAfterQuote): "text stands behind a cell's closing quote"
        case .csv(.notUTF8): "the text is no UTF-8"
        case .notAnObject: "this is no JSON object"
        case .repeatedKey: "a field stands twice in the object"
        case .unfit(let field): "\(field.name) is neither text nor the number that it can be"
        }
    }

    private static func problem(_ error: FieldError) -> String {
        switch error {
        case .notARating: "rating is no whole number from 1 to 5"
        case .notAZone: "timeZone is no zone such as America/Los_Angeles"
        case .containsNUL(let field): "\(field.name) has a NUL character, which cannot be kept"
        case .date(let error): "date \(problem(error))"
        default: "\(error.field.name) is no value that it can have"
        }
    }

    private static func problem(_ error: DateError) -> String {
        switch error {
        case .unreadable: "cannot be read; write it as 2026-09-12T07:00"
        case .orderUnknown: "can be two days; --date-order mdy or dmy says which"
        case .halfUnknown: "is in the morning or in the afternoon; write 3am or 3pm"
        case .severalDays: "says two different days"
        case .noSuchDay: "is a day that the calendar does not have"
        case .noSuchTime: "is a time that the clocks skip on that day"
        case .notOneDay: "is not one day"
        case .future: "lies in the future"
        }
    }

    private static func quotedList(_ names: [String]) -> String {
        let shown = names.prefix(12).map { "'\($0)'" }.joined(separator: ", ")
        return names.count > 12 ? shown + " ..." : shown
    }

    private static func sentence(_ limit: ImportLimit) -> String {
        switch limit {
        case .cell(let name?, _): "'\(Echo.start(of: name))' is larger than \(ImportLimit.cellBytes >> 20) MiB"
        case .cell(nil, let number): "column \(number) is larger than \(ImportLimit.cellBytes >> 20) MiB"
        case .row: "the row is larger than \(ImportLimit.rowBytes >> 20) MiB"
        case .columns: "the row has more than \(grouped(ImportLimit.mostColumns)) columns"
        }
    }
}
