import Synchronization

/// The name of a property in the source code, which finds the property's slot without a look at its letters.
///
/// The slots are in a table of fixed size that every thread reads without a lock, by the place of the literal in the
/// program and the entity. What does not fit in is looked up by the name, each time.
@usableFromInline struct ManagedName: Sendable {
    private nonisolated(unsafe) let start: UnsafePointer<UInt8>

    @usableFromInline init(_ name: StaticString) {
        precondition(name.hasPointerRepresentation, "The name of a property is a text in the source code.")
        start = name.utf8Start
    }

    var text: String { String(cString: start) }

    /// - Precondition: the object's entity has the property.
    @usableFromInline func slot(in object: ManagedObject) -> Int {
        let key = object.layoutKey
        for place in ManagedName.places(start, key) {
            guard let entry = ManagedName.table[place] else { return findSlot(in: object, key, place) }
            if entry.pointee.name == start, entry.pointee.key == key { return entry.pointee.slot }
        }
        return object.requireSlot(text)
    }

    /// Kept out of line, because most calls do not need it.
    @inline(never)
    private func findSlot(in object: ManagedObject, _ key: UInt64, _ place: Int) -> Int {
        let slot = object.requireSlot(text)
        ManagedName.table.fill(place, Entry(name: start, key: key, slot: slot))
        return slot
    }

    /// Where an entry can be: at the first of these places that was free when it was made.
    private static func places(_ name: UnsafePointer<UInt8>, _ key: UInt64) -> Range<Int> {
        let mixed = (UInt64(UInt(bitPattern: name)) ^ key) &* 0x9E37_79B9_7F4A_7C15
        let first = Int(mixed >> (64 - Table.bits))
        return first..<first + Table.probes
    }

    private static let table = Table()
}

/// A slot, with what it was looked up by.
private struct Entry {
    let name: UnsafePointer<UInt8>
    let key: UInt64
    let slot: Int
}

/// Entries that are never changed or freed once they are in. Empty places are filled at most once.
private struct Table: @unchecked Sendable {
    static let bits = 12
    static let probes = 4
    private let places: UnsafeMutablePointer<Atomic<UInt>>

    init() {
        let count = (1 << Table.bits) + Table.probes
        places = .allocate(capacity: count)
        for place in 0..<count { (places + place).initialize(to: Atomic(0)) }
    }

    subscript(place: Int) -> UnsafePointer<Entry>? {
        UnsafePointer(bitPattern: places[place].load(ordering: .acquiring))
    }

    /// Does nothing if another thread was faster.
    func fill(_ place: Int, _ entry: Entry) {
        let made = UnsafeMutablePointer<Entry>.allocate(capacity: 1)
        made.initialize(to: entry)
        let (filled, _) = places[place].compareExchange(
            expected: 0, desired: UInt(bitPattern: made), ordering: .releasing)
        if !filled { made.deallocate() }
    }
}
