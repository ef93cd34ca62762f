import SurfLanguage

/// An error in a buoy's file.
package enum BuoyError: Error, Equatable, Sendable {
    /// No header with a date and a column that can fill a field.
    case noHeader
    /// A line, counted from 1, whose date or numbers cannot be read.
    case line(Int)
    /// A line, counted from 1, with more bytes than `BuoyFile.lineLimit`.
    case lineTooLong(Int)
    /// The file has more bytes than `BuoyFile.sizeLimit`, perhaps only when it is unpacked.
    case tooLarge
    /// The file is compressed and cannot be unpacked.
    case damaged
}

/// The readings in a buoy's file, by time.
///
/// Columns are found by the names in the header. `MM` means missing, and so does an impossible value, such as the rows
/// of nines in older files. Older files have two-digit years, no minutes, and a single header without `#`.
package struct BuoyFile: Equatable, Sendable {
    /// In ascending order of time.
    package let readings: [BuoyObservation]

    /// The longest time between a session and a reading used for it, in seconds.
    package static let reach = 3600.0

    /// The largest file, in bytes: one measurement a minute for three months, or one every ten minutes for three years.
    package static let sizeLimit = 16 << 20
    /// The longest line, in bytes.
    package static let lineLimit = 1 << 12

    init(readings: [BuoyObservation]) { self.readings = readings.sorted { $0.date < $1.date } }

    /// Reads a file's bytes, which may be compressed with gzip.
    package init(_ bytes: [UInt8]) throws(BuoyError) {
        guard Gunzip.begins(bytes) else {
            try self.init(String(decoding: bytes, as: UTF8.self))
            return
        }
        guard let unpacked = Gunzip.bytes(bytes, atMost: BuoyFile.sizeLimit) else { throw .damaged }
        if unpacked.count > BuoyFile.sizeLimit { throw .tooLarge }
        try self.init(String(decoding: unpacked, as: UTF8.self))
    }

    /// Reads a file's text.
    package init(_ text: String) throws(BuoyError) {
        var header: BuoyHeader?
        var readings: [BuoyObservation] = []
        for (index, line) in text.withoutInvisibles().split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline
        ).enumerated() {
            if line.utf8.count > BuoyFile.lineLimit { throw .lineTooLong(index + 1) }
            let words = line.split(whereSeparator: \.isWhitespace)
            if words.isEmpty { continue }
            if let header {
                if line.hasPrefix("#") { continue }
                guard let reading = header.reading(words) else { throw .line(index + 1) }
                readings.append(reading)
            } else {
                header = BuoyHeader(words)
                if header == nil { throw .noHeader }
            }
        }
        if header == nil { throw .noHeader }
        self.init(readings: readings)
    }

    /// The reading with a value in `column` that is nearest to `date` and within reach; of two equally near, the
    /// earlier.
    package func nearest(to date: Double, with column: BuoyObservation.Column) -> BuoyObservation? {
        let start = readings.partitioningIndex { $0.date >= date - BuoyFile.reach }
        var nearest: BuoyObservation?
        for reading in readings[start...].prefix(while: { $0.date <= date + BuoyFile.reach })
        where reading[column] != nil {
            if let found = nearest, abs(found.date - date) <= abs(reading.date - date) { continue }
            nearest = reading
        }
        return nearest
    }
}

/// The positions of the columns in a buoy's file.
private struct BuoyHeader {
    private let year, month, day, hour: Int
    private let minute: Int?
    private let columns: [BuoyObservation.Column: Int]

    init?(_ words: [Substring]) {
        var names = words.map(String.init)
        if names[0] == "#" { names.removeFirst() } else if names[0].hasPrefix("#") { names[0].removeFirst() }
        guard let year = names.firstIndex(where: { ["YY", "YYYY"].contains($0) }),
            let month = names.firstIndex(of: "MM"),
            let day = names.firstIndex(of: "DD"), let hour = names.firstIndex(of: "hh")
        else { return nil }
        var columns: [BuoyObservation.Column: Int] = [:]
        // Of the waves in detail only the swell fills fields: the wind's waves are not it.
        let hasSwell = names.contains("SwH")
        for column in BuoyObservation.Column.allCases {
            columns[column] =
                hasSwell && column.swellName != nil
                ? names.firstIndex { $0 == column.swellName }
                : names.firstIndex { $0 == column.rawValue || $0 == column.olderName }
        }
        guard !columns.isEmpty else { return nil }
        (self.year, self.month, self.day, self.hour) = (year, month, day, hour)
        minute = names.firstIndex(of: "mm")
        self.columns = columns
    }

    /// The reading on a line, or nil if it cannot be read. Columns missing from a short line have no value.
    func reading(_ words: [Substring]) -> BuoyObservation? {
        guard let date = date(words) else { return nil }
        var numbers: [BuoyObservation.Column: Double] = [:]
        for (column, index) in columns where index < words.count && words[index] != "MM" {
            let word = String(words[index])
            guard let number = Double(word) ?? CompassPoint(word)?.degrees else { return nil }
            numbers[column] = number
        }
        return BuoyObservation(date: date, numbers)
    }

    private func date(_ words: [Substring]) -> Double? {
        func number(_ index: Int) -> Int? { index < words.count ? Int(words[index]) : nil }
        guard var year = number(year), let month = number(month), let day = number(day), let hour = number(hour),
            let minute = minute.map({ number($0) }) ?? 0, (0..<24).contains(hour), (0..<60).contains(minute)
        else { return nil }
        if (0..<100).contains(year) { year += year < 70 ? 2000 : 1900 }
        guard let day = CivilDay(year: year, month: month, day: day) else { return nil }
        return StoreTime.date(unixSecond: day.number * 86_400 + hour * 3600 + minute * 60)
    }
}
