/// A hash table from primary keys to small values: open addressing, linear probing, no tombstones.
///
/// Kept apart from Dictionary because the identity map and the row cache are on the path of every fetched row.
/// Amortised O(1) to look up, insert and remove.
struct KeyTable<Element> {
    private var keys: ContiguousArray<Int64> = []
    private var elements: ContiguousArray<Element?> = []
    private(set) var count = 0
    private var mask = -1

    init() {}

    var isEmpty: Bool { count == 0 }

    subscript(key: Int64) -> Element? {
        get {
            guard count > 0 else { return nil }
            return elements[slot(of: key)]
        }
        set {
            if let newValue { insert(newValue, key) } else { remove(key) }
        }
    }

    /// Changes the element of a key in place.
    mutating func update(_ key: Int64, _ body: (inout Element) -> Void) {
        guard count > 0 else { return }
        let index = slot(of: key)
        if elements[index] != nil { body(&elements[index]!) }
    }

    mutating func removeAll() {
        self = KeyTable()
    }

    func forEach(_ body: (Int64, Element) -> Void) {
        for index in elements.indices {
            if let element = elements[index] { body(keys[index], element) }
        }
    }

    /// Makes room so that `additional` more elements need no growth.
    mutating func reserve(additional: Int) {
        let wanted = (count + additional) * 3 / 2 + 1
        guard wanted > keys.count else { return }
        var capacity = max(keys.count, 16)
        while capacity < wanted { capacity *= 2 }
        rehash(to: capacity)
    }

    private mutating func insert(_ element: Element, _ key: Int64) {
        if (count + 1) * 3 > keys.count * 2 { rehash(to: max(16, keys.count * 2)) }
        let index = slot(of: key)
        if elements[index] == nil { count += 1 }
        keys[index] = key
        elements[index] = element
    }

    private mutating func remove(_ key: Int64) {
        guard count > 0 else { return }
        var hole = slot(of: key)
        guard elements[hole] != nil else { return }
        count -= 1
        var next = (hole + 1) & mask
        while elements[next] != nil {
            let home = bucket(keys[next])
            if (next - home) & mask >= (next - hole) & mask {
                keys[hole] = keys[next]
                elements[hole] = elements[next]
                hole = next
            }
            next = (next + 1) & mask
        }
        elements[hole] = nil
    }

    @inline(__always) private func slot(of key: Int64) -> Int {
        var index = bucket(key)
        while elements[index] != nil, keys[index] != key { index = (index + 1) & mask }
        return index
    }

    @inline(__always) private func bucket(_ key: Int64) -> Int {
        let mixed = UInt64(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed >> 32) & mask
    }

    private mutating func rehash(to capacity: Int) {
        let oldKeys = keys
        let oldElements = elements
        keys = ContiguousArray(repeating: 0, count: capacity)
        elements = ContiguousArray(repeating: nil, count: capacity)
        mask = capacity - 1
        for index in oldElements.indices where oldElements[index] != nil {
            let slot = slot(of: oldKeys[index])
            keys[slot] = oldKeys[index]
            elements[slot] = oldElements[index]
        }
    }
}
