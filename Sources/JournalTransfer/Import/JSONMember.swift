/// Finds the first array of objects among the members of an object, byte by byte.
struct JSONMember: Sendable {
    private var nesting = JSONNesting()
    /// Whether the byte before, without blanks, opened an array that is a member of the object.
    private var isAfterOpening = false

    /// Whether a byte begins the first element of such an array. Takes it otherwise.
    mutating func begins(at byte: UInt8) -> Bool {
        if !nesting.isInString, !byte.isJSONBlank {
            if isAfterOpening, byte == UInt8(ascii: "{") { return true }
            isAfterOpening = nesting.depth == 1 && byte == UInt8(ascii: "[")
        }
        nesting.take(byte)
        return false
    }

    /// Whether a document is an object with an array of objects, as far as its beginning tells.
    static func isObject(_ beginning: ArraySlice<UInt8>) -> Bool {
        guard beginning.first(where: { !$0.isJSONBlank }) == UInt8(ascii: "{") else { return false }
        var scan = JSONMember()
        for byte in beginning {
            if scan.begins(at: byte) { return true }
            // Another object follows on its own line.
            if scan.nesting.depth == 0, byte == UInt8(ascii: "}") { return false }
        }
        return false
    }
}
