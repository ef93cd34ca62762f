import SurfLanguage

/// The positions of the columns in a file of the National Data Buoy Center.
///
/// Columns are found by the names in the header. `MM` means missing. Older files have two-digit years, no minutes, and a
/// single header without `#`.
struct BuoyHeader: Sendable {
    private let year, month, day, hour: Int
    private let minute: Int?
    private let columns: [(quantity: Observation.Quantity, index: Int)]

    /// The columns of the standard meteorological files, with their names in older files, and those of the swell in waves
    /// in detail (`.spec`), where other waves count as well in `WVHT`.
    private static let names: [(quantity: Observation.Quantity, names: [String], swell: String?)] = [
        (.windDirection, ["WDIR", "WD"], nil), (.windSpeed, ["WSPD"], nil), (.waveHeight, ["WVHT"], "SwH"),
        (.period, ["DPD"], "SwP"), (.waveDirection, ["MWD"], "SwD"), (.waterTemperature, ["WTMP"], nil),
    ]

    /// Nil if the line is no header, or has no column that can fill a field.
    init?(_ line: String) {
        var names = line.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let first = names.first else { return nil }
        if first == "#" { names.removeFirst() } else if first.hasPrefix("#") { names[0].removeFirst() }
        guard let year = names.firstIndex(where: { ["YY", "YYYY"].contains($0) }),
            let month = names.firstIndex(of: "MM"), let day = names.firstIndex(of: "DD"),
            let hour = names.firstIndex(of: "hh")
        else { return nil }
        let hasSwell = names.contains("SwH")
        columns = BuoyHeader.names.compactMap { quantity, usual, swell in
            let wanted = if hasSwell, let swell { [swell] } else { usual }
            return names.firstIndex(where: wanted.contains).map { (quantity, $0) }
        }
        if columns.isEmpty { return nil }
        (self.year, self.month, self.day, self.hour) = (year, month, day, hour)
        minute = names.firstIndex(of: "mm")
    }

    /// The observation on a line, or nil if it cannot be read. Columns missing from a short line have no value.
    func observation(_ line: String) -> Observation? {
        let words = line.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        guard let date = date(words) else { return nil }
        var observation = Observation(date: date)
        for (quantity, index) in columns where index < words.count {
            let word = Substring(words[index])
            if word == "MM" { continue }
            guard let number = Double(word) ?? CompassPoint(String(word))?.degrees else { return nil }
            observation[quantity] = number
        }
        return observation
    }

    private func date(_ words: [Substring.UTF8View]) -> Double? {
        func number(_ index: Int) -> Int? { index < words.count ? Int(Substring(words[index])) : nil }
        guard var year = number(year), let month = number(month), let day = number(day), let hour = number(hour),
            let minute = minute.map({ number($0) }) ?? 0, (0..<24).contains(hour), (0..<60).contains(minute)
        else { return nil }
        if (0..<100).contains(year) { year += year < 70 ? 2000 : 1900 }
        guard let day = CivilDay(year: year, month: month, day: day) else { return nil }
        return StoreTime.date(unixSecond: day.number * 86_400 + hour * 3600 + minute * 60)
    }
}
