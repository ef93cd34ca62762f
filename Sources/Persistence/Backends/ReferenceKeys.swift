import Foundation

/// Maps an incremental store's own references to keys, one for each entity and reference. Use on any thread.
///
/// References with the same text in a URI are equal: 12 as an Int is 12 as an NSNumber.
package final class ReferenceKeys: Sendable {
    private struct Record: Hashable {
        let entity: String
        /// The reference as it appears in a URI; nil if it has no text.
        let text: String?
        let reference: AnyHashable

        static func == (left: Record, right: Record) -> Bool {
            left.entity == right.entity && left.text == right.text
                && (left.text != nil || left.reference == right.reference)
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(entity)
            if let text { hasher.combine(text) } else { hasher.combine(reference) }
        }
    }

    private struct State: @unchecked Sendable {
        var keys: [Record: Int64] = [:]
        /// The record with key n is at index n - 1.
        var records: [Record] = []
    }

    private let state = LockedValue(State())
    /// Distinguishes URIs of references without a text from URIs that were made when the store was open before.
    private let lifetime = UUID()

    /// The key of a reference; a new key the first time. O(1).
    func key(of reference: AnyHashable, entity: String) -> Int64 {
        let record = UncheckedBox(
            Record(entity: entity, text: ReferenceText.text(of: reference.base), reference: reference))
        return state.withLock { state in
            let record = record.value
            if let key = state.keys[record] { return key }
            state.records.append(record)
            let key = Int64(state.records.count)
            state.keys[record] = key
            return key
        }
    }

    /// The reference for a key.
    func reference(of key: Int64) -> AnyHashable? { record(of: key)?.reference }

    /// The name of the entity of the record with this key.
    func entityName(of key: Int64) -> String? { record(of: key)?.entity }

    /// The last part of the URI of the record with this key.
    func uriName(of key: Int64) -> String {
        "p" + (record(of: key)?.text ?? ReferenceText.text(of: key, in: lifetime))
    }

    /// The key of the record with this URI name; nil if the name belongs to a reference without a text and was made
    /// when the store was open before.
    func key(ofURIName name: String, entity: String) -> Int64? {
        guard name.hasPrefix("p") else { return nil }
        let text = String(name.dropFirst())
        if let reference = ReferenceText.reference(of: text) { return key(of: reference, entity: entity) }
        guard let key = ReferenceText.key(of: text, in: lifetime), entityName(of: key) == entity else { return nil }
        return key
    }

    private func record(of key: Int64) -> Record? {
        state.withLock { state in
            UncheckedBox(key > 0 && key <= state.records.count ? state.records[Int(key) - 1] : nil)
        }.value
    }
}

/// Carries a value through a lock without a Sendable check.
private struct UncheckedBox<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}

/// References as they appear in URIs: a number in digits; a text, percent-encoded where a URI requires it or where it
/// would look like a number; and a UUID after `:u`. `:k` is followed by the key of a reference without a text.
enum ReferenceText {
    /// Nil for a reference that cannot be restored from a text.
    static func text(of reference: Any) -> String? {
        switch PropertyValue(reference) {
        case .string(let text): encoded(text)
        case .uuid(let uuid): ":u" + uuid.uuidString
        case .integer(let number): String(number)
        case .double(let number): text(of: number)
        case .decimal(let number): text(of: number)
        default: nil
        }
    }

    /// The text of a key, which is valid only as long as the store stays open.
    static func text(of key: Int64, in lifetime: UUID) -> String { ":k\(key)-" + lifetime.uuidString }

    /// The reference for a text; nil for the text of a key, and for an invalid text.
    static func reference(of text: String) -> AnyHashable? {
        if let number = number(text) { return number }
        if text.hasPrefix(":u") { return UUID(uuidString: String(text.dropFirst(2))).map { AnyHashable($0) } }
        if text.hasPrefix(":") { return nil }
        return text.removingPercentEncoding.map { AnyHashable($0) }
    }

    /// The key in a text that was created in this lifetime.
    static func key(of text: String, in lifetime: UUID) -> Int64? {
        guard text.hasPrefix(":k"), let end = text.firstIndex(of: "-") else { return nil }
        let key = Int64(text[text.index(text.startIndex, offsetBy: 2)..<end])
        return key.flatMap { self.text(of: $0, in: lifetime) == text ? $0 : nil }
    }

    /// The number whose canonical text this is.
    private static func number(_ text: String) -> AnyHashable? {
        if let number = Int(text) { return String(number) == text ? AnyHashable(number) : nil }
        if let number = UInt64(text) { return String(number) == text ? AnyHashable(number) : nil }
        return Double(text).flatMap { self.text(of: $0) == text ? AnyHashable($0) : nil }
    }

    /// A whole number is written as an integer.
    private static func text(of number: Double) -> String? {
        if let whole = Int64(exactly: number) { return String(whole) }
        return number.isFinite ? String(number) : nil
    }

    private static func text(of number: Decimal) -> String? {
        let text = "\(number)"
        return Int64(text) != nil || UInt64(text) != nil ? text : nil
    }

    /// Percent-encoded except for ASCII letters, digits and `-._~`. The first byte is encoded too where the text would
    /// be a number.
    private static func encoded(_ text: String) -> String {
        let plain = text.percentEncodedForURI
        guard number(plain) != nil, let first = plain.utf8.first else { return plain }
        return "%" + String(first, radix: 16, uppercase: true) + plain.dropFirst()
    }
}
