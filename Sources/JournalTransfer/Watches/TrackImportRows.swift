import Journal
import SurfLanguage

/// The sessions of a GPX or TCX file: each track's start, its duration, and the nearest place with coordinates.
///
/// A watch does not know waves, heights or ratings, so that they stay empty.
struct TrackImportRows: ImportRows {
    private let request: ImportRequest
    private let known: [EntryField]
    private let values: ImportedValueReader
    private var pieces = XMLPieces()
    private var reader = TrackReader()

    let ignored: [String] = []
    private(set) var fields: Set<EntryField> = []
    private(set) var passed = PassedRows()
    var unmetName: String? { request.map.first?.column }

    init(_ request: ImportRequest, fields: [EntryField]) {
        (self.request, known) = (request, fields)
        values = ImportedValueReader(dates: request.dates, height: nil)
    }

    /// Whether a file begins like one of these.
    static func isTrack(_ beginning: ArraySlice<UInt8>) -> Bool {
        let text = String(decoding: beginning.prefix(2_000), as: UTF8.self)
        guard text.drop(while: \.isWhitespace).hasPrefix("<") else { return false }
        return text.contains("<?xml") || text.contains("<gpx") || text.contains("<TrainingCenterDatabase")
    }

    mutating func append(_ bytes: ArraySlice<UInt8>) { pieces.append(bytes) }

    mutating func finish() { pieces.finish() }

    mutating func next() throws -> ImportedRow? {
        do throws(XMLBreak) {
            while let piece = try pieces.next() {
                guard let track = try reader.take(piece, line: pieces.line) else { continue }
                if !isWanted(track) {
                    passed.unwanted += 1
                    continue
                }
                return row(track)
            }
            return nil
        } catch {
            throw ImportError.track(line: pieces.line, error == .declaration ? .declaration : .malformed)
        }
    }

    /// A track that lasts longer was not stopped, or its first time is from before the watch knew the time.
    private static let minutes = 1.0...1_440

    private func isWanted(_ track: Track) -> Bool {
        if request.conditions.isEmpty { return !track.isOtherSport }
        return request.conditions.allSatisfy { condition in
            ["type", "sport", "activity type"].contains(condition.column.folded) && condition.accepts(track.sport)
        }
    }

    private mutating func row(_ track: Track) -> ImportedRow {
        do throws(RowProblems) {
            let entry = try entry(track)
            let missing = request.missing(entry, isExported: false)
            if !missing.isEmpty {
                throw RowProblems(missing.map { CellProblem(.track(missing: $0, at: track.middle)) })
            }
            fields.formUnion(EntryField.allCases.filter { entry[$0] != nil })
            return .entry(id: nil, entry)
        } catch {
            let raw = Array("track \(track.number)".utf8)
            return .bad(BadRow(line: track.line, problems: error.problems, raw: raw, hasCells: false))
        }
    }

    private func entry(_ track: Track) throws(RowProblems) -> EntryValues {
        var entry = EntryValues()
        entry.location = request.place ?? track.middle.flatMap { request.coordinates.nearest(to: $0) }
        do throws(RowProblem) {
            guard let first = track.first else { return entry }
            let start = try time(first)
            entry.date = start
            if known.contains(.duration), let last = track.last {
                let minutes = ((try time(last) - start) / 60).rounded()
                if TrackImportRows.minutes.contains(minutes) {
                    entry[.duration] = try values.value(of: .duration, "\(Int(minutes)) min")
                }
            }
        } catch {
            throw RowProblems([CellProblem(error, column: "time", cell: track.first)])
        }
        if known.contains(.timeZone), let place = entry.location, let zone = request.zones[place] {
            entry.timeZone = zone
        }
        return entry
    }

    /// A time as these files have it, perhaps with fractions of seconds.
    private func time(_ text: String) throws(RowProblem) -> Double {
        var whole = text
        if let point = text.firstIndex(of: ".") {
            whole.removeSubrange(point..<(text[point...].dropFirst().firstIndex { !$0.isNumber } ?? text.endIndex))
        }
        if let date = whole.withUTF8(ISODateReader.read) { return try values.date(date, text) }
        // Times without an offset are in UTC, says GPX.
        whole += "Z"
        if let date = whole.withUTF8(ISODateReader.read) { return try values.date(date, text) }
        throw .field(.date(.unreadable(text)))
    }
}

/// Why a file of a watch is not read.
package enum TrackBreak: Equatable, Sendable {
    /// It is not well-formed, or neither GPX nor TCX.
    case malformed
    /// It has a document type declaration.
    case declaration
}
