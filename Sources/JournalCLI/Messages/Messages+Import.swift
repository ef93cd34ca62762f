import JournalTransfer
import SurfLanguage

extension Messages {
    // MARK: Results

    static func imported(_ outcome: ImportOutcome) -> String {
        var parts = ["Imported \(sessions(outcome.imported))"]
        if outcome.changes.count > 0 {
            let changed = "Changed \(sessions(outcome.changes.count))"
            parts = outcome.imported > 0 ? [parts[0], "changed \(grouped(outcome.changes.count))"] : [changed]
        }
        if outcome.present > 0 {
            parts.append("\(grouped(outcome.present)) \(be(outcome.present, "was")) already there")
        }
        if outcome.skipped > 0 { parts.append("\(grouped(outcome.skipped)) skipped (\(outcome.rejects ?? ""))") }
        return parts.joined(separator: "; ") + "."
    }

    static func wouldImport(_ outcome: ImportOutcome) -> String {
        var parts = ["\(sessions(outcome.imported)) would be imported"]
        if outcome.changes.count > 0 { parts.append("\(grouped(outcome.changes.count)) would be changed") }
        if outcome.present > 0 {
            parts.append("\(grouped(outcome.present)) \(be(outcome.present, "is")) already there")
        }
        if outcome.skipped > 0 { parts.append("\(grouped(outcome.skipped)) would be skipped") }
        return parts.joined(separator: "; ") + ". Nothing was written."
    }

    /// - Parameter count: The number of rows whose sessions have newer values.
    static func olderRows(_ count: Int) -> String {
        count == 1
            ? "1 row is older than its session, which stays as it is."
            : "\(grouped(count)) rows are older than their sessions, which stay as they are."
    }

    /// - Parameter fields: The fields that the file and the journal both changed.
    static func changedHereToo(_ fields: [EntryField]) -> String {
        "\(names(fields)) changed here too since the export, and \(fields.count == 1 ? "stays" : "stay") as here"
    }

    /// - Parameter summary: What a row says.
    static func isPresent(_ summary: String, _ id: Int64) -> String { "\(summary) is already session \(id)" }

    /// The columns that are not imported, except for those that a file of rejects adds; nil if there are no others.
    /// - Parameter guesses: What some of the columns look like.
    static func ignoredColumns(_ ignored: [String], _ guesses: [ColumnMapping]) -> String? {
        let added = ["line", "problem"]
        let names = ignored.starts(with: added) ? Array(ignored.dropFirst(added.count)) : ignored
        if names.isEmpty { return nil }
        var once: [String] = []
        for name in names where !once.contains(name) { once.append(name) }
        let more = once.count > 12 ? " and \(once.count - 12) others" : ""
        let shown = once.prefix(12).map { "'\($0)'" }.joined(separator: ", ")
        let known = guesses.first { guess in names.contains(where: guess.isOf) }
        let like = known.map {
            "'\(Excerpt.start(of: $0.column))' looks like a \($0.meaning.map(columnWords) ?? ""): --map \(quoted($0.text))."
        }
        return "Not imported: \(shown)\(more). " + (like ?? "Use --map COLUMN=FIELD to import a column.")
    }

    /// How a table from another program was understood, reported before the result.
    static func found(_ findings: SheetFindings, _ file: String, _ units: LengthUnit) -> [String] {
        var facts = [findings.program, separator(findings.separator)]
        if findings.titleLines > 0 {
            facts.append(
                "\(grouped(findings.titleLines)) \(findings.titleLines == 1 ? "line" : "lines") above the header")
        }
        facts.append(encoding(findings.encoding))
        facts.append(findings.order.map { order($0, nil) })
        let known = facts.compactMap(\.self)
        var lines = known.isEmpty ? [] : ["\(file): \(known.joined(separator: ", "))."]
        let renamed = findings.columns.filter { !isSame($0.name, $0.meaning) }
        if !renamed.isEmpty {
            let columns = renamed.map { "'\($0.name)' is \(meaning($0.meaning))" }
            lines.append("Columns: \(columns.joined(separator: ", ")).")
        }
        if !findings.remembered.isEmpty {
            lines.append(
                "Mapped as last time: \(quotedList(findings.remembered.map(\.text))). Use --map to change that.")
        }
        for column in findings.beaten {
            lines.append(
                column.name == column.by
                    ? "A second column '\(column.name)' is used only where the first is empty."
                    : "'\(column.name)' is skipped: '\(column.by)' has the same field.")
        }
        lines += findings.remarks.map(remark)
        if findings.assumesHeight {
            lines.append(
                "Heights without a unit are in \(units == .feet ? "feet" : "metres"). Use --units to change that.")
        }
        return lines
    }

