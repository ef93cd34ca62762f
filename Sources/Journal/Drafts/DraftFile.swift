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
        var json = JSONWriter()
        json.beginObject()
        json.number("format", Int64(format))
        json.number("model", Int64(model(of: content)))
        json.text("store", content.storeUUID)
        json.number("entry", content.entryID)
        json.number("rev", content.baseRev)
        json.text("since", "\(content.since)")
        if let reserved = content.reserved { json.number("reserved", reserved) }
        json.key("base")
        json.fields { content.base[$0].map(Optional.some) }
        json.key("changes")
        json.fields { content.changes[$0] }
        json.endObject()
        json.endLine()
        return json.bytes
    }

    /// The draft in a file, or nil if `bytes` did not write it.
    static func content(_ bytes: [UInt8]) -> DraftContent? {
        guard let stored = try? JSONDecoder().decode(StoredDraft.self, from: Data(bytes)) else { return nil }
        guard stored.format == format, models.contains(stored.model), let since = Double(stored.since),
            stored.rev >= 0, stored.entry.map({ $0 > 0 }) ?? true
        else { return nil }
        var base = EntryValues()
        for (field, value) in stored.base.values { base[field] = value }
        return DraftContent(
            entryID: stored.entry, baseRev: stored.rev, base: base, changes: stored.changes.values,
            storeUUID: stored.store, since: since, reserved: stored.reserved)
    }

    private static func model(of content: DraftContent) -> Int {
        let later = EntryField.allCases.filter { !EntryField.firstModel.contains($0) }
        return later.contains { content.base[$0] != nil || content.changes[$0] != nil } ? 2 : 1
    }
}

extension JSONWriter {
    fileprivate mutating func number(_ name: String, _ number: Int64?) {
        key(name)
        value(number)
    }

    fileprivate mutating func text(_ name: String, _ text: String) {
        key(name)
        value(text)
    }

    /// Writes the fields that have a value, which may be null.
    fileprivate mutating func fields(_ valueOf: (EntryField) -> FieldValue??) {
        beginObject()
        for field in EntryField.allCases {
            guard let found = valueOf(field) else { continue }
            key(field.name)
            switch found {
            case nil: null()
            case .date(let seconds)?: value("\(seconds)")
            case .integer(let number)?: value(Int64(number))
            case .number(let number)?: value(number)
            case .text(let text)?: value(text)
            }
        }
        endObject()
    }
}

/// A draft's file as decoded.
private struct StoredDraft: Decodable {
    let format: Int
    let model: Int
    let store: String
    let entry: Int64?
    let rev: Int64
    let since: String
    let reserved: Int64?
    let base: StoredFields
    let changes: StoredFields
}

/// An object of fields. An unknown name is refused: a later version of the program wrote it.
private struct StoredFields: Decodable {
    var values: [EntryField: FieldValue?] = [:]

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: FieldKey.self)
        for key in container.allKeys {
            let isNull = try container.decodeNil(forKey: key)
            values.updateValue(isNull ? nil : try StoredFields.value(key, container), forKey: key.field)
        }
        guard container.allKeys.count == (try decoder.container(keyedBy: AnyKey.self)).allKeys.count else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "unknown field"))
        }
    }

    private static func value(_ key: FieldKey, _ container: KeyedDecodingContainer<FieldKey>) throws -> FieldValue {
        switch key.field.kind {
        case .integer: return .integer(try container.decode(Int16.self, forKey: key))
        case .number: return .number(try container.decode(Double.self, forKey: key))
        case .text, .zone, .measure: return .text(try container.decode(String.self, forKey: key))
        case .date:
            guard let date = Double(try container.decode(String.self, forKey: key)) else {
                throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: "no date")
            }
            return .date(date)
        }
    }
}

private struct FieldKey: CodingKey {
    let field: EntryField
    var stringValue: String { field.name }
    var intValue: Int? { nil }

    init?(stringValue: String) {
        guard let field = EntryField(key: stringValue) else { return nil }
        self.field = field
    }

    init?(intValue: Int) { nil }
}

private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
