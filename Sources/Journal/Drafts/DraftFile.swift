import Foundation
import SurfLanguage

/// The contents of a draft's file: one JSON object.
///
/// `format` is the version of this layout, and `model` the first version of the journal's model with all the fields in
/// the draft. Dates are strings: the shortest decimal that reads back bit for bit. Text is kept byte for byte. A field
/// that the draft clears is null in `changes`.
enum DraftFile {
    /// The largest file that is written or read, in bytes.
    static let sizeLimit = 64 << 20
    private static let format = 1
    private static let models = 1...2

    /// The file of a draft.
    static func bytes(_ content: DraftContent) -> [UInt8] {
        let head: JSONObject = [
            "format": JSONValue(format), "model": JSONValue(model(of: content)), "store": .string(content.storeUUID),
            "entry": JSONValue(content.entryID), "rev": JSONValue(content.baseRev),
            "since": .string("\(content.since)"),
        ]
        let reserved: JSONObject = content.reserved.map { ["reserved": JSONValue($0)] } ?? [:]
        let fields: JSONObject = [
            "base": object { content.base[$0].map(Optional.some) }, "changes": object { content.changes[$0] },
        ]
        return JSONValue.object(head + reserved + fields).line
    }

    /// The draft in a file, or nil if `bytes` did not write it.
    static func content(_ bytes: [UInt8]) -> DraftContent? {
        guard let stored = try? JSONReader.value(bytes).object, stored["format"]?.integer() == format,
            let model: Int = stored["model"]?.integer(), models.contains(model), let store = stored["store"]?.text,
            let rev: Int64 = stored["rev"]?.integer(), rev >= 0,
            let since = (stored["since"]?.text).flatMap({ Double($0) }),
            let entry = key(stored["entry"]), entry ?? 1 > 0, let reserved = key(stored["reserved"]),
            let base = stored["base"].flatMap(fields), let changes = stored["changes"].flatMap(fields)
        else { return nil }
        var values = EntryValues()
        for (field, value) in base { values[field] = value }
        return DraftContent(
            entryID: entry, baseRev: rev, base: values, changes: changes, storeUUID: store, since: since,
            reserved: reserved)
    }

    private static func model(of content: DraftContent) -> Int {
        let later = EntryField.allCases.filter { !EntryField.firstModel.contains($0) }
        return later.contains { content.base[$0] != nil || content.changes[$0] != nil } ? 2 : 1
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