    private static func remark(_ remark: SheetRemark) -> String {
        switch remark {
        case .roundedRatings:
            "Ratings are rounded to whole stars. Use --map 'COLUMN=rating:WORD=STARS' to choose yourself."
        case .ratingWord(let word, let stars):
            "Rating '\(Excerpt.start(of: word))' is \(stars) \(stars == 1 ? "star" : "stars")."
        case .heightDates(let cell, let height):
            "A spreadsheet turned heights into dates: '\(Excerpt.start(of: cell))' is read as \(height)."
        }
    }

    private static func separator(_ byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: ";"): "semicolons between cells"
        case 0x09: "tabs between cells"
        case UInt8(ascii: "|"): "bars between cells"
        default: nil
        }
    }

    private static func encoding(_ encoding: TextEncoding) -> String? {
        switch encoding {
        case .utf8: nil
        case .utf16: "UTF-16"
        case .windows1252: "Windows-1252"
        }
    }

    /// An order of dates, with the day that results from it.
    static func order(_ order: DateOrder, _ day: String?) -> String {
        let words =
            switch order {
            case .dmy: "day first"
            case .mdy: "month first"
            case .ymd: "year first"
            }
        return day.map { "\(words): \($0)" } ?? words
    }

    static func askOrder(_ column: String, _ cell: String) -> String {
        "'\(Excerpt.start(of: cell))' in '\(column)' could be two days, and no row settles it. Which comes first?"
    }

    /// Whether the header already names the column's meaning.
    private static func isSame(_ name: String, _ meaning: ColumnMeaning) -> Bool {
        let start = name.prefix { !"([{".contains($0) }
        if start == name[...], meaning.note != ColumnNote() { return false }
        let words = String(start).trimmingBlanks().lowercased()
        return [meaning.name.lowercased(), columnWords(meaning)].contains(words)
    }

    private static func meaning(_ meaning: ColumnMeaning) -> String {
        let note = meaning.note.text
        return columnWords(meaning) + (note.isEmpty ? "" : " (\(note))")
    }

    /// A column's meaning in words.
    private static func columnWords(_ meaning: ColumnMeaning) -> String {
        guard case .field(let field, .whole) = meaning.target else {
            return meaning.target == .title ? "title (a place if it is known, otherwise notes)" : meaning.name
        }
        return field == .location ? "place" : field.words
    }

    /// The rows that were skipped because they are not sessions.
    /// - Parameters:
    ///   - isChosen: Whether `--where` chose the rows.
    ///   - activity: The column with the kind of sport.
    static func passed(_ rows: PassedRows, areTracks: Bool, isChosen: Bool, activity: String?) -> [String] {
        if areTracks { return tracks(rows) }
        let parts = [
            rows.unwanted > 0 ? "\(grouped(rows.unwanted)) other \(rows.unwanted == 1 ? "row" : "rows")" : nil,
            rows.empty > 0 ? "\(grouped(rows.empty)) empty \(rows.empty == 1 ? "row" : "rows")" : nil,
        ].compactMap(\.self)
        let example = quoted("\(activity ?? "COLUMN") = \(activity == nil ? "VALUE" : "SPORT")")
        let hint = " Rows of other sports are not sessions. Use --where \(example) to import them."
        return parts.isEmpty
            ? [] : ["Skipped: \(parts.joined(separator: ", ")).\(rows.unwanted > 0 && !isChosen ? hint : "")"]
    }

    private static func tracks(_ rows: PassedRows) -> [String] {
        var lines: [String] = []
        if rows.unwanted > 0 {
            lines.append(
                "Skipped: \(count(rows.unwanted, "track")) of another sport. Use --where 'type = SPORT' to import a sport's tracks."
            )
        }
        if rows.untimed > 0 { lines.append("Skipped: \(count(rows.untimed, "track")) without times.") }
        if rows.parted > 0 {
            lines.append(
                "A pause of 2 hours or more separates two sessions: \(count(rows.parted + 1, "session")) were recorded without a stop."
            )
        }
        return lines
    }

    static func noTracks(_ file: String) -> String {
        "\(file) has no tracks. Routes and waypoints are not sessions."
    }

    /// The subject of the message that a cancelled import left it unchanged.
    static let cancelledJournal = "The journal"

    private static func be(_ count: Int, _ verb: String) -> String {
        count == 1 ? verb : verb == "was" ? "were" : "are"
    }

    // MARK: Problems

    /// A bad row, such as `old.csv:7: Rating '7' is not a whole number from 1 to 5.`
    static func badRow(_ row: BadRow, in file: String) -> String {
        "\(file):\(row.line): \(row.problems.map(problem).joined(separator: "; "))."
    }

    /// - Parameter rows: The first of them.
    static func badRows(_ rows: [BadRow], _ count: Int, in file: String) -> String {
        if count == 1, let row = rows.first { return "\(trimmed(badRow(row, in: file))). \(correctRow)" }
        return "\(file) has \(grouped(count)) bad rows\(count > rows.count ? ", of which the first are shown" : ""). "
            + correctRows
    }

    /// What to do about bad rows of a file.
    static let (correctRow, correctRows) = (
        "Correct it, or skip it with --skip-bad.", "Correct them, or skip them with --skip-bad."
    )

    static func sentence(_ place: JSONBreak) -> String {
        switch place {
        case .noArray: "this is not a JSON array. Use --format jsonl for one object on each line."
        case .unclosed: "the file ends inside the array, so it is incomplete."
        case .strayText: "expected a comma or the end of the array."
        case .notAnObject: "an element of the array is not an object."
        }
    }

    static func sentence(_ fault: TrackBreak) -> String {
        switch fault {
        case .malformed: "the XML is not well-formed, or the file ends early. Export it again."
        case .unknown(let root):
            "this is XML with '\(Excerpt.start(of: root))', not a GPX or TCX file, nor Apple Health's export.xml. Export the activity as GPX or TCX."
        case .declaration:
            "this file has a DOCTYPE, which GPX and TCX files do not have. Export the activity again."
        case .tooLarge: "a tag is longer than 1 MiB, or elements are more than 100 deep. Export the activity again."
        case .noTimes:
            "no point of its tracks has a time, so they are drawn routes, not sessions. Export the activity of the watch, or use 'surfjournal add'."
        }
    }

    static func sentence(_ fault: CompressionFault) -> String {
        switch fault {
        case .damaged: "is compressed, and damaged. Download or compress it again."
        case .incomplete: "is compressed, and ends early. Download or compress it again."
        case .tooLarge:
            "unpacks to far more than its size, which no file with sessions does. Unpack it yourself, and import that."
        }
    }

    /// What a file that is not text is, and what to do.
    /// - Parameter kind: As in `ImportError.binary`.
    static func binary(_ kind: String) -> String {
        switch kind {
        case "pdf":
            "a PDF, from which no table can be read. Save the diary as text, or its table as CSV, and import that."
        case "image":
            "a picture, from which no text can be read. Type its sessions into a table or a text, and import that."
        case "bz2", "xz", "zst": "compressed. Unpack it, and import what is in it."
        case "zip": "an archive (ZIP). Unpack it, and import the CSV, JSON, GPX or XML file in it."
        case "fit": "a FIT file of a watch. Export the activity as GPX or TCX, and import that."
        case "healthzip": "the archive of Apple Health. Unpack it, and import apple_health_export/export.xml."
        case "strava": "the archive of Strava. Unpack it, and import activities.csv."
        case "sqlite":
            "a database, not a table. If it is a journal, use it with --store, or 'surfjournal export' from it."
        case "docx", "doc", "odt", "pages":
            "a text document. Save it as plain text, one session a line, and import that."
        case "xlsx", "xls", "xlsm": "an Excel workbook. Save it as CSV, and import that."
        case "numbers": "a Numbers document. Save it as CSV, and import that."
        case "ods": "a LibreOffice document. Save it as CSV, and import that."
        case "data": "not text. Export it as CSV from the program that wrote it, and import that."
        default: "an archive or a workbook, not text. Save it as CSV, and import that."
        }
    }

    /// A row's problem and its cell. The text of notes and places is not quoted.
    @Sendable static func problem(_ problem: CellProblem) -> String {
        let column = problem.column.map { $0.isEmpty ? "A column without a name" : $0 } ?? "the row"
        let cell = problem.cell.map { " '\(Excerpt.start(of: $0))'" } ?? ""
        switch problem.problem {
        case .cellCount(let found, let expected): return "the row has \(found) cells for \(expected) columns"
        case .notAnID: return "\(column)\(cell) is not a whole number above zero"
        case .missing(.location):
            return "the row has no place (use --location PLACE, or --allow-missing)"
        case .missing(let field): return "the row has no \(field.name) (use --allow-missing)"
        case .track(missing: .location, at: let position?, _): return noPlace(at: position)
        case .track(missing: .location, at: nil, _):
            return "the track has no positions (use --location PLACE, or --allow-missing)"
        case .track(let field, _, _): return "the track has no \(field.name) (use --allow-missing)"
        case .field(.containsNUL): return "\(column) contains a NUL character, which cannot be stored"
        case .field(let error): return "\(column)\(cell) \(self.problem(error))"
        case .dateForHeight: return "\(column)\(cell) is a date, not a height (spreadsheets turn 3-4 into a date)"
        case .notATime: return "\(column)\(cell) is not a time such as 7:30"
        case .notASentence(let error): return "the sentence is not clear: \(unclear(error))"
        case .relativeDate: return "the day depends on when the sentence was written (write it with its year)"
        case .notASwell: return "\(column)\(cell) is not a swell such as 5ft @ 14s WNW"
        case .csv(.tooLarge(let limit)), .tooLarge(let limit): return sentence(limit)
        case .csv(.unclosedQuote): return "a double quote is not closed"
        case .csv(.textAfterQuote): return "there is text after a cell's closing quote"
        case .csv(.notUTF8): return "the text is not UTF-8"
        case .notAnObject: return "this is not a JSON object"
        case .repeatedKey: return "\(column) and another key are the same field"
        case .unfit: return "\(column) is neither text nor a valid number"
        }
    }

    private static func noPlace(at position: Coordinates) -> String {
        let equals = position.latitude < 0 ? "=" : " "
        return "the track is far from every place with coordinates (use 'surfjournal spots set PLACE "
            + "--at\(equals)\(position)', --location PLACE, or --allow-missing)"
    }

    /// Why a sentence is not read, without its words.
    private static func unclear(_ error: SentenceError) -> String {
        switch error.reason {
        case .unclosedQuote: "a double quote is not closed"
        case .containsNUL: "it contains a NUL character"
        case .noPlace: "it has no place"
        case .severalPlaces: "it has several places"
        case .unclear(_, let fields): "a part of it could be \(alternatives(fields.map(meaning)))"
        case .twice(let field, _, _): "it has two values for the \(field.words)"
        case .outOfRange(let field, _): "the \(field.words) is out of range"
        case .date(let error): "its date \(problem(error))"
        case .strayWord: "a word of a date has no date next to it"
        case .besideOption(let field, _), .missingField(let field, _): "the \(field.words) is not expected"
        }
    }

    private static func problem(_ error: FieldError) -> String {
        switch error {
        case .notARating(let text): "is not a whole number from 1 to 5\(nearStars(text))"
        case .notAZone: "is not a zone such as America/Los_Angeles"
        case .date(let error): problem(error)
        default: "is not a valid \(error.field.name)"
        }
    }

    /// The whole ratings next to a fractional one.
    private static func nearStars(_ text: String) -> String {
        let parts = text.split(separator: "/")
        guard let number = parts.first.flatMap({ Double($0) }) else { return "" }
        let stars = parts.count == 2 && parts[1] == "10" ? number / 2 : number
        guard stars != stars.rounded(), (1...5).contains(stars) else { return "" }
        return "; use \(Int(stars.rounded(.down))) or \(Int(stars.rounded(.up)))"
    }

    private static func problem(_ error: DateError) -> String {
        switch error {
        case .unreadable: "is not a date such as 2026-09-12T07:00"
        case .orderUnknown: "could be two days; use --date-order mdy or dmy"
        case .halfUnknown: "could be morning or afternoon; write 3am or 3pm"
        case .severalDays: "has two different days"
        case .noSuchDay: "is not in the calendar"
        case .noSuchTime: "does not exist, as the clocks skip it on that day"
        case .notOneDay: "is not a single day"
        case .future: "is in the future"
        }
    }

    static func quotedList(_ names: [String]) -> String {
        let shown = names.prefix(12).map { "'\(Excerpt.start(of: $0))'" }.joined(separator: ", ")
        return names.count > 12 ? shown + " ..." : shown
    }

    static func sentence(_ limit: ImportLimit) -> String {
        switch limit {
        case .cell(let name?, _): "'\(Excerpt.start(of: name))' is larger than \(ImportLimit.cellBytes >> 20) MiB"
        case .cell(nil, let number): "column \(number) is larger than \(ImportLimit.cellBytes >> 20) MiB"
        case .line: "the line is longer than \(TextLines.longest >> 20) MiB"
        case .row: "the row is larger than \(ImportLimit.rowBytes >> 20) MiB"
        case .columns: "the row has more than \(grouped(ImportLimit.maxColumns)) columns"
        }
    }
}
