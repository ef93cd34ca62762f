/// A few values by slot, in ascending order: an object's changes, or values that override its row.
///
/// Copying is cheap until a copy changes. A look-up is linear in the number of values, which is small.
package struct SparseValues: Sendable, Equatable {
    private struct Held: Sendable, Equatable {
        var value: PropertyValue
        let slot: UInt16
    }

    private var held: ContiguousArray<Held> = []

    package init() {}

    package var isEmpty: Bool { held.isEmpty }
    package var count: Int { held.count }

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

    /// Changes the value of a slot in place, starting from `initial` when there is none.
    package mutating func edit(
        _ slot: Int, initial: @autoclosure () -> PropertyValue, _ body: (inout PropertyValue) -> Void
    ) {
        if !holds(slot) { self[slot] = initial() }
        body(&held[insertionPoint(of: slot)].value)
    }

    /// Reserves space for `count` values.
    package mutating func reserve(_ count: Int) {
        held.reserveCapacity(count)
    }

    /// Appends a value.
    /// - Precondition: `slot` is greater than every slot with a value.
    package mutating func append(_ value: PropertyValue, at slot: Int) {
        assert(held.last.map { Int($0.slot) < slot } ?? true, "Slots are appended in ascending order.")
        held.append(Held(value: value, slot: UInt16(slot)))
    }

    /// Inserts a value at its position.
    /// - Precondition: the slot has no value.
    package mutating func insert(_ value: PropertyValue, at slot: Int) {
        if held.capacity == 0 {
            // Most objects change in one property only, for which growing an empty array would be slower.
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

    /// The slots with a value, ascending.
    package var heldSlots: [Int] { held.map { Int($0.slot) } }

    /// The slots below `end` with a value.
    package func slots(below end: Int) -> SlotSet {
        var slots = SlotSet()
        for item in held where item.slot < end { slots.insert(Int(item.slot)) }
        return slots
    }

    /// Whether the slot has a value.
    package func holds(_ slot: Int) -> Bool {
        for item in held where item.slot == slot { return true }
        return false
    }

    /// Whether any slot with a value satisfies the condition.
    package func contains(where isWanted: (Int) -> Bool) -> Bool {
        held.contains { isWanted(Int($0.slot)) }
    }

    /// Calls `body` with each slot and value, in ascending order.
    @inline(__always)
    package func forEach(_ body: (Int, PropertyValue) throws -> Void) rethrows {
        for index in held.indices { try body(Int(held[index].slot), held[index].value) }
    }

    /// These values, overridden by those of `other`.
    package func merging(_ other: SparseValues) -> SparseValues {
        if isEmpty { return other }
        var result = self
        other.forEach { result[$0] = $1 }
        return result
    }

    /// The values that satisfy `isIncluded`.
    package func filter(_ isIncluded: (Int, PropertyValue) -> Bool) -> SparseValues {
        if held.allSatisfy({ isIncluded(Int($0.slot), $0.value) }) { return self }
        var result = SparseValues()
        forEach { slot, value in if isIncluded(slot, value) { result.append(value, at: slot) } }
        return result
    }

    /// The same slots with transformed values.
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
