/// A few values by slot, ascending. What an object changed, or what lies over its row.
///
/// A value: copying is cheap until one copy changes. Looking up is linear in the number of values held, which is small.
package struct SparseValues: Sendable, Equatable {
    private var slots: ContiguousArray<UInt16> = []
    private var values: ContiguousArray<PropertyValue> = []

    package init() {}

    package var isEmpty: Bool { slots.isEmpty }
    package var count: Int { slots.count }

    package subscript(slot: Int) -> PropertyValue? {
        get {
            guard let index = position(of: slot) else { return nil }
            return values[index]
        }
        set {
            let index = insertionPoint(of: slot)
            let exists = index < slots.count && slots[index] == slot
            switch (newValue, exists) {
            case (let value?, true): values[index] = value
            case (let value?, false):
                slots.insert(UInt16(slot), at: index)
                values.insert(value, at: index)
            case (nil, true):
                slots.remove(at: index)
                values.remove(at: index)
            case (nil, false): break
            }
        }
    }

    /// Changes the value of a slot in place, which is `initial` where none is held.
    package mutating func edit(
        _ slot: Int, initial: @autoclosure () -> PropertyValue, _ body: (inout PropertyValue) -> Void
    ) {
        if position(of: slot) == nil { self[slot] = initial() }
        if let index = position(of: slot) { body(&values[index]) }
    }

    /// Makes room for `count` values.
    package mutating func reserve(_ count: Int) {
        slots.reserveCapacity(count)
        values.reserveCapacity(count)
    }

    /// Adds a value behind all others.
    /// - Precondition: `slot` is greater than every slot held.
    package mutating func append(_ value: PropertyValue, at slot: Int) {
        assert(slots.last.map { Int($0) < slot } ?? true, "Slots are appended in ascending order.")
        slots.append(UInt16(slot))
        values.append(value)
    }

    /// The slots held, ascending.
    package var heldSlots: [Int] { slots.map(Int.init) }

    /// Calls `body` with each slot and value, ascending.
    package func forEach(_ body: (Int, PropertyValue) throws -> Void) rethrows {
        for index in slots.indices {
            try body(Int(slots[index]), values[index])
        }
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
        var result = SparseValues()
        forEach { slot, value in if isIncluded(slot, value) { result.append(value, at: slot) } }
        return result
    }

    /// Each value replaced.
    package func mapValues(_ transform: (PropertyValue) -> PropertyValue) -> SparseValues {
        var result = self
        for index in result.values.indices { result.values[index] = transform(result.values[index]) }
        return result
    }

    package mutating func removeAll() {
        slots.removeAll()
        values.removeAll()
    }

    private func position(of slot: Int) -> Int? {
        for index in slots.indices where slots[index] == slot { return index }
        return nil
    }

    private func insertionPoint(of slot: Int) -> Int {
        var index = slots.count
        while index > 0, slots[index - 1] >= slot { index -= 1 }
        return index
    }
}
