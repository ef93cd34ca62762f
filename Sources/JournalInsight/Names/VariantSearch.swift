import Journal
import Persistence
import SurfLanguage

/// Searches for similar spellings. Names with the same letters are one spelling.
///
/// Spellings one change apart are found by hashes of their letters with one letter left out or blanked, or with two
/// neighbours swapped. The positions are processed one after the other, so that memory is linear in the number of
/// letters.
struct VariantSearch {
    /// The letters and digits shared by some names.
    private struct Spelling {
        let letters: [UInt32]
        /// The names with this spelling, ascending, up to the limit.
        var names: [Int32]
        /// The similar spellings, the likeliest ones up to the limit.
        var near: Set<Int32> = []
    }

    /// The length from which one letter may differ.
    private static let least = 6
    /// The length up to which one letter may differ.
    private static let most = 64
    /// One more than the limit, because a spelling finds itself.
    private static let kept = SpellingVariants.limit + 1

    private var spellings: [Spelling] = []
    /// The spelling of each name; -1 for a name without letters.
    private var spellingOf: [Int32] = []
    private var alphabet = Alphabet()
    private var byHash: [UInt64: Int32] = [:]
    private(set) var comparisons = 0

    init(_ names: [String]) {
        var known: [[UInt32]: Int32] = [:]
        for (index, name) in names.enumerated() {
            let letters = alphabet.letters(of: name)
            guard !letters.isEmpty else {
                spellingOf.append(-1)
                continue
            }
            let number = known[letters] ?? Int32(spellings.count)
            if number == spellings.count {
                known[letters] = number
                spellings.append(Spelling(letters: letters, names: []))
            }
            if spellings[Int(number)].names.count < VariantSearch.kept {
                spellings[Int(number)].names.append(Int32(index))
            }
            spellingOf.append(number)
        }
    }

    mutating func run() {
        let hashes = spellings.map { SpellingHash($0.letters, alphabet) }
        for (number, hash) in hashes.enumerated() { byHash[hash.whole] = Int32(number) }
        let longest = spellings.lazy.map(\.letters.count).filter { $0 <= VariantSearch.most }.max() ?? 0
        for position in 0..<longest { compare(at: position, hashes) }
    }

    /// The variants of a name, in order.
    func variants(of name: Int) -> [Int32] {
        let number = spellingOf[name]
        guard number >= 0 else { return [] }
        let spelling = spellings[Int(number)]
        let names = ([number] + spelling.near).flatMap { spellings[Int($0)].names }.filter { $0 != name }
        return Array(names.sorted().prefix(SpellingVariants.limit))
    }

    /// Finds spellings that differ in the letter at a position, lack it, or have it swapped with the next one.
    private mutating func compare(at position: Int, _ hashes: [SpellingHash]) {
        var others: [(hash: UInt64, number: Int32)] = []
        for number in spellings.indices where mayDiffer(number, at: position) {
            let letters = spellings[number].letters
            if position + 1 < letters.count, letters[position] != letters[position + 1] {
                join(number, byHash[hashes[number].swapping(position, letters, alphabet)])
            }
            guard !alphabet.isNumber(letters[position]) else { continue }
            join(number, byHash[hashes[number].leavingOut(position)])
            others.append((hashes[number].blanking(position, letters, alphabet), Int32(number)))
        }
        others.sort { $0 < $1 }
        var start = 0
        while start < others.count {
            let end = others[start...].firstIndex { $0.hash != others[start].hash } ?? others.count
            join(others[start..<end].map(\.number))
            start = end
        }
    }

    private func mayDiffer(_ number: Int, at position: Int) -> Bool {
        let count = spellings[number].letters.count
        return count >= VariantSearch.least && count <= VariantSearch.most && position < count
    }

    /// Compares spellings that agree except for one letter, each with the likeliest ones.
    private mutating func join(_ numbers: [Int32]) {
        guard numbers.count > 1 else { return }
        for number in numbers {
            for other in numbers.prefix(VariantSearch.kept) where other != number { join(Int(number), other) }
        }
    }

