import Journal

/// The keys and values of a JSON object, in order. Nested arrays and objects are skipped.
struct JSONObject: Equatable, Sendable {
    enum Value: Equatable, Sendable {
        case null
        case text(String)
        /// A number as written.
        case number(String)
        /// A boolean, array or object.
        case other
    }

    let members: [(key: String, value: Value)]

    static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.members.elementsEqual(right.members) { $0.key == $1.key && $0.value == $1.value }
    }

    /// Parses bytes that are exactly one object; nil otherwise.
    init?(_ bytes: [UInt8]) {
        let members = bytes.withUnsafeBufferPointer { bytes -> [(key: String, value: Value)]? in
            guard bytes.isUTF8 else { return nil }
            var scan = JSONScan(bytes)
            return scan.object()
        }
        guard let members else { return nil }
        self.members = members
    }
}
