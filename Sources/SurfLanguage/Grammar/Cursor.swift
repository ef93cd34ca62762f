/// A position in a line, up to a limit. It moves over what was recognized; an attempt that fails leaves it where it was.
struct Cursor {
    let grammar: Grammar
    private(set) var index: Int
    let end: Int

    init(_ grammar: Grammar, at index: Int, before end: Int) {
        (self.grammar, self.index, self.end) = (grammar, index, end)
    }

    /// Moves as far as `body` does, unless it returns nil.
    mutating func attempt<Value>(_ body: (inout Cursor) -> Value?) -> Value? {
        var copy = self
        guard let value = body(&copy) else { return nil }
        self = copy
        return value
    }

    /// Moves to an index that a function of the grammar returned.
    mutating func move(to index: Int) { self.index = index }

    // MARK: The next token

    var token: Token? { index < end ? grammar.tokens[index] : nil }

    /// Whether the next token follows the last one without a blank.
    var isGlued: Bool { grammar.isGlued(index, end) }

    /// Whether what was recognized may end here.
    var isBoundary: Bool { grammar.isBoundary(index) }

    var isAtWord: Bool { token?.kind == .word }

    // MARK: Moving

    mutating func match<Value>(_ accept: (Term) -> Value?) -> Value? {
        guard let found = grammar.match(index, end, accept) else { return nil }
        index = found.end
        return found.value
    }

    @discardableResult
    mutating func skip(_ terms: Term...) -> Bool { match { terms.contains($0) ? () : nil } != nil }

    @discardableResult
    mutating func skip(_ term: Term) -> Bool { match { $0 == term ? () : nil } != nil }

    @discardableResult
    mutating func word(_ keys: String...) -> Bool {
        guard let token, token.kind == .word, keys.contains(token.key) else { return false }
        index += 1
        return true
    }

    @discardableResult
    mutating func symbol(_ symbol: Unicode.Scalar, isGlued: Bool = false) -> Bool {
        guard token?.symbol == symbol, !isGlued || self.isGlued else { return false }
        index += 1
        return true
    }

    /// A whole number in digits, with their count.
    mutating func digits(_ sizes: ClosedRange<Int> = 1...9) -> (value: Int, size: Int)? {
        guard let value = grammar.digits(index, end), let size = token?.key.utf8.count, sizes.contains(size) else {
            return nil
        }
        index += 1
        return (value, size)
    }

    /// A whole number in words or digits.
    mutating func whole(_ range: ClosedRange<Int>) -> Int? {
        attempt { cursor in
            guard let found = cursor.grammar.number(cursor.index, cursor.end), let value = Int(exactly: found.value),
                range.contains(value)
            else { return nil }
            cursor.index = found.end
            return value
        }
    }

    mutating func unit() -> Unit? {
        guard let found = grammar.unit(index, end) else { return nil }
        index = found.end
        return found.value
    }

    mutating func rangeMark() -> Bool {
        guard let next = grammar.rangeMark(index, end) else { return false }
        index = next
        return true
    }

    // MARK: Looking ahead

    func sees<Value>(_ body: (inout Cursor) -> Value?) -> Bool {
        var copy = self
        return body(&copy) != nil
    }

    /// Whether the next words count something: a unit or people.
    var isCounted: Bool {
        if !isGlued, grammar.isWord(index, end, "w") { return false }
        return grammar.unit(index, end) != nil && !grammar.beginsLength(index, end)
            || grammar.skip(index, end, .people) != nil
    }

    func isSymbol(_ symbol: Unicode.Scalar) -> Bool { token?.symbol == symbol }
}
