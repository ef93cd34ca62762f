import Journal
import SurfLanguage

/// Numbers the names of one kind in the order of their first use.
///
/// Places and boards are compared byte by byte. Tags and people are compared ignoring case and accents, and have the
/// spelling that was used most often.
struct NameIndex {
    private struct Spelling {
        let name: String
        let number: Int
        var uses = 0
    }

    private let kind: NameKind
    private var spellings: [Spelling] = []
    /// The spellings by name.
    private var indices: [String: Int] = [:]
    /// The numbers of tags and people by folded name.
    private var numbers: [String: Int] = [:]
    /// The number of names.
    private(set) var count = 0

    init(_ kind: NameKind) { self.kind = kind }

    /// The slot of the names' field in a block; nil if the store does not have the field.
    func column(in block: RecordBlock) -> Int? { block.column(kind.field) }

    /// The number of a place or board. A new name gets the next number.
    mutating func number(_ name: UnsafeBufferPointer<UInt8>) -> Int {
        let name = String(decoding: name, as: UTF8.self)
        let index = indices[name] ?? add(name)
        spellings[index].uses += 1
        return spellings[index].number
    }

    /// Appends the numbers of the names in a field's text, each once.
    mutating func append(_ text: UnsafeBufferPointer<UInt8>, to numbers: inout [Int]) {
        guard case .mention(let kind) = kind else { return numbers.append(number(text)) }
        let before = numbers.count
        var reader = MentionReader(kind, text)
        while let range = reader.next() {
            let number = number(UnsafeBufferPointer(rebasing: text[range]))
            if !numbers[before...].contains(number) { numbers.append(number) }
        }
    }

    /// The names by number.
    var names: [String] {
        var best = [Spelling?](repeating: nil, count: count)
        for spelling in spellings where spelling.uses > best[spelling.number]?.uses ?? 0 {
            best[spelling.number] = spelling
        }
        return best.map { $0?.name ?? "" }
    }

    private mutating func add(_ name: String) -> Int {
        let number = number(of: name)
        if number == count { count += 1 }
        indices[name] = spellings.count
        spellings.append(Spelling(name: name, number: number))
        return spellings.count - 1
    }

    private mutating func number(of name: String) -> Int {
        guard case .mention = kind else { return count }
        let folded = MentionMatch.folded(name)
        if let number = numbers[folded] { return number }
        numbers[folded] = count
        return count
    }
}
