import Foundation
import Testing

@testable import Journal
@testable import JournalTransfer
@testable import SurfLanguage

let entry = EntryRecord(
    id: 5001, rev: 1,
    values: EntryValues(
        date: 810_914_400, location: "Malibu", height: "4ft", period: "12s", wind: "offshore 5kts", rating: 5))

private func csv(_ records: [EntryRecord], _ dialect: CSVDialect, fields: [EntryField] = EntryField.firstModel)
    -> String
{
    var writer = CSVWriter(
        dialect, columns: dialect.columns(fields: fields), zone: TimeZone(identifier: "America/Los_Angeles")!)
    var bytes: [UInt8] = []
    writer.appendHeader(to: &bytes)
    for record in records { writer.append(record, to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
}

struct CSVWriterTests {
    @Test func `the standard dialect has a header and line feeds`() {
        #expect(
            csv([entry], .standard)
                == "id,date,location,height,period,wind,rating\n"
                + "5001,2026-09-12T07:00:00-07:00,Malibu,4ft,12s,offshore 5kts,5\n")
    }

    @Test func `the excel dialect begins with a byte order mark and ends lines with CRLF`() {
        let text = csv([entry], .excel)
        #expect(text.unicodeScalars.first == "\u{FEFF}")
        #expect(text.utf8.split(separator: 0x0A).allSatisfy { $0.last == 0x0D })
    }

    @Test func `the original dialect has the tutorial's columns and no header`() {
        #expect(csv([entry], .original) == "2026-09-12T07:00:00-07:00,4ft,12s,offshore 5kts,Malibu,5\n")
        #expect(csv([EntryRecord(id: 1, values: EntryValues())], .original) == ",,,,,\n")
    }

    @Test func `later fields follow those of the first model`() {
        let header = csv([], .standard, fields: EntryField.allCases)
        #expect(header.hasPrefix("id,date,location,height,period,wind,rating,notes,timeZone,board,"))
        #expect(header.hasSuffix(",duration,swellHeight,swellPeriod,swellDirection,waterTemperature\n"))
    }

    @Test(arguments: [
        ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("a\nb", "\"a\nb\""), ("a\rb", "\"a\rb\""), (" a ", " a "),
        ("", ""),
        ("=1", "'=1"), ("+a", "'+a"), ("-a", "'-a"), ("@a", "'@a"), ("\ta", "'\ta"), ("\ra", "\"'\ra\""),
        ("'=1", "''=1"),
        ("''-1", "'''-1"), ("'-4", "''-4"), ("'a", "'a"), ("''", "''"), ("-4", "-4"), ("+4.5e-3", "+4.5e-3"),
        ("-4.", "'-4."),
        ("-.5", "'-.5"), ("-4\n", "\"'-4\n\""), ("-4e", "'-4e"), ("=1,2", "\"'=1,2\""), (" =1", " =1"), ("-", "'-"),
        ("-4,5", "\"'-4,5\""),
        ("\n=1", "\"'\n=1\""), ("|cmd", "'|cmd"), ("'|", "''|"), ("＝1", "'＝1"), ("＋1", "'＋1"), ("－1", "'－1"),
        ("＠a", "'＠a"), ("'＝1", "''＝1"), ("＜1", "＜1"), ("\u{FEFF}=1", "\u{FEFF}=1"), ("''\n", "\"'''\n\""),
    ])
    func `a text cell is quoted and guarded only if necessary`(text: String, cell: String) {
        var bytes: [UInt8] = []
        CSVQuoting.append(text: text, guarding: true, to: &bytes)
        #expect(bytes == Array(cell.utf8))
    }

    @Test(arguments: [
        ("=1", "=1"), ("@a", "@a"), ("-4 m", "-4 m"), ("\ta", "\ta"), ("＝1", "＝1"), ("'a", "'a"),
        // Import removes one apostrophe of these.
        ("'=1", "''=1"), ("''@a", "'''@a"),
    ])
    func `without the guard a text is written as it is, unless import would take it for guarded`(
        text: String, cell: String
    ) {
        var bytes: [UInt8] = []
        CSVQuoting.append(text: text, to: &bytes)
        #expect(bytes == Array(cell.utf8))
        #expect(FormulaGuard.removed(from: cell) == text)
    }

    @Test(arguments: [",", "\"", "\n", "\r"])
    func `a character that needs quoting is found anywhere in a long text`(special: String) {
        for place in 0..<40 {
            let text = String(repeating: "a", count: place) + special + String(repeating: "b", count: 39 - place)
            var bytes: [UInt8] = []
            CSVQuoting.append(text: text, to: &bytes)
            let quoted = "\"" + text.replacing("\"", with: "\"\"") + "\""
            #expect(String(decoding: bytes, as: UTF8.self) == quoted)
        }
    }

    @Test(arguments: [
        ("'=1", "=1"), ("''=1", "'=1"), ("'a", "'a"), ("=1", "=1"), ("'-4", "-4"), ("-4", "-4"), ("'", "'"),
        ("''\t", "'\t"),
        ("'\r\na", "\r\na"), ("", ""),
    ])
    func `import removes exactly one apostrophe of a guard`(cell: String, text: String) {
        #expect(Array(FormulaGuard.removed(from: cell).utf8) == Array(text.utf8))
    }
}
