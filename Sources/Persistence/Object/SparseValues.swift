/// A few values by slot, ascending. What an object changed, or what lies over its row.
///
/// A value: copying is cheap until one copy changes. Looking up is linear in the number of values held, which is small.
package struct SparseValues: Sendable, Equatable {
    private struct Held: Sendable, Equatable {
        var value: PropertyValue
        let slot: UInt16
    }

    private var held: ContiguousArray<Held> = []

    package init() {}

    package var isEmpty: Bool { held.isEmpty }
    package var count: Int { held.count }
    /// The greatest slot held; nil for none.
    package var lastSlot: Int? { held.last.map { Int($0.slot) } }

    package subscript(slot: Int) -> PropertyValue? {
        get {
            for item in held where item.slot == slot { return item.value }
            return nil
        }
        set {
            let index = insertionPoint(of: slot)
            let exists = index < held.count && held[index].slot == slot
            switch (newValue, exists) {
            case (let value?, true): held[index].value = value
            case (let value?, false): insert(value, at: slot)
            case (nil, true): held.remove(at: index)
            case (nil, false): break
            }
        }
    }

    /// Changes the value of a slot in place, which is `initial` where none is held.
    package mutating func edit(
        _ slot: Int, initial: @autoclosure () -> PropertyValue, _ body: (inout PropertyValue) -> Void
    ) {
        if !holds(slot) { self[slot] = initial() }
        body(&held[insertionPoint(of: slot)].value)
    }

    /// Makes room for `count` values.
    package mutating func reserve(_ count: Int) {
        held.reserveCapacity(count)
    }

    /// Adds a value behind all others.
    /// - Precondition: `slot` is greater than every slot held.
    package mutating func append(_ value: PropertyValue, at slot: Int) {
        assert(held.last.map { Int($0.slot) < slot } ?? true, "Slots are appended in ascending order.")
        held.append(Held(value: value, slot: UInt16(slot)))
    }

    /// Adds a value in its place.
    /// - Precondition: none is held for the slot.
    package mutating func insert(_ value: PropertyValue, at slot: Int) {
        if held.capacity == 0 {
            // Most objects change in one property; growing an empty array takes longer.
            held = [Held(value: value, slot: UInt16(slot))]
            return
        }
        held.append(Held(value: value, slot: UInt16(slot)))
        var index = held.count - 1
        while index > 0, held[index - 1].slot > slot {
            held.swapAt(index, index - 1)
            index -= 1
        }
    }

    /// The slots held, ascending.
    package var heldSlots: [Int] { held.map { Int($0.slot) } }

    /// Whether there is a value for the slot.
    package func holds(_ slot: Int) -> Bool {
        for item in held where item.slot == slot { return true }
        return false
    }

    /// Whether one of the slots held fulfils the condition.
    package func contains(where isWanted: (Int) -> Bool) -> Bool {
        held.contains { isWanted(Int($0.slot)) }
    }

    /// Calls `body` with each slot and value, ascending.
    @inline(__always)
    package func forEach(_ body: (Int, PropertyValue) throws -> Void) rethrows {
        for index in held.indices { try body(Int(held[index].slot), held[index].value) }
    }

    /// These values with those of `other` over them.
    package func merging(_ other: SparseValues) -> SparseValues {
        if isEmpty { return other }
        var result = self
        other.forEach { result[$0] = $1 }
        return result
    }

    /// The values for which `isIncluded` holds.
    package func filter(_ isIncluded: (Int, PropertyValue) -> Bool) -> SparseValues {
        if held.allSatisfy({ isIncluded(Int($0.slot), $0.value) }) { return self }
        var result = SparseValues()
        forEach { slot, value in if isIncluded(slot, value) { result.append(value, at: slot) } }
        return result
    }

    /// Each value replaced.
    package func mapValues(_ transform: (PropertyValue) -> PropertyValue) -> SparseValues {
        var result = self
        for index in result.held.indices { result.held[index].value = transform(result.held[index].value) }
        return result
    }

    package mutating func removeAll() {
        held.removeAll()
    }

    private func insertionPoint(of slot: Int) -> Int {
        var index = held.count
        while index > 0, held[index - 1].slot >= slot { index -= 1 }
        return index
    }
}
