/// A set of a layout's slots that is cheap to hash.
package struct SlotSet: Hashable, Sendable {
    private var first: UInt64 = 0
    private var rest: [UInt64] = []

    package init() {}

    package var isEmpty: Bool { first == 0 && rest.isEmpty }

    package mutating func insert(_ slot: Int) {
        if slot < 64 {
            first |= 1 << UInt64(slot)
            return
        }
        let word = slot / 64 - 1
        while rest.count <= word { rest.append(0) }
        rest[word] |= 1 << UInt64(slot % 64)
    }

    package func contains(_ slot: Int) -> Bool {
        if slot < 64 { return first & (1 << UInt64(slot)) != 0 }
        let word = slot / 64 - 1
        return word < rest.count && rest[word] & (1 << UInt64(slot % 64)) != 0
    }

    /// The slots, ascending.
    package var slots: [Int] {
        ([first] + rest).enumerated().flatMap { index, word in
            (0..<64).filter { bit -> Bool in word >> UInt64(bit) & 1 != 0 }.map { index * 64 + $0 }
        }
    }
}
