import Foundation
import Journal
import SurfLanguage

/// The files of sessions: one for each month in UTC, one session a line, in one canonical form, so that equal sessions
/// are equal bytes on every machine.
package enum SessionFile {
    /// The longest line and the longest text, in bytes: what import accepts.
    package static let maxLineBytes = 64 << 20
    package static let maxTextBytes = 16 << 20
    /// The most keys of a session that this version does not know.
    package static let maxUnknownKeys = 100_000

    /// The file of sessions without a date, or with one outside the years 1 to 9999.
    package static let undated = "sessions/undated.jsonl"

    /// The file of a date, such as `sessions/2026/2026-09.jsonl`.
    package static func path(of date: Double?) -> String {
        guard let date, SessionDate.hasForm(date) else { return undated }
        let day = CivilDay(number: StoreTime.unixSecond(date).flooredQuotient(86_400))
        let year = padded(day.year, 4)
        return "sessions/\(year)/\(year)-\(padded(day.month, 2)).jsonl"
    }

    /// The month of a date in UTC.
    /// - Precondition: `SessionDate.hasForm(date)`.
    static func month(of date: Double) -> Range<Double> {
        let number = StoreTime.unixSecond(date).flooredQuotient(86_400)
        let day = CivilDay(number: number)
        let first = number - (day.day - 1)
        let next = first + CivilDay.days(inMonth: day.month, of: day.year)
        return StoreTime.date(unixSecond: first * 86_400)..<StoreTime.date(unixSecond: next * 86_400)
    }

    /// Whether a path is that of a file of sessions.
    package static func isPath(_ path: String) -> Bool {
        if path == undated { return true }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "sessions", parts[1].utf8.count == 4, parts[1].utf8.allSatisfy(\.isDigit),
            parts[1] != "0000", let month = Int(parts[2].dropFirst(5).prefix(2))
        else { return false }
        return (1...12).contains(month) && parts[2] == "\(parts[1])-\(padded(month, 2)).jsonl"
    }

    /// The canonical bytes of a file with these sessions, whatever their order.
    package static func bytes(of sessions: [SyncedSession]) -> [UInt8] {
        var json = JSONWriter()
        var dates = ISODateWriter(zone: .gmt)
        for session in sessions.sorted(by: SyncedSession.isOrdered) { json.session(session, &dates) }
        return json.bytes
    }

    private static func padded(_ number: Int, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }
}

extension JSONWriter {
    /// Writes a session as a line. First are its UUID and the fields of the first two models, in the order of columns.
    /// All other keys follow, sorted by their bytes, because a version that does not know them sorts them too.
    fileprivate mutating func session(_ session: SyncedSession, _ dates: inout ISODateWriter) {
        beginObject()
        key("uuid")
        value(session.id.canonical)
        for field in EntryField.allCases where field.definition.since <= 2 {
            guard let value = session.values[field], let document = JSONValue(value, &dates) else { continue }
            key(field.name)
            self.value(document)
        }
        var rest = session.others.map { JSONObject.Member(key: $0.key, value: $0.value.sorted) }
        for field in EntryField.allCases where field.definition.since > 2 {
            guard let value = session.values[field], let document = JSONValue(value, &dates) else { continue }
            rest.append(JSONObject.Member(key: field.name, value: document))
        }
        for member in rest.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            key(member.key)
            value(member.value)
        }
        endObject()
        endLine()
    }
}

extension JSONValue {
    /// The canonical form of a field's value; nil if it is not a number, which a store does not hold.
    fileprivate init?(_ value: FieldValue, _ dates: inout ISODateWriter) {
        switch value {
        case .text(let text): self = .string(text)
        case .integer(let number): self = .number(String(number))
        case .date(let date) where SessionDate.hasForm(date): self = .string(SessionDate.text(date, &dates))
        case .date(let number), .number(let number):
            if number.isNaN { return nil }
            if number.isInfinite {
                self = .string(number < 0 ? "-Infinity" : "Infinity")
            } else if number == 0, number.sign == .minus {
                self = .number("-0")
            } else {
                self.init(number)
            }
        }
    }
}

/// Why a line of a session file is not read. Holds no text of a session.
package struct SessionFileError: Error, Equatable, Sendable {
    package enum Problem: Equatable, Sendable {
        case malformed, tooLong, tooManyKeys, repeatedKey, noUUID, badUUID, repeatedUUID
        case wrongType(EntryField)
        case textTooLong(EntryField)
    }

    package let path: String
    /// From 1.
    package let line: Int
    package let problem: Problem

    package init(path: String, line: Int, problem: Problem) {
        (self.path, self.line, self.problem) = (path, line, problem)
    }
}

