/// An operand that names an entry or a draft.
enum EntryOperand: Equatable, Sendable {
    case id(Int64)
    /// The entry that this person added or changed last.
    case last
    /// The newest entry by date.
    case newest
    /// A draft by its number.
    case draft(Int)
    /// A date, or words of a place, a board or notes, that are to find one entry.
    case words(String)

    /// Reads `5001`, `last`, `newest`, `d3`, or words such as `malibu` and `last friday`.
    /// - Throws: `.notAnID` for a text that is none of these.
    init(_ text: String) throws(Refusal) {
        if let exact = EntryOperand(exact: text) {
            self = exact
        } else if text.wholeMatch(of: /[dD]-?[0-9]*/) != nil {
            throw .notAnID(text)
        } else if text.contains(where: \.isLetter) || text.contains("-") && text.first != "-" {
            self = .words(text)
        } else {
            throw .notAnID(text)
        }
    }

    /// Reads operands. Several that are not all names are the words of one, so that `last friday` needs no quotes.
    static func list(_ texts: [String]) throws(Refusal) -> [EntryOperand] {
        let exact = texts.compactMap { EntryOperand(exact: $0) }
        if exact.count == texts.count { return exact }
        return [try EntryOperand(texts.joined(separator: " "))]
    }

    /// Reads at most one operand.
    static func single(_ texts: [String]) throws(Refusal) -> EntryOperand? {
        let operands = try list(texts)
        if operands.count > 1 { throw .usage("Name one session, not \(operands.count).") }
        return operands.first
    }

    /// Reads the name of an entry or a draft; nil for any other text.
    init?(exact text: String) {
        if text == "last" {
            self = .last
        } else if text == "newest" {
            self = .newest
        } else if let id = Int64(text), id > 0, EntryOperand.isDigits(text) {
            self = .id(id)
        } else if text.hasPrefix("d"), let number = Int(text.dropFirst()), number > 0,
            EntryOperand.isDigits(text.dropFirst())
        {
            self = .draft(number)
        } else {
            return nil
        }
    }

    private static func isDigits(_ text: some StringProtocol) -> Bool {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
