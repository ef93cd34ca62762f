import Journal

/// One thread of an export. It takes one part after the other, reads and formats it, and writes it after the part
/// before it.
struct PartFormatting: Sendable {
    let reader: BackgroundQuery.Reader
    /// Nil for a single part with all entries.
    let parts: KeyParts?
    let output: PartedOutput
    private(set) var formatter: any RowFormatter
    private var entries = 0

    init(_ reader: BackgroundQuery.Reader, _ parts: KeyParts?, _ formatter: any RowFormatter, to output: PartedOutput) {
        self.reader = reader
        self.parts = parts
        self.formatter = formatter
        self.output = output
    }

    /// Works until no part is left, or a thread of the export has failed.
    mutating func run() {
        do {
            while let part = output.take() { try write(part) }
        } catch {
            output.fail(error)
        }
    }

    private mutating func write(_ part: Int) throws {
        try output.check()
        try reader.read(among: parts?[part]) { block in
            try output.check()
            formatter.append(block)
            entries += block.count
            let size = formatter.bytes.count
            guard size >= OutputFile.chunk, size >= PartedOutput.most || output.isTurn(of: part) else { return }
            try send(part)
        }
        try send(part)
        output.end(part)
    }

    /// Writes the formatted bytes, without a separator before the first entry of the file.
    private mutating func send(_ part: Int) throws {
        try output.waitForTurn(of: part)
        if entries == 0 { return }
        try output.write(formatter.bytes.dropFirst(output.hasEntries ? 0 : formatter.separatorSize), entries: entries)
        formatter.removeWritten()
        entries = 0
    }
}