/// Reads a session file strictly, one line at a time, from pieces of any size.
package struct SessionFileReader {
    private let path: String
    private let maxLineBytes, maxTextBytes: Int
    private var line = 0
    private var rest: [UInt8] = []
    /// The UUIDs that were read, also those given at the start.
    package private(set) var seen: Set<UUID>

    /// - Parameter seen: The UUIDs of other files. One that occurs again is an error.
    package init(
        path: String, seen: Set<UUID> = [], maxLineBytes: Int = SessionFile.maxLineBytes,
        maxTextBytes: Int = SessionFile.maxTextBytes
    ) {
        (self.path, self.seen, self.maxLineBytes, self.maxTextBytes) = (path, seen, maxLineBytes, maxTextBytes)
    }

    /// The sessions whose lines end in the next piece.
    package mutating func read(_ piece: ArraySlice<UInt8>) throws(SessionFileError) -> [SyncedSession] {
        var sessions: [SyncedSession] = []
        var piece = piece
        while let end = piece.firstIndex(of: 0x0A) {
            sessions.append(try session(piece[..<end]))
            piece = piece[(end + 1)...]
        }
        if rest.count + piece.count > maxLineBytes { throw error(.tooLong) }
        rest += piece
        return sessions
    }

    /// The session of a last line without an end.
    package mutating func finish() throws(SessionFileError) -> [SyncedSession] {
        rest.isEmpty ? [] : [try session([])]
    }

    /// The problem of the line that is being read.
    private func error(_ problem: SessionFileError.Problem) -> SessionFileError {
        SessionFileError(path: path, line: line + 1, problem: problem)
    }

    private mutating func session(_ end: ArraySlice<UInt8>) throws(SessionFileError) -> SyncedSession {
        if rest.count + end.count > maxLineBytes { throw error(.tooLong) }
        let bytes = rest + end
        rest.removeAll(keepingCapacity: true)
        let object: JSONObject
        do throws(JSONError) {
            guard case .object(let document) = try JSONReader.value(bytes) else { throw .malformed }
            object = document
        } catch {
            switch error {
            case .malformed: throw self.error(.malformed)
            case .repeatedKey: throw self.error(.repeatedKey)
            case .tooLarge: throw self.error(.tooLong)
            }
        }
        guard let text = object["uuid"] else { throw error(.noUUID) }
        guard let id = text.text.flatMap(UUID.init(canonical:)) else { throw error(.badUUID) }
        guard seen.insert(id).inserted else { throw error(.repeatedUUID) }
        let session = try session(id, object)
        line += 1
        return session
    }

    private func session(_ id: UUID, _ object: JSONObject) throws(SessionFileError) -> SyncedSession {
        var values = EntryValues()
        var others: [JSONObject.Member] = []
        for member in object.members where member.key != "uuid" {
            guard let field = EntryField(key: member.key) else {
                if others.count == SessionFile.maxUnknownKeys { throw error(.tooManyKeys) }
                others.append(member)
                continue
            }
            if case .null = member.value { continue }
            if let text = member.value.text, text.utf8.count > maxTextBytes { throw error(.textTooLong(field)) }
            guard let value = FieldValue(member.value, of: field.kind) else { throw error(.wrongType(field)) }
            values[field] = value
        }
        return SyncedSession(id: id, values: values, others: others)
    }
}

extension FieldValue {
    /// The value of a canonical form; nil if its type is wrong or the number does not fit.
    fileprivate init?(_ value: JSONValue, of kind: EntryField.Kind) {
        switch (kind, value) {
        case (.date, .string(let text)):
            guard let date = SessionDate.date(text) ?? FieldValue.infinity(text) else { return nil }
            self = .date(date)
        case (.date, .number):
            guard let date = value.double else { return nil }
            self = .date(date)
        case (.text, .string(let text)), (.zone, .string(let text)), (.measure, .string(let text)):
            self = .text(text)
        case (.integer, .number):
            guard let number: Int16 = value.integer() else { return nil }
            self = .integer(number)
        case (.number, .number):
            guard let number = value.double else { return nil }
            self = .number(number)
        case (.number, .string(let text)):
            guard let number = FieldValue.infinity(text) else { return nil }
            self = .number(number)
        default: return nil
        }
    }

    private static func infinity(_ text: String) -> Double? {
        switch text {
        case "Infinity": .infinity
        case "-Infinity": -.infinity
        default: nil
        }
    }
}
