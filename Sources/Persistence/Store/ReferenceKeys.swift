import Foundation

/// The keys that stand for an incremental store's own references, one for each entity and reference. Any thread.
final class ReferenceKeys: Sendable {
    private struct Record: Hashable {
        let entity: String
        let reference: AnyHashable
    }

    private struct State: @unchecked Sendable {
        var keys: [Record: Int64] = [:]
        /// The record with key n is at n - 1.
        var records: [Record] = []
    }

    private let state = Guarded(State())

    /// The key of a reference, new where it was not named before. O(1).
    func key(of reference: AnyHashable, entity: String) -> Int64 {
        let reference = UncheckedBox(reference)
        return state.withLock { state in
            let record = Record(entity: entity, reference: reference.value)
            if let key = state.keys[record] { return key }
            state.records.append(record)
            let key = Int64(state.records.count)
            state.keys[record] = key
            return key
        }
    }

    /// The reference that a key stands for.
    func reference(of key: Int64) -> AnyHashable? { record(of: key)?.reference }

    /// The name of the entity of the record with this key.
    func entityName(of key: Int64) -> String? { record(of: key)?.entity }

    private func record(of key: Int64) -> Record? {
        state.withLock { state in
            UncheckedBox(state.records.indices.contains(Int(key) - 1) ? state.records[Int(key) - 1] : nil)
        }.value
    }
}

/// Carries a value through a lock.
private struct UncheckedBox<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}

/// References in URIs: `p12` is the integer 12, `ps` and a text, `pu` and a UUID; `pk` and a key for what has no text.
enum ReferenceText {
    static func name(of reference: AnyHashable, key: Int64) -> String {
        switch reference.base {
        case let number as any BinaryInteger: "p\(number)"
        case let text as String: "ps" + escaped(text)
        case let uuid as UUID: "pu" + uuid.uuidString
        default: "pk\(key)"
        }
    }

    /// The reference of a name; nil for a name of no known form, or one that only a key stands for.
    static func reference(named name: String) -> AnyHashable? {
        guard name.hasPrefix("p") else { return nil }
        if let number = Int(name.dropFirst()) { return AnyHashable(number) }
        let rest = String(name.dropFirst(2))
        switch name.dropFirst().first {
        case "s": return unescaped(rest).map { AnyHashable($0) }
        case "u": return UUID(uuidString: rest).map { AnyHashable($0) }
        default: return nil
        }
    }

    /// ASCII letters, digits and hyphens as they are, other bytes as `~` and two hexadecimal digits.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            let scalar = Unicode.Scalar(byte)
            if scalar.isASCII, scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "-" {
                result.unicodeScalars.append(scalar)
            } else {
                result += "~" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return result
    }

    private static func unescaped(_ name: String) -> String? {
        var bytes: [UInt8] = []
        var rest = Substring(name)
        while let first = rest.first {
            rest = rest.dropFirst()
            if first == "~" {
                guard rest.count >= 2, let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
                bytes.append(byte)
                rest = rest.dropFirst(2)
            } else {
                bytes += Array(String(first).utf8)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

extension IncrementalStore {
    /// How a URI names the record with this key.
    func uriName(of key: Int64) -> String {
        guard let reference = references.reference(of: key) else { return "pk\(key)" }
        return ReferenceText.name(of: reference, key: key)
    }

    /// The ID of the record that a URI names.
    func objectID(forURIName name: String, of entity: EntityDescription) -> ManagedObjectID? {
        if let reference = ReferenceText.reference(named: name) {
            guard let table = table(for: entity.layout) else { return nil }
            let key = references.key(of: reference, entity: entity.name ?? "")
            return ManagedObjectID(home: table.homes[entity.ordinal], key: key)
        }
        guard name.hasPrefix("pk"), let key = Int64(name.dropFirst(2)), references.reference(of: key) != nil else {
            return nil
        }
        return table(for: entity.layout).map { ManagedObjectID(home: $0.homes[entity.ordinal], key: key) }
    }
}
