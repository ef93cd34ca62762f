/// Finds the names of a journal's places in a line, regardless of case and accents, and with one typo.
///
/// The names are stored in a tree of their words, which a look-up follows. For a typo it compares only words of nearly
/// the same length with the same first letter. A look-up is therefore as fast in a journal of twenty thousand places as
/// in one of three.
package struct KnownPlaces: Sendable {
    /// A node of the tree, reached by the words that names begin with.
    private struct Node: Sendable {
        /// The indices of the names that end here.
        var names: [Int] = []
        var children: [String: Int] = [:]
        /// Whether its word may be mistyped.
        var isMistakable = false
        /// The children whose words may be mistyped.
        var mistakable: [WordShape: [(word: String, node: Int)]] = [:]
    }

    private let names: [String]
    private let once: Set<String>
    private var tree = [Node()]
    /// The indices of names by their words without blanks: `lindamar`.
    private var joined: [String: [Int]] = [:]

    /// - Parameters:
    ///   - names: The names, those of the most entries first.
    ///   - once: Those of a single entry, which may themselves be mistyped: nothing is taken for a typo of them.
    package init(_ names: [String] = [], once: Set<String> = []) {
        self.names = names
        self.once = once
        var withArticle: [(words: ArraySlice<String>, number: Int)] = []
        for (number, name) in names.enumerated() where name.utf8.count <= KnownPlaces.longestName {
            let words = KnownPlaces.words(of: name)
            add(words[...], number)
            if words.first == "the" { withArticle.append((words.dropFirst(), number)) }
        }
        // `The Wedge` is also found as `wedge`, unless that is a place itself.
        for (words, number) in withArticle where node(after: words).map({ tree[$0].names.isEmpty }) ?? true {
            add(words, number)
        }
    }

    /// The largest length of a name in UTF-8 bytes.
    private static let longestName = 1_000

    private mutating func add(_ words: ArraySlice<String>, _ number: Int) {
        if words.isEmpty { return }
        var node = 0
        let isMistakable = !once.contains(names[number])
        for word in words { node = child(word, of: node, isMistakable) }
        if !tree[node].names.contains(where: { names[$0] == names[number] }) { tree[node].names.append(number) }
        let whole = words.joined()
        if whole.utf8.count >= KnownPlaces.shortestJoined { joined[whole, default: []].append(number) }
    }

    /// The least length of a name in whose words blanks do not matter.
    private static let shortestJoined = 7

    private mutating func child(_ word: String, of node: Int, _ isMistakable: Bool) -> Int {
        let child = tree[node].children[word] ?? tree.count
        if child == tree.count {
            tree.append(Node())
            tree[node].children[word] = child
        }
        if isMistakable, !tree[child].isMistakable, let shape = WordShape(word), shape.count >= 5 {
            tree[child].isMistakable = true
            tree[node].mistakable[shape, default: []].append((word, child))
        }
        return child
    }

    /// The first name that contains a word.
    var first: String? { names.first { !KnownPlaces.words(of: $0).isEmpty } }

    // MARK: Look-up

    /// A name found in a line.
    struct Match {
        /// The candidates. There are several if they match equally well.
        var names: [String]
        var tokens: Range<Int>
    }

    /// The longest name that begins at a token, exact or with a typo.
    /// - Complexity: O(*w*) in the words of the longest name, and for a typo in the words of nearly the same length.
    func match(_ tokens: [Token], at start: Int, before end: Int) -> Match? {
        guard tokens[start].isNameable else { return nil }
        var search = Search(tokens: tokens, start: start, end: end)
        find(0, start, &search)
        if search.found.isEmpty { findJoined(&search) }
        if search.found.isEmpty {
            search.mayHaveTypo = true
            find(0, start, &search)
            if !search.found.isEmpty, SurfSpots.end(of: tokens, at: start) != nil { return nil }
        }
        guard !search.found.isEmpty else { return nil }
        return Match(names: search.found.sorted().map { names[$0] }, tokens: start..<search.stop)
    }

    /// Whether the exact name is known.
    package func contains(_ name: String) -> Bool {
        guard let node = node(after: KnownPlaces.words(of: name)) else { return false }
        return tree[node].names.contains { names[$0] == name }
    }

    /// The node of names that begin with these words, or nil if there are none.
    private func node(after words: some Sequence<String>) -> Int? {
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
        /// The indices of the longest names found so far, and their end.
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

    /// `lindamar` for Linda Mar, `strand hill` for Strandhill.
    private func findJoined(_ search: inout Search) {
        var whole = ""
        var index = search.start
        while index < min(search.end, search.start + 4), search.tokens[index].isNameable {
            whole += KnownPlaces.word(search.tokens[index])
            index += 1
            let isWhole = index >= search.end || !search.tokens[index].isGlued || search.tokens[index].isPunctuation
            if isWhole, let names = joined[whole] { take(names, index, &search) }
        }
    }

    private func take(_ names: [Int], _ stop: Int, _ search: inout Search) {
        if stop == search.stop {
            search.found += names.filter { !search.found.contains($0) }
        } else if stop > search.stop {
            (search.found, search.stop) = (names, stop)
        }
    }

    /// The children whose word may have been mistyped as `typed`.
    private func mistaken(_ typed: String, _ node: Node) -> [Int] {
        guard !node.mistakable.isEmpty, let shape = WordShape(typed) else { return [] }
        let found = (max(5, shape.count - 1)...max(5, shape.count + 1)).flatMap { count in
            (node.mistakable[WordShape(initial: shape.initial, count: count)] ?? [])
                .filter { $0.word.isOneTypo(from: typed) }.map(\.node)
        }
        return found.isEmpty || OrdinaryWords.contains(typed) ? [] : found
    }

    /// The first few names that begin with these words and are longer.
    func beginning(with tokens: ArraySlice<Token>) -> [String] {
        guard let node = node(after: tokens.lazy.filter(\.isNameable).map(KnownPlaces.word)), node > 0 else {
            return []
        }
        var found: [Int] = []
        var open = Array(tree[node].children.values)
        while let next = open.popLast() {
            found += tree[next].names
            open += tree[next].children.values
        }
        return found.sorted().prefix(KnownPlaces.maxOffered).map { names[$0] }
    }

    private static let maxOffered = 9

    // MARK: Words

    private static func words(of name: String) -> [String] {
        var name = name
        return name.withUTF8(words) ?? TokenLine(plain: name).tokens.filter(\.isNameable).map(word)
    }

    /// The words of an ASCII name, split like the tokens of a line. Nil for other names.
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
            words.append(plain(String(decoding: Array(word), as: UTF8.self)))
            start = end
        }
        return words
    }

    private static func isApostrophe(_ index: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes[index] == UInt8(ascii: "'") || bytes[index] == UInt8(ascii: "`") else { return false }
        return bytes[index - 1].isLetter && index + 1 < bytes.count && bytes[index + 1].isLetter
    }

    private static func word(_ token: Token) -> String {
        plain(token.key.utf8.contains(UInt8(ascii: "'")) ? token.key.replacing("'", with: "") : token.key)
    }

    /// A word as all its spellings are compared.
    private static func plain(_ word: String) -> String {
        if let same = spellings[word] { return same }
        return word.utf8.allSatisfy { $0 < 0x80 } ? word : SurfSpots.plain(word)
    }

    /// Spellings of one word.
    private static let spellings: [String: String] = [
        "saint": "st", "sankt": "st", "sainte": "ste", "street": "st", "avenue": "ave", "bch": "beach", "pt": "point",
        "mount": "mt", "harbour": "harbor", "hbr": "harbor", "road": "rd",
    ]
}

