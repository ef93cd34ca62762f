/// A hash table from primary keys to small values: open addressing, linear probing, no tombstones.
///
/// Along a run of full cells, the elements are in the order of their buckets ("Robin Hood", Celis 1986), so a removal
/// looks no further than the first element that is in its own bucket.
///
/// Used in place of Dictionary because every fetched row goes through the identity map and the row cache. Eight
/// consecutive keys have adjacent buckets, because rows that were inserted together are read together. Looking up,
/// inserting and removing take amortized O(1). A class with memory of its own, so that a look-up retains nothing and a
/// fetch keeps the table that it looks in: `fetch again what is registered` 10 %.
final class KeyTable<Element> {
    private var cells = UnsafeMutableBufferPointer<KeyCell<Element>>(start: nil, count: 0)
    private(set) var count = 0

    init() {}

    deinit {
        cells.deinitialize().deallocate()
    }

    var isEmpty: Bool { count == 0 }

    subscript(key: Int64) -> Element? {
        get { count > 0 ? KeyProbe(cells).element(of: key) : nil }
        set {
            if let newValue { insert(newValue, key) } else { remove(key) }
        }
    }

    /// Adds an element, unless the key has one already.
    /// - Returns: whether it was added.
    func add(_ element: Element, _ key: Int64) -> Bool { put(element, key, replaces: false) }

    /// Changes the element of a key in place.
    func update(_ key: Int64, _ body: (inout Element) -> Void) {
        guard count > 0 else { return }
        let index = KeyProbe(cells).index(of: key)
        if cells[index].element != nil { body(&cells[index].element!) }
    }

    func removeAll() {
        let old = cells
        cells = UnsafeMutableBufferPointer(start: nil, count: 0)
        count = 0
        old.deinitialize().deallocate()
    }

    func forEach(_ body: (Int64, Element) -> Void) {
        for cell in cells {
            if let element = cell.element { body(cell.key, element) }
        }
    }

    /// Reserves space for `additional` more elements.
    func reserve(additional: Int) {
        let wanted = (count + additional) * 3 / 2 + 1
        guard wanted > cells.count else { return }
        var capacity = max(cells.count, 16)
        while capacity < wanted { capacity *= 2 }
        rehash(to: capacity)
    }

    @inline(never)
    private func insert(_ element: Element, _ key: Int64) { _ = put(element, key, replaces: true) }

    /// Returns whether the key is new.
    @inline(__always)
    private func put(_ element: Element, _ key: Int64, replaces: Bool) -> Bool {
        if (count + 1) * 3 > cells.count * 2 { rehash(to: max(16, cells.count * 2)) }
        let isNew = KeyProbe(cells).put(KeyCell(key: key, element: element), replaces: replaces)
        if isNew { count += 1 }
        return isNew
    }

    @inline(never)
    private func remove(_ key: Int64) {
        remove(key) { _ in true }
    }

    /// Removes the element of a key if `isMeant` is true for it.
    @inline(__always)
    func remove(_ key: Int64, if isMeant: (Element) -> Bool) {
        guard count > 0 else { return }
        if KeyProbe(cells).remove(key, if: isMeant) { count -= 1 }
    }

    /// - Precondition: `capacity` is a power of two, at least 16.
    private func rehash(to capacity: Int) {
        let larger = UnsafeMutableBufferPointer<KeyCell<Element>>.allocate(capacity: capacity)
        larger.initialize(repeating: KeyCell())
        let probe = KeyProbe(larger)
        for cell in cells where cell.element != nil { _ = probe.put(cell, replaces: true) }
        cells.deinitialize().deallocate()
        cells = larger
    }
}

/// A key and its element; without an element, the cell is empty.
private struct KeyCell<Element> {
    var key: Int64 = 0
    var element: Element?
}

/// The cells of a table during an operation. At least one is empty.
private struct KeyProbe<Element> {
    private let cells: UnsafeMutableBufferPointer<KeyCell<Element>>
    private let mask: Int
    private let shift: UInt64

    /// - Precondition: the number of cells is a power of two, at least 16.
    @inline(__always) init(_ cells: UnsafeMutableBufferPointer<KeyCell<Element>>) {
        self.cells = cells
        mask = cells.count - 1
        shift = UInt64(64 - (cells.count.trailingZeroBitCount - 3))
    }

    /// The index of a key, or of the empty cell where the search for it ends.
    @inline(__always) func index(of key: Int64) -> Int {
        var index = bucket(key)
        while cells[index].element != nil, cells[index].key != key { index = next(index) }
        return index
    }

    @inline(__always) func element(of key: Int64) -> Element? { cells[index(of: key)].element }

    /// Returns true for a new key. Otherwise returns false, after replacing its element if `replaces` is true.
    @inline(__always) func put(_ cell: KeyCell<Element>, replaces: Bool) -> Bool {
        var index = bucket(cell.key)
        var distance = 0
        while cells[index].element != nil, distance <= self.distance(index) {
            if cells[index].key == cell.key {
                if replaces { cells[index].element = cell.element }
                return false
            }
            index = next(index)
            distance += 1
        }
        place(cell, at: index)
        return true
    }

    /// Returns whether an element of the key was removed.
    @inline(__always) func remove(_ key: Int64, if isMeant: (Element) -> Bool) -> Bool {
        var hole = index(of: key)
        guard let element = cells[hole].element, isMeant(element) else { return false }
        var following = next(hole)
        while cells[following].element != nil, distance(following) > 0 {
            cells[hole] = cells[following]
            hole = following
            following = next(following)
        }
        cells[hole].element = nil
        return true
    }

    /// Puts a cell at an index; the cells from there to the next empty one move by one.
    @inline(__always) private func place(_ cell: KeyCell<Element>, at index: Int) {
        var (cell, index) = (cell, index)
        while cells[index].element != nil {
            swap(&cells[index], &cell)
            index = next(index)
        }
        cells[index] = cell
    }

    /// The high bits of the product with the golden ratio select a group of eight, the low bits of the key the index in
    /// it.
    @inline(__always) private func bucket(_ key: Int64) -> Int {
        let group = (UInt64(bitPattern: key >> 3) &* 0x9E37_79B9_7F4A_7C15) &>> shift
        return Int(truncatingIfNeeded: group << 3) | Int(truncatingIfNeeded: key & 7)
    }

    /// The distance of an element from its bucket.
    @inline(__always) private func distance(_ index: Int) -> Int {
        (index - bucket(cells[index].key)) & mask
    }

    @inline(__always) private func next(_ index: Int) -> Int { (index + 1) & mask }
}
