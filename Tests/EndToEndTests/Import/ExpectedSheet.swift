import Foundation
import Testing

/// A file written by another program and the sessions in it; Tests/Understanding/README.md explains how they are
/// compared.
struct ExpectedSheet: CustomTestStringConvertible, Sendable {
    /// The value of a field in JSON.
    enum Cell: Decodable, Equatable, Sendable {
        case text(String), number(Double), texts([String]), nothing

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .nothing
            } else if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else if let text = try? container.decode(String.self) {
                self = .text(text)
            } else {
                self = .texts(try container.decode([String].self))
            }
        }

        var text: String? { if case .text(let text) = self { text } else { nil } }
    }

    /// One import of the file.
    struct Run: Decodable, Sendable {
        struct Bad: Decodable, Sendable {
            let row: Int
            let column: String?
        }

        let options: [String]
        let outcome: String
        let sessions: [[String: Cell]]
        let skipped: Int?
        let bad: [Bad]?
        let leftOut: [String]?
        let beaten: [String]?
    }

    private struct Whole: Decodable {
        let file: String
        let zone: String
        let settings: [String: String]
        let answered: Run?
    }

    let url: URL
    let zone: String
    let settings: [String: String]
    let runs: [Run]
    /// Whether `export` wrote the file, so that it must be imported exactly.
    let isOwn: Bool

    var testDescription: String { url.lastPathComponent }

    private init(_ expectation: URL) throws {
        let data = try Data(contentsOf: expectation)
        let whole = try JSONDecoder().decode(Whole.self, from: data)
        url = expectation.deletingLastPathComponent().appendingPathComponent(whole.file)
        (zone, settings) = (whole.zone, whole.settings)
        runs = [try JSONDecoder().decode(Run.self, from: data)] + [whole.answered].compactMap(\.self)
        isOwn = whole.file.contains("own-export")
    }

    /// All tables.
    static let all: [ExpectedSheet] = {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Understanding/sheets")
        return ["columns", "programs", "spreadsheets"].flatMap { name -> [ExpectedSheet] in
            let files =
                (try? FileManager.default.contentsOfDirectory(
                    at: folder.appendingPathComponent(name), includingPropertiesForKeys: nil)) ?? []
            return files.filter { $0.lastPathComponent.hasSuffix(".expected.json") }
                .sorted { $0.lastPathComponent < $1.lastPathComponent }.compactMap { try? ExpectedSheet($0) }
        }
    }()
}

extension ExpectedSheet.Cell {
    /// Whether a stored value equals this one by the rules of the table.
    func isSame(_ found: Any?, field: String, isExact: Bool, zone: TimeZone) -> Bool {
        switch self {
        case .nothing: return found == nil || found is NSNull
        case .number(let number):
            guard let found = found as? Double else { return false }
            let tolerance = field == "duration" ? 0.5 : field == "waterTemperature" ? 0.06 : 0.011
            return abs(found - number) <= (isExact ? 0 : tolerance)
        case .texts(let parts):
            let text = found as? String ?? ""
            return parts.allSatisfy(text.contains)
        case .text(let text):
            guard let found = found as? String else { return false }
            if field == "date" { return Self.minute(found, zone) == Self.minute(text, zone) }
            if isExact || !Self.measures.contains(field) { return found == text }
            return Self.plain(found) == Self.plain(text)
        }
    }

    private static let measures: Set<String> = ["height", "period", "wind", "tide", "crowd"]

    /// Ignores blanks between a number and its unit, and treats a comma as a decimal point.
    private static func plain(_ text: String) -> String {
        var plain = ""
        for character in text where !(character == " " && plain.last?.isNumber == true) {
            plain.append(character == "," ? "." : character)
        }
        return plain
    }

    /// A local time to the minute.
    private static func minute(_ text: String, _ zone: TimeZone) -> String? {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = zone
        format.dateFormat = "yyyy-MM-dd'T'HH:mm"
        let internet = ISO8601DateFormatter()
        if let date = internet.date(from: text) { return format.string(from: date) }
        return String(text.prefix(16))
    }
}