/// The properties of a word that a typo preserves, except that the length may change by one.
private struct WordShape: Hashable, Sendable {
    let initial: Unicode.Scalar
    /// The number of letters.
    let count: Int

    init(initial: Unicode.Scalar, count: Int) { (self.initial, self.count) = (initial, count) }

    /// Nil for a word with digits, in which typos are not considered.
    init?(_ word: String) {
        guard let initial = word.unicodeScalars.first else { return nil }
        let isPlain = word.utf8.allSatisfy { $0 < 0x80 }
        if isPlain ? word.utf8.contains(where: \.isDigit) : word.contains(where: \.isNumber) { return nil }
        self.init(initial: initial, count: isPlain ? word.utf8.count : word.count)
    }
}

extension String {
    /// Whether the typed word has one letter wrong, missing, extra or swapped with the next.
    func isOneTypo(from typed: String) -> Bool {
        utf8.allSatisfy { $0 < 0x80 } ? utf8.isOneChange(from: typed.utf8) : isOneChange(from: typed)
    }
}

extension Token {
    /// Whether the token can be a word of a name.
    var isNameable: Bool { kind == .word || kind == .digits }

    /// Whether the token may be between the words of a name.
    var isJoint: Bool { isDash && isGlued || kind == .symbol && (key == "." || key == "'") && isGlued }
}
