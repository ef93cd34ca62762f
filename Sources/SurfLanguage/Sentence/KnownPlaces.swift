/// The places that a journal knows, as they are found in a line: whatever their case and accents, and with a typo.
///
/// A tree of the words of their names. A look-up follows the words that were typed; for a typo it tries the words of the same
/// first letter and nearly the same length alone, so that a journal of twenty thousand places is as quick as one of three.
package struct KnownPlaces: Sendable {
    /// Where the names that begin with the same words go on.
    private struct Node: Sendable {
        /// The names that end here, by their number.
        var names: [Int] = []
        var children: [String: Int] = [:]
        /// Of the children that may be typed with a typo.
        var mistakable: [WordShape: [(word: String, node: Int)]] = [:]
    }

    private let names: [String]
    private var tree = [Node()]

    /// - Parameter names: those of the most sessions first.
    package init(_ names: [String] = []) {
        self.names = names
        var withArticle: [(words: ArraySlice<String>, number: Int)] = []
        for (number, name) in names.enumerated() where name.utf8.count <= KnownPlaces.longestName {
            let words = KnownPlaces.words(of: name)
            add(words[...], number)
            if words.first == "the" { withArticle.append((words.dropFirst(), number)) }
        }
        // `The Wedge` is also `wedge`, unless that is a place of its own.
        for (words, number) in withArticle where node(behind: words).map({ tree[$0].names.isEmpty }) ?? true {
            add(words, number)
        }
    }

    /// UTF-8 bytes; nobody types a longer one.
    private static let longestName = 1_000

    private mutating func add(_ words: ArraySlice<String>, _ number: Int) {
        if words.isEmpty { return }
        var node = 0
        for word in words { node = child(word, of: node) }
        if !tree[node].names.contains(where: { names[$0] == names[number] }) { tree[node].names.append(number) }
    }

    private mutating func child(_ word: String, of node: Int) -> Int {
        if let child = tree[node].children[word] { return child }
        let child = tree.count
        tree.append(Node())
        tree[node].children[word] = child
        if let shape = WordShape(word), shape.count >= 5 {
            tree[node].mistakable[shape, default: []].append((word, child))
        }
        return child
    }

    /// The first of the names.
    var first: String? { names.first { !KnownPlaces.words(of: $0).isEmpty } }

    // MARK: Looking up

    /// A name that stands in a line.
    struct Match {
        /// More than one where they are equally near.
        var names: [String]
        var tokens: Range<Int>
    }

    /// The longest name that begins with a token, as it is or with a typo.
    /// - Complexity: O(*w*) in the words of the longest name, and for a typo in the words that are nearly as long.
    func match(_ tokens: [Token], at start: Int, before end: Int) -> Match? {
        guard tokens[start].isNameable else { return nil }
        var search = Search(tokens: tokens, start: start, end: end)
        find(0, start, &search)
        if search.found.isEmpty {
            search.mayHaveTypo = true
            find(0, start, &search)
        }
        guard !search.found.isEmpty else { return nil }
        return Match(names: search.found.sorted().map { names[$0] }, tokens: start..<search.stop)
    }

    /// Whether a name is known, to the letter.
    func contains(_ name: String) -> Bool {
        guard let node = node(behind: KnownPlaces.words(of: name)) else { return false }
        return tree[node].names.contains { names[$0] == name }
    }

    /// Where names that begin with these words go on; nil where none does.
    private func node(behind words: some Sequence<String>) -> Int? {
        var node = 0
        for word in words {
            guard let child = tree[node].children[word] else { return nil }
            node = child
        }
        return node
    }

    private struct Search {
        let tokens: [Token]
        let start: Int
        let end: Int
        var mayHaveTypo = false
        /// The names that reach the farthest, and where they end.
        var found: [Int] = []
        var stop = 0
    }

    private func find(_ node: Int, _ index: Int, _ search: inout Search) {
        let tokens = search.tokens
        if !tree[node].names.isEmpty, search.end <= index || !tokens[index].isGlued || tokens[index].isPunctuation {
            take(tree[node].names, index, &search)
        }
        var next = index
        if node > 0 { while next < search.end, tokens[next].isJoint { next += 1 } }
        guard next < search.end, tokens[next].isNameable else { return }
        let typed = KnownPlaces.word(tokens[next])
        if let child = tree[node].children[typed] { find(child, next + 1, &search) }
        guard search.mayHaveTypo else { return }
        search.mayHaveTypo = false
        for child in mistaken(typed, tree[node]) { find(child, next + 1, &search) }
        search.mayHaveTypo = true
    }

    private func take(_ names: [Int], _ stop: Int, _ search: inout Search) {
        if stop == search.stop {
            search.found += names.filter { !search.found.contains($0) }
        } else if stop > search.stop {
            (search.found, search.stop) = (names, stop)
        }
    }

    /// The children whose word was meant by a mistyped one.
    private func mistaken(_ typed: String, _ node: Node) -> [Int] {
        guard !node.mistakable.isEmpty, let shape = WordShape(typed) else { return [] }
        return (max(5, shape.count - 1)...max(5, shape.count + 1)).flatMap { count in
            (node.mistakable[WordShape(initial: shape.initial, count: count)] ?? [])
                .filter { $0.word.isOneTypo(from: typed) }.map(\.node)
        }
    }

    /// The first few of the names that begin with these words and go on.
    func beginning(with tokens: ArraySlice<Token>) -> [String] {
        guard let node = node(behind: tokens.lazy.filter(\.isNameable).map(KnownPlaces.word)), node > 0 else {
            return []
        }
        var found: [Int] = []
        var open = Array(tree[node].children.values)
        while let next = open.popLast() {
            found += tree[next].names
            open += tree[next].children.values
        }
        return found.sorted().prefix(KnownPlaces.mostOffered).map { names[$0] }
    }

    private static let mostOffered = 9

    // MARK: Words

    private static func words(of name: String) -> [String] {
        var name = name
        return name.withUTF8(words) ?? TokenLine(plain: name).tokens.filter(\.isNameable).map(word)
    }

    /// The words of a name in ASCII, as the tokens of a line are cut; nil for any other.
    private static func words(_ bytes: UnsafeBufferPointer<UInt8>) -> [String]? {
        guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        var words: [String] = []
        var start = 0
        while start < bytes.count {
            var end = start + 1
            if bytes[start].isDigit {
                while end < bytes.count, bytes[end].isDigit { end += 1 }
            } else if bytes[start].isLetter {
                while end < bytes.count, bytes[end].isLetter || isApostrophe(end, bytes) { end += 1 }
            } else {
                start = end
                continue
            }
            let word = bytes[start..<end].lazy.filter { $0 != UInt8(ascii: "'") }.map(\.lowercased)
            words.append(String(decoding: Array(word), as: UTF8.self))
            start = end
        }
        return words
    }

    private static func isApostrophe(_ index: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes[index] == UInt8(ascii: "'") || bytes[index] == UInt8(ascii: "`") else { return false }
        return bytes[index - 1].isLetter && index + 1 < bytes.count && bytes[index + 1].isLetter
    }

    private static func word(_ token: Token) -> String {
        token.key.utf8.contains(UInt8(ascii: "'")) ? token.key.replacing("'", with: "") : token.key
    }
}

