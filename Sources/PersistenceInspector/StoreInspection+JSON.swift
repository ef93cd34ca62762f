import Foundation
import Persistence
import PersistenceSQLite

extension StoreInspection {
    /// The store's entities, versions and history as one value.
    func summaryJSON() throws -> JSONText {
        .object([
            ("store", .string(name)), ("identifier", .string(identifier)), ("modelFrom", .string(source.rawValue)),
            ("frameworkVersion", frameworkVersion.map { .integer(Int64($0)) } ?? .null),
            ("modelVersionIdentifiers", .list(modelVersionIdentifiers.map { .string($0) })),
            ("historyTransactions", try transactionCount().map { .integer(Int64($0)) } ?? .null),
            ("entities", .list(entities.map(\.json))),
        ])
    }

    func writeRowsJSON(of entity: String, _ write: (String) -> Void) throws {
        try withoutActuallyEscaping(write) { write in
            var list = JSONList(write)
            try forEachRow(of: entity) { row in
                let head = [("id", uri(row.reference)), ("version", JSONText.integer(row.version))]
                list.append(.object(head + row.values.map { ($0.name, json($0.value)) }))
            }
            list.finish()
        }
    }

    func writeHistoryJSON(_ write: (String) -> Void) throws {
        try withoutActuallyEscaping(write) { write in
            var list = JSONList(write)
            try forEachTransaction { list.append($0.json) }
            list.finish()
        }
    }

    private func uri(_ object: Reference) -> JSONText {
        .string("x-coredata://\(identifier)/\(object.entity)/p\(object.key)")
    }

    private func json(_ value: StoredContent) -> JSONText {
        switch value {
        case .null: .null
        case .boolean(let value): .boolean(value)
        case .integer(let value): .integer(value)
        case .real(let value): .real(value)
        case .text(let text): .string(text)
        case .date(let seconds): .string(StoreInspection.text(ofDate: seconds))
        case .data(let bytes): .string(Data(bytes).base64EncodedString())
        case .uuid(let uuid): .string(uuid.uuidString)
        case .file(let name): .object([("file", .string(name))])
        case .object(let object): uri(object)
        case .objects(let objects): .list(objects.map(uri))
        }
    }

    /// The date in ISO 8601 with milliseconds, or its seconds since 2001 if it is beyond the years 1 to 9999.
    static func text(ofDate seconds: Double) -> String {
        guard (-63_114_076_800..<252_423_993_600).contains(seconds) else { return "\(seconds)" }
        return Date(timeIntervalSinceReferenceDate: seconds)
            .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    var frameworkVersion: Int? { metadata["NSPersistenceFrameworkVersion"] as? Int }

    var modelVersionIdentifiers: [String] {
        (metadata[StoreMetadataKey.modelVersionIdentifiers] as? [any Sendable] ?? []).compactMap { $0 as? String }
    }
}

extension StoreInspection.Entity {
    fileprivate var json: JSONText {
        .object([
            ("name", .string(name)), ("number", .integer(number)), ("parent", .optional(parent)),
            ("table", .string(table)), ("count", .integer(Int64(count))), ("attributes", .list(attributes.map(\.json))),
            ("relationships", .list(relationships.map(\.json))),
        ])
    }
}

extension StoreInspection.Attribute {
    fileprivate var json: JSONText {
        .object([
            ("name", .string(name)), ("type", .string(type.modelName)), ("column", .string(column)),
            ("isExternal", .boolean(isExternal)),
        ])
    }
}

extension StoreInspection.Relationship {
    fileprivate var json: JSONText {
        .object([
            ("name", .string(name)), ("destination", .string(destination)), ("inverse", .optional(inverse)),
            ("isToMany", .boolean(isToMany)), ("isOrdered", .boolean(isOrdered)),
        ])
    }
}

extension StoreInspection.Transaction {
    fileprivate var json: JSONText {
        .object([
            ("number", .integer(number)),
            ("date", .optional(date.map { StoreInspection.text(ofDate: $0.timeIntervalSinceReferenceDate) })),
            ("author", .optional(author)), ("contextName", .optional(contextName)), ("bundleID", .optional(bundleID)),
            ("processID", .optional(processID)),
            (
                "changes",
                .list(
                    changes.map {
                        .object([
                            ("entity", .string($0.entity)), ("type", .string($0.type.word)),
                            ("count", .integer(Int64($0.count))),
                        ])
                    })
            ),
        ])
    }
}

extension PersistentHistoryChangeType {
    var word: String {
        switch self {
        case .insert: "insert"
        case .update: "update"
        case .delete: "delete"
        }
    }
}
