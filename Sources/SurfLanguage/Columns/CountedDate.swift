import Foundation

/// Parses dates written as numbers: days as counted by spreadsheets, and seconds as counted by programs.
enum CountedDate {
    /// 1970-01-01 as a spreadsheet's day number, counted from 1899-12-30.
    private static let serialOf1970 = 25_569
    /// The day numbers from 1954 to 2064. Other five-digit numbers are not taken for dates.
    private static let serials = 20_000..<60_000

    /// Converts `45912.270833`, `1757745000` and `1757745000000` to ISO 8601. Nil for any other text.
    static func text(_ cell: String) -> String? {
        let digits = cell.utf8.prefix(while: \.isDigit).count
        guard digits == cell.utf8.count || digits == 5 else { return nil }
        switch digits {
        case 5: return serial(NumberText.withPoint(cell))
        case 10: return Int(cell).map(moment)
        case 13: return Int(cell).map { moment($0 / 1000) }
        default: return nil
        }
    }

    /// A day, with the clock time given by its fraction.
    private static func serial(_ text: String) -> String? {
        guard let number = Double(text), serials.contains(Int(number)) else { return nil }
        let minutes = Int((number * 1440).rounded())
        let written = moment(minutes * 60 - serialOf1970 * 86_400)
        return number == number.rounded()
            ? String(written.prefix(10)) : written.prefix(10) + " " + written.dropFirst(11).prefix(5)
    }

    /// An instant in UTC.
    private static func moment(_ unixSecond: Int) -> String {
        var writer = ISODateWriter(zone: .gmt)
        return writer.string(StoreTime.date(unixSecond: unixSecond))
    }
}
