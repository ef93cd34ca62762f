/// Reads the answers of `cat-file --batch` from pieces.
struct BlobAnswers {
    private let limit: Int
    private var line: [UInt8] = []
    /// The bytes of the blob that are still to come; nil before its line.
    private var rest: Int?
    /// The blobs read completely.
    private(set) var count = 0

    init(limit: Int) { self.limit = limit }

    mutating func read(
        _ piece: ArraySlice<UInt8>, _ body: (Int, ArraySlice<UInt8>, Bool) throws(GitError) -> Void
    ) throws(GitError) {
        var piece = piece
        while !piece.isEmpty {
            if let left = rest {
                if left > 0 {
                    let part = piece.prefix(left)
                    piece = piece.dropFirst(part.count)
                    rest = left - part.count
                    try body(count, part, rest == 0)
                } else {
                    // The line feed after a blob.
                    piece = piece.dropFirst()
                    rest = nil
                    count += 1
                }
                continue
            }
            let end = piece.firstIndex(of: 0x0A)
            line += piece[..<(end ?? piece.endIndex)]
            if line.count > 1_000 { throw .unexpectedAnswer(command: "cat-file") }
            guard let end else { return }
            piece = piece[(end + 1)...]
            let size = try size()
            if size == 0 { try body(count, [], true) }
            rest = size
        }
    }

    private mutating func size() throws(GitError) -> Int {
        let words = line.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
        line = []
        guard words.count == 3, GitRepository.isID(words[0]), words[1] == "blob", let size = Int(words[2]), size >= 0
        else { throw .unexpectedAnswer(command: "cat-file") }
        if size > limit { throw .tooLarge(command: "cat-file") }
        return size
    }
}
