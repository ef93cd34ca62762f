import Journal
import SurfLanguage

/// The conditions in a forecast: Open-Meteo's CSV or JSON, or rows of date, height, period, direction and wind.
package struct ForecastFile: Sendable {
    package struct Row: Sendable {
        package let date: Double
        package let values: EntryValues
        /// Where; nil if the file does not say.
        package let position: Coordinates?
    }

    /// The rows, in the order of the file.
    package private(set) var rows: [Row] = []

    /// The most rows: sixteen days of every hour for a hundred positions.
    package static let maxRows = 50_000

    /// Reads a forecast; `-` is standard input.
    /// - Parameter reader: Reads the cells of rows that a person wrote.
    package init(_ path: String, _ reader: FieldReader) throws(ObservationError) {
        let bytes = try ForecastFile.bytes(path)
        do throws(ObservationError) {
            try read(bytes, path)
        } catch .noHeader {
            try readTable(bytes, reader)
        }
    }

    private static func bytes(_ path: String) throws(ObservationError) -> [UInt8] {
        let bytes: [UInt8]?
        do throws(ImportError) {
            bytes = try ImportFile.open(path).readAll(after: [], atMost: ObservationReader.largestJSON)
        } catch {
            throw .file(error)
        }
        guard let bytes else { throw .tooLarge }
        return bytes
    }

    /// Reads the layouts of observations.
    private mutating func read(_ bytes: [UInt8], _ path: String) throws(ObservationError) {
        var observations = ObservationReader(path: path)
        try observations.append(bytes[...])
        try observations.finish()
        while let observation = try observations.next() {
            var values = EntryValues()
            for field in Filling.fields { values[field] = observation.value(of: field) }
            if values == EntryValues() { continue }
            let position = observations.sources[observation.source].position
            try append(Row(date: observation.date, values: values, position: position))
        }
    }

    /// Reads a table with a header. Its cells are read as the options of `add` are.
    private mutating func readTable(_ bytes: [UInt8], _ reader: FieldReader) throws(ObservationError) {
        var table = CSVReader(separator: ForecastFile.separator(bytes))
        table.append(bytes[...].withoutMark)
        table.finish()
        guard let header = try ForecastFile.next(&table) else { throw .noHeader }
        let fields = header.cells.map { ForecastFile.fields[$0.folded.trimmingBlanks()] }
        guard fields.contains(.date), fields.contains(where: { $0 != nil && $0 != .date }) else { throw .noHeader }
        while let row = try ForecastFile.next(&table) {
            var values = EntryValues()
            for (field, cell) in zip(fields, row.cells) where !cell.trimmingBlanks().isEmpty {
                guard let field else { continue }
                do { values[field] = try reader.value(of: field, cell) } catch { throw .line(row.line) }
            }
            guard let date = values.date else { throw .line(row.line) }
            values[.date] = nil
            try append(Row(date: date, values: values, position: nil))
        }
        if rows.isEmpty { throw .noHeader }
    }

    private static func next(_ table: inout CSVReader) throws(ObservationError) -> CSVRow? {
        do throws(CSVError) { return try table.next() } catch { throw .line(error.line) }
    }

    private mutating func append(_ row: Row) throws(ObservationError) {
        guard rows.count < ForecastFile.maxRows else { throw .tooLarge }
        rows.append(row)
    }

    /// The names of columns.
    private static let fields: [String: EntryField] = [
        "date": .date, "time": .date, "height": .height, "wave height": .height, "period": .period,
        "wave period": .period, "direction": .swellDirection, "wave direction": .swellDirection,
        "swell": .swellHeight, "swell height": .swellHeight, "swellheight": .swellHeight,
        "swell period": .swellPeriod, "swellperiod": .swellPeriod, "swell direction": .swellDirection,
        "swelldirection": .swellDirection, "wind": .wind,
    ]

    /// What is between the cells of the first line.
    private static func separator(_ bytes: [UInt8]) -> UInt8 {
        let line = bytes.prefix { $0 != 0x0A }
        return [UInt8(ascii: "\t"), UInt8(ascii: ";")].first(where: line.contains) ?? CSVQuoting.comma
    }
}
