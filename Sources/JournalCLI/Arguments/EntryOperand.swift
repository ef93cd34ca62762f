/// An operand that names an entry or a draft.
enum EntryOperand: Equatable, Sendable {
    case id(Int64)
    /// The newest entry.
    case last
    /// A draft by its number.
    case draft(Int)

    /// Reads `5001`, `last` or `d3`.
    init(_ text: String) throws(Refusal) {
        if text == "last" {
            self = .last
        } else if let id = Int64(text), id > 0, EntryOperand.isDigits(text) {
            self = .id(id)
        } else if text.hasPrefix("d"), let number = Int(text.dropFirst()), number > 0,
            EntryOperand.isDigits(text.dropFirst())
        {
            self = .draft(number)
        } else {
            throw .notAnID(text)
        }
    }

    private static func isDigits(_ text: some StringProtocol) -> Bool {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
