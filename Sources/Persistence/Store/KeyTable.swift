/// A hash table from primary keys to small values: open addressing, linear probing, no tombstones.
///
/// Along a run of full cells the elements stand in the order of the places that they belong to ("Robin Hood", Celis 1986),
/// so that a removal looks no further than the first element that is where it belongs.
///
/// Kept apart from Dictionary because the identity map and the row cache are on the path of every fetched row. Eight
/// neighbouring keys have neighbouring places, because rows that were made together are read together.
/// Amortised O(1) to look up, insert and remove.
struct KeyTable<Element> {
    private struct Cell {
        var key: Int64 = 0
        var element: Element?
    }

    private var cells: ContiguousArray<Cell> = []
    private(set) var count = 0
    private var mask = -1
    private var shift: UInt64 = 63

    init() {}

    var isEmpty: Bool { count == 0 }

    subscript(key: Int64) -> Element? {
        get {
            guard count > 0 else { return nil }
            return cells[slot(of: key)].element
        }
        set {
            if let newValue { insert(newValue, key) } else { remove(key) }
        }
    }

    /// Changes the element of a key in place.
    mutating func update(_ key: Int64, _ body: (inout Element) -> Void) {
        guard count > 0 else { return }
        let index = slot(of: key)
        if cells[index].element != nil { body(&cells[index].element!) }
    }

    mutating func removeAll() {
        self = KeyTable()
    }

    func forEach(_ body: (Int64, Element) -> Void) {
        for cell in cells {
            if let element = cell.element { body(cell.key, element) }
        }
    }

    /// Makes room so that `additional` more elements need no growth.
    mutating func reserve(additional: Int) {
        let wanted = (count + additional) * 3 / 2 + 1
        guard wanted > cells.count else { return }
        var capacity = max(cells.count, 16)
        while capacity < wanted { capacity *= 2 }
        rehash(to: capacity)
    }

    private mutating func insert(_ element: Element, _ key: Int64) {
        if (count + 1) * 3 > cells.count * 2 { rehash(to: max(16, cells.count * 2)) }
        var index = bucket(key)
        var distance = 0
        while cells[index].element != nil, distance <= self.distance(index) {
            if cells[index].key == key {
                cells[index].element = element
                return
            }
            index = (index + 1) & mask
            distance += 1
        }
        place(Cell(key: key, element: element), at: index)
        count += 1
    }

    /// Puts a cell in its place; those from there to the next empty one move on by one.
    private mutating func place(_ cell: Cell, at index: Int) {
        var (cell, index) = (cell, index)
        while cells[index].element != nil {
            swap(&cells[index], &cell)
            index = (index + 1) & mask
        }
        cells[index] = cell
    }

    /// How far an element is from where it belongs.
    @inline(__always) private func distance(_ index: Int) -> Int {
        (index - bucket(cells[index].key)) & mask
    }

    private mutating func remove(_ key: Int64) {
        guard count > 0 else { return }
        var hole = slot(of: key)
        guard cells[hole].element != nil else { return }
        count -= 1
        var next = (hole + 1) & mask
        while cells[next].element != nil, distance(next) > 0 {
            cells[hole] = cells[next]
            hole = next
            next = (next + 1) & mask
        }
        cells[hole].element = nil
    }

    @inline(__always) private func slot(of key: Int64) -> Int {
        var index = bucket(key)
        while cells[index].element != nil, cells[index].key != key { index = (index + 1) & mask }
        return index
    }

    /// The high bits of a product with the golden ratio tell the group of eight, the low bits of the key the place in it.
    @inline(__always) private func bucket(_ key: Int64) -> Int {
        let group = (UInt64(bitPattern: key >> 3) &* 0x9E37_79B9_7F4A_7C15) &>> shift
        return Int(truncatingIfNeeded: group << 3) | Int(truncatingIfNeeded: key & 7)
    }

    /// - Precondition: `capacity` is a power of two, at least 16.
    private mutating func rehash(to capacity: Int) {
        let old = cells
        cells = ContiguousArray(repeating: Cell(), count: capacity)
        mask = capacity - 1
        shift = UInt64(64 - (capacity.trailingZeroBitCount - 3))
        count = 0
        for cell in old { if let element = cell.element { insert(element, cell.key) } }
    }
}
