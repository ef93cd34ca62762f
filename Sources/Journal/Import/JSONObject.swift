/// The keys and values of one object of JSON, in their order. Lists and objects in it are stepped over.
struct JSONObject: Equatable, Sendable {
    enum Value: Equatable, Sendable {
        case null
        case text(String)
        /// A number as it is written.
        case number(String)
        /// A true, a false, a list or an object.
        case other
    }

    let members: [(key: String, value: Value)]

    static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.members.elementsEqual(right.members) { $0.key == $1.key && $0.value == $1.value }
    }

    /// Reads bytes that are exactly one object; nil where they are not.
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
