import Foundation

/// Dates as numbers: the days that spreadsheets count, and the seconds that programs do.
enum CountedDate {
    /// The first day of 1970 as a spreadsheet counts, from the 30th of December 1899 on.
    private static let serialOf1970 = 25_569
    /// The days from 1954 to 2064, so that no other number of five digits is taken for one.
    private static let serials = 20_000..<60_000

    /// `45912.270833`, `1757745000`, `1757745000000` as dates of ISO 8601; nil for any other text.
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

    /// A day, with the time of the clock that its fraction says.
    private static func serial(_ text: String) -> String? {
        guard let number = Double(text), serials.contains(Int(number)) else { return nil }
        let minutes = Int((number * 1440).rounded())
        let written = moment(minutes * 60 - serialOf1970 * 86_400)
        return number == number.rounded()
            ? String(written.prefix(10)) : written.prefix(10) + " " + written.dropFirst(11).prefix(5)
    }

    /// A moment in UTC.
    private static func moment(_ unixSecond: Int) -> String {
        var writer = ISODateWriter(zone: .gmt)
        return writer.string(StoreTime.date(unixSecond: unixSecond))
    }
}
