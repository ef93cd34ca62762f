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
        let day = written(CivilDay(number: minutes / 1440 - serialOf1970))
        return number == number.rounded() ? day : "\(day) \(clock(minutes % 1440))"
    }

    /// A moment in UTC.
    private static func moment(_ unixSecond: Int) -> String {
        let day = written(CivilDay(number: unixSecond / 86_400))
        return "\(day)T\(clock(unixSecond % 86_400 / 60)):\(twoDigits(unixSecond % 60))Z"
    }

    private static func written(_ day: CivilDay) -> String {
        "\(day.year)-\(twoDigits(day.month))-\(twoDigits(day.day))"
    }

    private static func clock(_ minute: Int) -> String { "\(twoDigits(minute / 60)):\(twoDigits(minute % 60))" }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
