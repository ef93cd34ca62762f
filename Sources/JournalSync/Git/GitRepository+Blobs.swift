/// The bytes of files.
extension GitRepository {
    /// Reads blobs in one process, in order and in pieces.
    /// - Parameters:
    ///   - limit: The largest blob, in bytes.
    ///   - body: Receives the index of a blob, a piece, and whether it is the last one.
    package func read(
        _ blobs: [String], atMost limit: Int, _ body: (Int, ArraySlice<UInt8>, Bool) throws(GitError) -> Void
    ) throws(GitError) {
        for blob in blobs { try requireID(blob) }
        var reader = BlobAnswers(limit: limit)
        var next = 0
        let end = try git.run(
            ["cat-file", "--batch", "--buffer"], in: path,
            input: { () throws(GitError) in
                guard next < blobs.count else { return nil }
                let part = blobs[next..<min(next + 1_000, blobs.count)]
                next += part.count
                return part.flatMap { Array($0.utf8) + [0x0A] }
            }, output: { (piece) throws(GitError) in try reader.read(piece, body) })
        guard end.status == 0 else { throw .failed(command: "cat-file", status: end.status, line: end.errors.line) }
        guard reader.count == blobs.count else { throw .unexpectedAnswer(command: "cat-file") }
    }
}
