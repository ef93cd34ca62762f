import Journal
import SurfLanguage

/// The sessions of a GPX, TCX or FIT file: each outing's start, its duration, and its place: the nearest one with
/// coordinates, else a point that the file names, else what the track is called.
///
/// A watch does not know waves, heights or ratings, so they stay empty.
struct TrackImportRows: ImportRows {
    private let request: ImportRequest
    private let known: [EntryField]
    private let values: ImportedValueReader
    private let sentences: SentenceReader
    private var source: any TrackSource
    /// The rows of a track with several outings.
    private var pending: [ImportedRow] = []
    private(set) var positions: [String: Coordinates] = [:]
    /// Whether a track became a row.
    private var hasRows = false

    let ignored: [String] = []
    private(set) var fields: Set<EntryField> = []
    private(set) var passed = PassedRows()
    var unmetName: String? { request.map.first { !TrackImportRows.isName($0.column) }?.column }

    init(_ request: ImportRequest, fields: [EntryField], _ source: any TrackSource = XMLTracks()) {
        (self.request, known, self.source) = (request, fields, source)
        values = ImportedValueReader(dates: request.dates, height: nil)
        sentences = request.sentences
    }

    /// Whether a file begins like GPX or TCX.
    static func isTrack(_ beginning: ArraySlice<UInt8>) -> Bool {
        let text = String(decoding: beginning.prefix(2_000), as: UTF8.self)
        guard text.drop(while: \.isWhitespace).hasPrefix("<") else { return false }
        return text.contains("<?xml") || text.contains("<gpx") || text.contains("<TrainingCenterDatabase")
    }

    mutating func append(_ bytes: ArraySlice<UInt8>) { source.append(bytes) }

    mutating func finish() { source.finish() }

    mutating func next() throws -> ImportedRow? {
        while pending.isEmpty {
            guard let track = try source.next() else { return try end() }
            if !isWanted(track) {
                passed.unwanted += 1
            } else if track.outings.isEmpty, track.unreadTime == nil, request.required.contains(.date) {
                passed.untimed += 1
            } else {
                hasRows = true
                pending = rows(track).reversed()
            }
        }
        return pending.popLast()
    }

    /// - Throws: `.noTimes` if no track has a time but those of other sports, so that none is a session.
    private func end() throws(ImportError) -> ImportedRow? {
        if source.isAtEnd, passed.untimed > 0, !hasRows { throw .track(line: 1, .noTimes) }
        return nil
    }

    private func isWanted(_ track: Track) -> Bool {
        if request.conditions.isEmpty { return !track.isOtherSport }
        return request.conditions.allSatisfy { condition in
            ["type", "sport", "activity type"].contains(condition.column.folded) && condition.accepts(track.sport)
        }
    }

    // MARK: Rows

    private mutating func rows(_ track: Track) -> [ImportedRow] {
        passed.parted += max(0, track.outings.count - 1)
        if track.outings.isEmpty { return [row(track, nil)] }
        var rows: [ImportedRow] = []
        for outing in track.outings { rows.append(row(track, outing)) }
        return rows
    }

    private mutating func row(_ track: Track, _ outing: Outing?) -> ImportedRow {
        do throws(RowProblems) {
            let entry = try entry(track, outing)
            let missing = request.missing(entry, isExported: false)
            if !missing.isEmpty {
                throw RowProblems(
                    missing.map { CellProblem(.track(missing: $0, at: outing?.middle, name: track.name)) })
            }
            fields.formUnion(EntryField.allCases.filter { entry[$0] != nil })
            learn(entry.location, outing)
            return .entry(id: nil, entry)
        } catch {
            let raw = Array("track \(track.number)".utf8)
            return .bad(BadRow(line: track.line, problems: error.problems, raw: raw, hasCells: false))
        }
    }

    /// An outing that lasts longer was not stopped.
    private static let minutes = 1.0...1_440

    private func entry(_ track: Track, _ outing: Outing?) throws(RowProblems) -> EntryValues {
        var entry = EntryValues()
        entry.location = request.place ?? place(track, outing)
        if known.contains(.notes) { entry.notes = remarks(track, entry.location) }
        guard let outing else {
            if let time = track.unreadTime {
                throw RowProblems([CellProblem(.field(.date(.unreadable(time))), column: "time", cell: time)])
            }
            return entry
        }
        do throws(RowProblem) {
            entry.date = try values.date(outing.start, "")
            let minutes = ((outing.end - outing.start) / 60).rounded()
            if known.contains(.duration), TrackImportRows.minutes.contains(minutes) {
                entry[.duration] = try values.value(of: .duration, "\(Int(minutes)) min")
            }
        } catch {
            throw RowProblems([CellProblem(error, column: "time", cell: nil)])
        }
        if known.contains(.timeZone) { entry.timeZone = zone(track, entry) }
        return entry
    }

