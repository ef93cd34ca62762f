import Journal
import SurfLanguage

/// Reads the observations of a file piece by piece, whatever its layout: the National Data Buoy Center's text, Open-Meteo's
/// and CO-OPS's CSV and JSON.
///
/// Call `append` with the next bytes, then `next` until it returns nil, and repeat. After `finish`, nil means the end. Memory:
/// one line and the bytes last appended, or a whole document of JSON.
package struct ObservationReader: Sendable {
    private enum Layout: Sendable {
        case unknown
        case buoy(BuoyHeader)
        /// The lines with positions, above a table.
        case places
        case table(ObservationTable)
        /// Below a table: an empty line, and perhaps the header of another one.
        case betweenTables
    }

    private var layout = Layout.unknown
    private var lines = TextLines()
    private var document: ObservationJSON?
    private var places = ModelPlaces()
    private let station: ObservationSource
    private var hasColumns = false
    private var isFinished = false

    /// The longest line, in bytes.
    package static let longestLine = 1 << 16
    /// The largest document of JSON, in bytes: an hourly value of six quantities for ten years.
    package static let largestJSON = 16 << 20

    /// - Parameter path: The file's name, which tells the station where the file does not.
    package init(path: String) { station = ObservationSource(file: path) }

    /// Where the observations come from, by `Observation.source`. All that `next` has returned are known.
    package var sources: [ObservationSource] {
        if let document { return document.sources.isEmpty ? [station] : document.sources }
        return places.sources.isEmpty ? [station] : places.sources
    }

    package mutating func append(_ bytes: ArraySlice<UInt8>) throws(ObservationError) {
        if document == nil, case .unknown = layout, lines.line == 0, ObservationJSON.recognizes(bytes) {
            document = ObservationJSON()
        }
        if document == nil { lines.append(bytes) } else { try document?.append(bytes) }
    }

    package mutating func finish() throws(ObservationError) {
        lines.finish()
        try document?.finish()
        isFinished = true
    }

    package mutating func next() throws(ObservationError) -> Observation? {
        if document != nil { return document?.next() }
        while let line = try nextLine() {
            if let observation = try observation(line) { return observation }
        }
        if isFinished, !hasColumns { throw .noHeader }
        return nil
    }

    private mutating func nextLine() throws(ObservationError) -> String? {
        let line: String?
        do throws(ImportError) { line = try lines.next() } catch { throw .lineTooLong(lines.line + 1) }
        if let line, line.utf8.count > ObservationReader.longestLine { throw .lineTooLong(lines.line) }
        return lines.line == 1 ? line?.withoutInvisibles() : line
    }

    /// The observation on a line; nil if it is a header, a position or a comment.
    private mutating func observation(_ line: String) throws(ObservationError) -> Observation? {
        let isBlank = line.utf8.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        switch layout {
        case .unknown:
            if !isBlank { try begin(line) }
        case .buoy(let header):
            if isBlank || line.hasPrefix("#") { return nil }
            guard let observation = header.observation(line) else { throw .line(lines.line) }
            return observation
        case .places:
            if isBlank {
                layout = .betweenTables
            } else if !places.add(line) {
                throw .line(lines.line)
            }
        case .table(let table):
            if isBlank {
                layout = .betweenTables
            } else if !table.isEmpty {
                guard let observation = table.observation(line, places) else { throw .line(lines.line) }
                return observation
            }
        case .betweenTables:
            if isBlank { return nil }
            guard let table = ObservationTable(line) else { throw .line(lines.line) }
            begin(table)
        }
        return nil
    }

    /// Reads the first line that is not blank.
    private mutating func begin(_ line: String) throws(ObservationError) {
        if let header = BuoyHeader(line) {
            (layout, hasColumns) = (.buoy(header), true)
        } else if let places = ModelPlaces(line) {
            (layout, self.places) = (.places, places)
        } else if let table = ObservationTable(line), !table.isEmpty {
            begin(table)
        } else {
            throw .noHeader
        }
    }

    private mutating func begin(_ table: ObservationTable) {
        layout = .table(table)
        if !table.isEmpty { hasColumns = true }
    }
}
