/// The text at the beginning of a TCD file: lines such as `[NODE BITS] = 15`.
struct TideTableHeaderText {
    private var values: [Substring: Substring] = [:]

    /// The most bytes of the text. It has about 1,500.
    private static let longest = 65_536
    private static let start = Array("[VERSION]".utf8)
    private static let end = "[END OF ASCII HEADER DATA]"

    /// No number in a header is larger, in either direction.
    static let anyNumber = -2_147_483_648...2_147_483_647

    /// - Throws: `TideTableError.notATable`, and `.damaged` for a text without an end.
    init(_ bytes: UnsafeRawBufferPointer) throws(TideTableError) {
        guard bytes.starts(with: TideTableHeaderText.start) else { throw .notATable }
        // Zeros follow it.
        let text = String(
            decoding: bytes.prefix(TideTableHeaderText.longest).prefix { $0 != 0 }, as: UTF8.self)
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix(TideTableHeaderText.end) { return }
            guard line.hasPrefix("["), let close = line.firstIndex(of: "]"), let equals = line.firstIndex(of: "=")
            else { continue }
            let name = line[line.index(after: line.startIndex)..<close]
            if values[name] != nil { throw .damaged(String(name.prefix(30))) }
            values[name] = line[line.index(after: equals)...].drop { $0 == " " }
        }
        throw .damaged("header")
    }

    /// A whole number within a range.
    func number(_ name: String, _ allowed: ClosedRange<Int>) throws(TideTableError) -> Int {
        guard let number = values[name[...]].flatMap({ Int($0) }), allowed.contains(number) else {
            throw .damaged(name)
        }
        return number
    }

    func bits(_ name: String, _ allowed: ClosedRange<Int> = 1...32) throws(TideTableError) -> Int {
        try number(name, allowed)
    }

    /// A width and a scale.
    func scaled(_ name: String, bits allowed: ClosedRange<Int> = 1...32) throws(TideTableError)
        -> TideTableHeader.Scaled
    {
        let scale = try number("\(name) SCALE", 1...Self.anyNumber.upperBound)
        return TideTableHeader.Scaled(bits: try bits("\(name) BITS", allowed), scale: Double(scale))
    }

    /// A table of names.
    /// - Parameter isFull: Whether it has room for its names only. The others have room for every index.
    func names(_ name: String, count: String, isFull: Bool = false) throws(TideTableError) -> TideTableHeader.Names {
        let bits = try bits("\(name) BITS", 1...16)
        let count = try number(count, 0...1 << bits)
        let size = try number("\(name) SIZE", 1...1_000)
        return TideTableHeader.Names(count: count, room: isFull ? count : 1 << bits, size: size, bits: bits)
    }
}