    private func zone(_ track: Track, _ entry: EntryValues) -> String? {
        let zone = entry.location.flatMap { request.zones[$0] } ?? request.zone
        guard zone == nil, let offset = track.offset, let date = entry.date else { return zone }
        return values.zone(at: date, offset: offset, place: nil)
    }

    // MARK: Places

    /// The most places whose positions are kept.
    private static let maxPositions = 100

    /// Keeps where a place without coordinates is.
    private mutating func learn(_ place: String?, _ outing: Outing?) {
        guard let place, let middle = outing?.middle, request.coordinates[place] == nil, positions[place] == nil,
            positions.count < TrackImportRows.maxPositions
        else { return }
        positions[place] = middle
    }

    private static func isName(_ column: String) -> Bool { ColumnMapping.isSame(column, "name") }

    private func place(_ track: Track, _ outing: Outing?) -> String? {
        let name = track.name.trimmingBlanks()
        if let mapping = request.map.first(where: { TrackImportRows.isName($0.column) }) {
            return mapping.meaning?.field == .location && !name.isEmpty ? name : nil
        }
        if let middle = outing?.middle {
            if let place = request.coordinates.nearest(to: middle) { return place }
            if let name = source.waypoint(near: middle) { return name }
        }
        return Sport.isGeneric(title: name) ? nil : ProseReader(sentences).place(inTitle: name)
    }

    /// What a person wrote about the track, and its name if that is not its place.
    private func remarks(_ track: Track, _ place: String?) -> String? {
        let name = track.name.trimmingBlanks()
        let repeatsOthers = name == place || Sport.isGeneric(title: name) || name.isEmpty || name == track.remarks
        let notes = [repeatsOthers || TrackImportRows.isShouted(name) ? nil : name, track.remarks].compactMap(\.self)
        return notes.isEmpty ? nil : notes.joined(separator: "; ")
    }

    /// `ACTIVE LOG`: a name that a program gave.
    private static func isShouted(_ name: String) -> Bool { name == name.uppercased() }
}

/// Reads the tracks of a file piece by piece, as `ImportRows` does the rows.
protocol TrackSource: Sendable {
    mutating func append(_ bytes: ArraySlice<UInt8>)
    mutating func finish()
    mutating func next() throws(ImportError) -> Track?
    /// Whether all of the file was read.
    var isAtEnd: Bool { get }
    /// The name of the nearest point that the file names near a position.
    func waypoint(near position: Coordinates) -> String?
}

/// The tracks of a GPX or TCX file.
struct XMLTracks: TrackSource {
    private var pieces = XMLPieces()
    private var reader = TrackReader()
    private(set) var isAtEnd = false

    mutating func append(_ bytes: ArraySlice<UInt8>) { pieces.append(bytes) }

    mutating func finish() {
        pieces.finish()
        isAtEnd = true
    }

    mutating func next() throws(ImportError) -> Track? {
        do throws(XMLBreak) {
            while let piece = try pieces.next() {
                if let track = try reader.take(piece, line: pieces.line) { return track }
            }
            return nil
        } catch {
            throw .track(line: pieces.line, TrackBreak(error))
        }
    }

    /// The farthest that a named point may be from the middle of a track, in kilometres.
    private static let near = 1.0

    func waypoint(near position: Coordinates) -> String? {
        let distances = reader.waypoints.map { ($0.name, $0.position.kilometres(to: position)) }
        return distances.filter { $0.1 <= XMLTracks.near }.min { $0.1 < $1.1 }?.0
    }
}

/// Why a file of a watch is not read.
package enum TrackBreak: Equatable, Sendable {
    /// It is not well-formed, or it ends early.
    case malformed
    /// It is XML, but has no tracks or workouts; the name of its root.
    case unknown(String)
    /// It has a document type declaration.
    case declaration
    /// A tag is too long, or elements are too deep within each other.
    case tooLarge
    /// No point has a time.
    case noTimes

    init(_ xml: XMLBreak) {
        switch xml {
        case .malformed: self = .malformed
        case .unknown(let root): self = .unknown(root)
        case .declaration: self = .declaration
        case .tooLarge: self = .tooLarge
        }
    }
}
