import Foundation
import Journal
import SurfLanguage

/// A session as all machines know it: its UUID, the values of its fields, and the keys of newer versions.
package struct SyncedSession: Equatable, Sendable {
    package let id: UUID
    package var values: EntryValues
    /// The members with keys that this version does not know, sorted by the bytes of their keys.
    package private(set) var others: [JSONObject.Member]

    package init(id: UUID, values: EntryValues, others: [JSONObject.Member] = []) {
        (self.id, self.values) = (id, values)
        self.others = others.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }

    /// The value of a key, or nil.
    package subscript(_ key: SessionKey) -> SessionValue? {
        get {
            switch key {
            case .field(let field): return values[field].map(SessionValue.field)
            case .other(let name):
                let index = others.partitioningIndex { !$0.key.utf8.lexicographicallyPrecedes(name.utf8) }
                guard index < others.count, others[index].key.isIdentical(to: name) else { return nil }
                return .other(others[index].value)
            }
        }
        set {
            switch (key, newValue) {
            case (.field(let field), .field(let value)?): values[field] = value
            case (.field(let field), _): values[field] = nil
            case (.other, let value): apply([key: value])
            }
        }
    }

    /// Sets keys, or clears those without a value.
    /// - Complexity: O(*n* log *n*) in the number of keys of both.
    mutating func apply(_ changes: [SessionKey: SessionValue?]) {
        var members = others.filter { changes[.other($0.key)] == nil }
        let isWithout = members.count == others.count
        for (key, value) in changes {
            switch (key, value) {
            case (.field, let value): self[key] = value
            case (.other(let name), .other(let document)?):
                members.append(JSONObject.Member(key: name, value: document))
            case (.other, _): continue
            }
        }
        if isWithout, members.count == others.count { return }
        self = SyncedSession(id: id, values: values, others: members)
    }

    /// All keys of the fields, then the unknown keys that a session has.
    /// - Complexity: O(*n* log *n*) in their number.
    package static func keys(of sessions: [SyncedSession]) -> [SessionKey] {
        var keys = EntryField.allCases.map(SessionKey.field)
        var last: String?
        let names = sessions.flatMap { $0.others.map(\.key) }
        for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        where last?.isIdentical(to: name) != true {
            keys.append(.other(name))
            last = name
        }
        return keys
    }

    /// The order in a file: by date, sessions without one first, then by UUID.
    package static func isOrdered(_ left: SyncedSession, _ right: SyncedSession) -> Bool {
        let (date, other) = (left.values.date ?? -.infinity, right.values.date ?? -.infinity)
        if date != other { return date < other }
        return left.id.sortKey < right.id.sortKey
    }

    package static func == (left: SyncedSession, right: SyncedSession) -> Bool {
        left.id == right.id && keys(of: [left, right]).allSatisfy { left[$0] == right[$0] }
    }
}

/// A key of a session in a file. Keys are equal only if their bytes are.
package enum SessionKey: Hashable, Sendable {
    case field(EntryField)
    /// A key that this version does not know.
    case other(String)

    package static func == (left: SessionKey, right: SessionKey) -> Bool {
        switch (left, right) {
        case (.field(let field), .field(let other)): field == other
        case (.other(let name), .other(let other)): name.isIdentical(to: other)
        case (.field, .other), (.other, .field): false
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .field(let field): hasher.combine(field)
        case .other(let name): for byte in name.utf8 { hasher.combine(byte) }
        }
    }
}

/// The value of a key. Two are equal only if they are written as the same bytes: texts that differ in their Unicode
/// normalization differ, and so do 0 and -0.
package enum SessionValue: Equatable, Sendable {
    case field(FieldValue)
    case other(JSONValue)

    package static func == (left: SessionValue, right: SessionValue) -> Bool {
        switch (left, right) {
        case (.field(.text(let text)), .field(.text(let other))): text.isIdentical(to: other)
        case (.field(.date(let number)), .field(.date(let other))),
            (.field(.number(let number)), .field(.number(let other))):
            number.bitPattern == other.bitPattern
        case (.field(let value), .field(let other)): value == other
        case (.other(let value), .other(let other)): value.sorted.line == other.sorted.line
        case (.field, .other), (.other, .field): false
        }
    }
}

extension String {
    /// Whether both have the same bytes. `==` compares by canonical equivalence.
    func isIdentical(to other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension JSONValue {
    /// The document with the members of every object sorted by the bytes of their keys.
    var sorted: JSONValue {
        switch self {
        case .array(let elements): return .array(elements.map(\.sorted))
        case .object(let object):
            let members = object.members.map { JSONObject.Member(key: $0.key, value: $0.value.sorted) }
            return .object(
                JSONObject(members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }))
        case .null, .bool, .number, .string: return self
        }
    }
}

extension UUID {
    /// The first and the last eight bytes as numbers, which order UUIDs as their texts do.
    var sortKey: (UInt64, UInt64) {
        withUnsafeBytes(of: uuid) { bytes in
            (
                UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
    }

    /// The canonical form: lower case.
    package var canonical: String { uuidString.lowercased() }

    /// The UUID of its canonical form, nil for any other text.
    init?(canonical text: String) {
        guard text.utf8.count == 36, let id = UUID(uuidString: text), id.canonical.isIdentical(to: text) else {
            return nil
        }
        self = id
    }
}