/// What a typo leaves of a word, but for one letter more or less.
private struct WordShape: Hashable, Sendable {
    let initial: Unicode.Scalar
    /// In letters.
    let count: Int

    init(initial: Unicode.Scalar, count: Int) { (self.initial, self.count) = (initial, count) }

    /// Nil for a word with digits, which nobody may mistake for another.
    init?(_ word: String) {
        guard let initial = word.unicodeScalars.first else { return nil }
        let isPlain = word.utf8.allSatisfy { $0 < 0x80 }
        if isPlain ? word.utf8.contains(where: \.isDigit) : word.contains(where: \.isNumber) { return nil }
        self.init(initial: initial, count: isPlain ? word.utf8.count : word.count)
    }
}

extension String {
    /// Whether it is another word with one letter wrong, missing, extra or swapped with the next.
    func isOneTypo(from typed: String) -> Bool {
        if utf8.allSatisfy({ $0 < 0x80 }) { return KnownPlaces.isOneTypo(utf8, typed.utf8) }
        return KnownPlaces.isOneTypo(self, typed)
    }
}

extension KnownPlaces {
    fileprivate static func isOneTypo<Word: BidirectionalCollection>(_ known: Word, _ typed: Word) -> Bool
    where Word.Element: Equatable {
        var (left, right) = (known[...], typed[...])
        while let letter = left.first, letter == right.first {
            left.removeFirst()
            right.removeFirst()
        }
        guard let first = left.first else { return right.dropFirst().isEmpty && !right.isEmpty }
        guard let other = right.first else { return left.dropFirst().isEmpty }
        let (leftRest, rightRest) = (left.dropFirst(), right.dropFirst())
        return leftRest.elementsEqual(rightRest) || leftRest.elementsEqual(right) || left.elementsEqual(rightRest)
            || leftRest.first == other && rightRest.first == first
                && leftRest.dropFirst().elementsEqual(rightRest.dropFirst())
    }
}

extension Token {
    /// Whether it can be a word of a name.
    fileprivate var isNameable: Bool { kind == .word || kind == .digits }

    /// What may stand between the words of a name.
    fileprivate var isJoint: Bool { isDash && isGlued || kind == .symbol && (key == "." || key == "'") && isGlued }
}