    private mutating func join(_ number: Int, _ other: Int32?) {
        guard let other, other != number else { return }
        comparisons += 1
        guard areNear(spellings[number].letters, spellings[Int(other)].letters) else { return }
        keep(other, at: number)
        keep(Int32(number), at: Int(other))
    }

    /// Keeps the lowest numbers: spellings are numbered in the order of their likeliest names.
    private mutating func keep(_ other: Int32, at number: Int) {
        spellings[number].near.insert(other)
        guard spellings[number].near.count > VariantSearch.kept, let last = spellings[number].near.max() else { return }
        spellings[number].near.remove(last)
    }

    /// Whether one change turns one into the other.
    private func areNear(_ first: [UInt32], _ second: [UInt32]) -> Bool {
        guard first.filter(alphabet.isNumber) == second.filter(alphabet.isNumber) else { return false }
        let least = VariantSearch.least
        if min(first.count, second.count) < least - 1 || max(first.count, second.count) < least { return false }
        return first.isOneChange(from: second)
    }
}

/// Numbers the letters and digits in names, ignoring case and marks.
private struct Alphabet {
    private var numbers: [Character: UInt32] = [:]
    private var areNumbers: [Bool] = []
    /// A random word for each letter, so that nobody can construct names with colliding hashes.
    private var words: [UInt64] = []

    mutating func letters(of name: String) -> [UInt32] {
        TextFolding.fold(name, [.caseInsensitive, .diacriticInsensitive]).compactMap { character in
            guard character.isLetter || character.isNumber else { return nil }
            if let number = numbers[character] { return number }
            let number = UInt32(words.count)
            numbers[character] = number
            areNumbers.append(character.isNumber)
            words.append(.random(in: 1...(.max)))
            return number
        }
    }

    func isNumber(_ letter: UInt32) -> Bool { areNumbers[Int(letter)] }

    func word(_ letter: UInt32) -> UInt64 { words[Int(letter)] }
}

/// The hash of a spelling, from which the hashes of similar spellings are computed in constant time.
private struct SpellingHash {
    /// Odd, so that it has an inverse.
    private static let base: UInt64 = 0x9E37_79B9_7F4A_7C15
    private static let inverse: UInt64 = (0..<6).reduce(base) { guess, _ in guess &* (2 &- base &* guess) }
    private static let powers: [UInt64] = (0..<64).reduce(into: [1]) { powers, _ in
        powers.append(powers[powers.count - 1] &* base)
    }

    /// The hashes of the prefixes, the empty one first; empty for spellings that are too long.
    private let beginnings: [UInt64]
    let whole: UInt64

    init(_ letters: [UInt32], _ alphabet: Alphabet) {
        var (beginnings, sum, power): ([UInt64], UInt64, UInt64) = ([0], 0, 1)
        beginnings.reserveCapacity(letters.count + 1)
        for letter in letters {
            sum = sum &+ alphabet.word(letter) &* power
            power = power &* SpellingHash.base
            beginnings.append(sum)
        }
        whole = sum
        self.beginnings = letters.count < SpellingHash.powers.count ? beginnings : []
    }

    /// The hash without the letter at a position.
    func leavingOut(_ position: Int) -> UInt64 {
        beginnings[position] &+ (whole &- beginnings[position + 1]) &* SpellingHash.inverse
    }

    /// The hash with a blank instead of the letter at a position.
    func blanking(_ position: Int, _ letters: [UInt32], _ alphabet: Alphabet) -> UInt64 {
        whole &- alphabet.word(letters[position]) &* SpellingHash.powers[position]
    }

    /// The hash with the letter at a position swapped with the next one.
    func swapping(_ position: Int, _ letters: [UInt32], _ alphabet: Alphabet) -> UInt64 {
        let (first, second) = (alphabet.word(letters[position]), alphabet.word(letters[position + 1]))
        let change = (second &- first) &* SpellingHash.powers[position]
        return whole &+ change &- change &* SpellingHash.base
    }
}
