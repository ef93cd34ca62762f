import Foundation
import Persistence
import PersistenceSQLite

extension StoreInspection {
    /// The store's entities, versions and history for people.
    func summary() throws -> String {
        let history = try transactionCount().map { "\($0) \($0 == 1 ? "transaction" : "transactions")" } ?? "none"
        let version = frameworkVersion.map { "Core Data \($0)" } ?? "unknown"
        let identifiers = modelVersionIdentifiers.isEmpty ? "none" : modelVersionIdentifiers.joined(separator: ", ")
        let head = [
            ("Store", name), ("UUID", identifier), ("Model from", source.sentence), ("Model versions", identifiers),
            ("Framework", version), ("History", history),
        ]
        let lines = head.map { "\($0 + ":") ".padded(to: 16) + $1 }
        return (lines + entities.flatMap { [""] + self.lines(of: $0) }).map { $0.printable + "\n" }.joined()
    }

    private func lines(of entity: Entity) -> [String] {
        let parent = entity.parent.map { ": \($0)" } ?? ""
        let count = "\(entity.count) \(entity.count == 1 ? "object" : "objects")"
        let attributes = entity.attributes.map { attribute in
            (attribute.name, attribute.type.modelName + (attribute.isExternal ? ", in files" : ""), attribute.column)
        }
        let relationships = entity.relationships.map { relationship in
            (relationship.name, relationship.sentence, "")
        }
        let rows = attributes + relationships
        let widths = (rows.map(\.0.count).max() ?? 0, rows.map(\.1.count).max() ?? 0)
        return ["\(entity.name)\(parent) (\(count), table \(entity.table))"]
            + rows.map { row in
                let line = "  " + row.0.padded(to: widths.0 + 2) + row.1.padded(to: widths.1 + 2) + row.2
                return String(line.reversed().drop { $0 == " " }.reversed())
            }
    }

    func writeRows(of entity: String, _ write: (String) -> Void) throws {
        try forEachRow(of: entity) { row in
            let width = row.values.map(\.name.count).max() ?? 0
            let values = row.values.map { "  " + $0.name.padded(to: width + 2) + StoreInspection.text(of: $0.value) }
            let lines = ["\(row.reference.text), version \(row.version)"] + values
            write(lines.map { $0.printable + "\n" }.joined())
        }
    }

    func writeHistory(_ write: (String) -> Void) throws {
        try forEachTransaction { transaction in
            let date = transaction.date.map { StoreInspection.text(ofDate: $0.timeIntervalSinceReferenceDate) } ?? ""
            let origin = [transaction.author, transaction.contextName, transaction.bundleID].compactMap { $0 }
            let changes = transaction.changes.map { "  \($0.type.word) \($0.count) \($0.entity)" }
            let lines = ["\(transaction.number)  \(date)  \(origin.joined(separator: ", "))"] + changes
            write(lines.map { $0.printable + "\n" }.joined())
        }
    }

    private static func text(of value: StoredContent) -> String {
        switch value {
        case .null: "nil"
        case .boolean(let value): value ? "yes" : "no"
        case .integer(let value): String(value)
        case .real(let value): "\(value)"
        case .text(let text): text
        case .date(let seconds): text(ofDate: seconds)
        case .data(let bytes): "\(bytes.count) bytes"
        case .uuid(let uuid): uuid.uuidString
        case .file(let name): "in the file \(name)"
        case .object(let object): object.text
        case .objects(let objects): "[" + objects.map(\.text).joined(separator: ", ") + "]"
        }
    }
}

extension StoreInspection.Source {
    fileprivate var sentence: String {
        switch self {
        case .record: "the record of the model in the metadata"
        case .cache: "Core Data's cache of the model (Z_MODELCACHE)"
        case .tables: "the tables; names are in lower case, and some inverses are missing"
        }
    }
}

extension StoreInspection.Reference {
    fileprivate var text: String { "\(entity)/\(key)" }
}

extension StoreInspection.Relationship {
    fileprivate var sentence: String {
        let kind = isToMany ? (isOrdered ? "ordered to-many " : "to-many ") : "to-one "
        return kind + destination + (inverse.map { ".\($0)" } ?? ", without inverse")
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

    /// The text in one line, without characters that control a terminal.
    fileprivate var printable: String {
        var result = ""
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate:
                result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
