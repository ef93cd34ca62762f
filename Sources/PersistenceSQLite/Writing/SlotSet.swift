/// A set of a layout's slots that is cheap to hash.
struct SlotSet: Hashable {
    private var first: UInt64 = 0
    private var rest: [UInt64] = []

    mutating func insert(_ slot: Int) {
        if slot < 64 {
            first |= 1 << UInt64(slot)
            return
        }
        let word = slot / 64 - 1
        while rest.count <= word { rest.append(0) }
        rest[word] |= 1 << UInt64(slot % 64)
    }
}
