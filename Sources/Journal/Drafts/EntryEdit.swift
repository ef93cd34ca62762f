import Foundation
import SurfLanguage

/// The contents of a draft: the entry's values when the edit began, and the changes.
package struct EntryEdit: Equatable, Sendable {
    package var entryID: Int64?
    package var baseRev: Int64
    package var base: EntryValues
    package var changes: [EntryField: FieldValue?]
    package var storeUUID: String
    package var since: Double
    /// The ID with which an addition was about to be saved. If an entry has it, the save succeeded, and the process
    /// ended before it could remove the draft.
    package var reserved: Int64?
    /// The UUID of the edited entry; nil for an addition, a sample, or if it is unknown.
    package var uuid: UUID?
    /// Whether the draft keeps this machine's values after a conflict with another machine.
    package var isSyncConflict = false

    package init(
        entryID: Int64?, baseRev: Int64, base: EntryValues, changes: [EntryField: FieldValue?], storeUUID: String,
        since: Double, reserved: Int64? = nil, uuid: UUID? = nil, isSyncConflict: Bool = false
    ) {
        (self.entryID, self.baseRev, self.base, self.changes) = (entryID, baseRev, base, changes)
        (self.storeUUID, self.since, self.reserved, self.isSyncConflict) = (storeUUID, since, reserved, isSyncConflict)
        self.uuid = uuid
    }
}

/// A draft's content as it is stored: one JSON object.
///
/// `format` is the version of this layout, and `model` the first version of the journal's model with all the fields in
/// the draft. Dates are strings: the shortest decimal that reads back bit for bit. Text is kept byte for byte. A field
/// that the draft clears is null in `changes`. `sum`, the last member, is a checksum of all bytes before it, which
/// detects accidental damage. Drafts of earlier versions have none.
extension EntryEdit {
    /// The largest content that is written or read, in bytes.
    static let sizeLimit = 64 << 20
    private static let format = 1
    private static let models = 1...2

    /// The content as JSON.
    var bytes: [UInt8] {
        let head: JSONObject = [
            "format": JSONValue(EntryEdit.format), "model": JSONValue(model), "store": .string(storeUUID),
            "entry": JSONValue(entryID), "rev": JSONValue(baseRev), "since": .string("\(since)"),
        ]
        let reserved: JSONObject = reserved.map { ["reserved": JSONValue($0)] } ?? [:]
        let identity: JSONObject = uuid.map { ["uuid": .string($0.uuidString)] } ?? [:]
        let origin: JSONObject = isSyncConflict ? ["sync": .bool(true)] : [:]
        let fields: JSONObject = [
            "base": EntryEdit.object { base[$0].map(Optional.some) },
            "changes": EntryEdit.object { changes[$0] },
        ]
        let body = JSONValue.object(head + reserved + identity + origin + fields).line.dropLast(2)
        return body + EntryEdit.end(after: body)
    }

    /// The keys of a draft without a checksum.
    private static let keysWithoutSum: Set = [
        "format", "model", "store", "entry", "rev", "since", "reserved", "uuid", "sync", "base", "changes",
    ]
    private static let sumKey = "sum"

    /// The last member, which is the checksum of those before it, and the end of the object.
    private static func end(after body: ArraySlice<UInt8>) -> [UInt8] {
        let digits = String(Checksum.of(body), radix: 16)
        return Array(",\"\(sumKey)\":\"\(String(repeating: "0", count: 16 - digits.utf8.count))\(digits)\"}\n".utf8)
    }

    /// Whether the bytes match their checksum. A draft without a checksum may have only the keys of earlier versions.
    private static func isIntact(_ bytes: [UInt8], _ stored: JSONObject) -> Bool {
        if stored[sumKey] == nil { return stored.members.allSatisfy { keysWithoutSum.contains($0.key) } }
        let body = bytes.dropLast(end(after: []).count)
        return bytes.dropFirst(body.count).elementsEqual(end(after: body))
    }

    /// The content in JSON; nil if this version of the program did not write it.
    init?(_ bytes: [UInt8]) {
        guard let stored = try? JSONReader.value(bytes).object, stored["format"]?.integer() == EntryEdit.format,
            EntryEdit.isIntact(bytes, stored),
            let model: Int = stored["model"]?.integer(), EntryEdit.models.contains(model),
            let store = stored["store"]?.text, let rev: Int64 = stored["rev"]?.integer(), rev >= 0,
            let since = (stored["since"]?.text).flatMap({ Double($0) }),
            let entry = EntryEdit.key(stored["entry"]), entry ?? 1 > 0,
            let reserved = EntryEdit.key(stored["reserved"]),
            let base = stored["base"].flatMap(EntryEdit.fields),
            let changes = stored["changes"].flatMap(EntryEdit.fields)
        else { return nil }
        var values = EntryValues()
        for (field, value) in base { values[field] = value }
        self.init(
            entryID: entry, baseRev: rev, base: values, changes: changes, storeUUID: store, since: since,
            reserved: reserved, uuid: (stored["uuid"]?.text).flatMap(UUID.init),
            isSyncConflict: stored["sync"] == .bool(true))
    }

    private var model: Int {
        let later = EntryField.allCases.filter { !EntryField.firstModel.contains($0) }
        return later.contains { base[$0] != nil || changes[$0] != nil } ? 2 : 1
    }

    /// The fields that have a value, which may be null.
    private static func object(_ valueOf: (EntryField) -> FieldValue??) -> JSONValue {
        .object(
            JSONObject(
                EntryField.allCases.compactMap { field in
                    valueOf(field).map { JSONObject.Member(key: field.name, value: JSONValue(draft: $0)) }
                }))
    }

    /// A key that may be null or absent; nil if it is anything but an integer.
    private static func key(_ value: JSONValue?) -> Int64?? {
        guard let value, value != .null else { return .some(nil) }
        let key: Int64? = value.integer()
        return key.map(Optional.some)
    }

    /// The fields of an object; nil if it has an unknown name, which a later version of the program wrote, or a value
    /// that does not fit its field.
    private static func fields(_ value: JSONValue) -> [EntryField: FieldValue?]? {
        guard let object = value.object else { return nil }
        var fields: [EntryField: FieldValue?] = [:]
        for member in object.members {
            guard let field = EntryField(key: member.key) else { return nil }
            if member.value == .null {
                fields.updateValue(nil, forKey: field)
            } else {
                guard let value = FieldValue(draft: member.value, of: field) else { return nil }
                fields.updateValue(value, forKey: field)
            }
        }
        return fields
    }
}

extension JSONValue {
    fileprivate init(draft value: FieldValue?) {
        switch value {
        case nil: self = .null
        case .date(let seconds)?: self = .string("\(seconds)")
        case .integer(let number)?: self.init(number)
        case .number(let number)?: self.init(number)
        case .text(let text)?: self = .string(text)
        }
    }
}

extension FieldValue {
    fileprivate init?(draft value: JSONValue, of field: EntryField) {
        let read: FieldValue? =
            switch field.kind {
            case .integer: value.integer().map(FieldValue.integer)
            case .number: value.double.map(FieldValue.number)
            case .text, .zone, .measure: value.text.map(FieldValue.text)
            case .date: value.text.flatMap({ Double($0) }).map(FieldValue.date)
            }
        guard let read else { return nil }
        self = read
    }
}
