/// Loops over many objects, which events and saves run several times.
extension Collection<ManagedObject> {
    /// Calls `body` with each object. The array keeps the objects alive, so they are not retained again, which would
    /// cost as much as the work itself.
    @inline(__always)
    func forEachHeld(_ body: (ManagedObject) throws -> Void) rethrows {
        let isDone: Void? = try withContiguousStorageIfAvailable { objects in
            guard let start = objects.baseAddress else { return }
            try start.withMemoryRebound(to: Unmanaged<ManagedObject>.self, capacity: objects.count) { unheld in
                for index in 0..<objects.count { try unheld[index]._withUnsafeGuaranteedRef(body) }
            }
        }
        if isDone == nil { for object in self { try body(object) } }
    }

    /// The same, from the last object to the first.
    @inline(__always)
    func forEachHeldBackwards(_ body: (ManagedObject) -> Void) {
        let isDone: Void? = withContiguousStorageIfAvailable { objects in
            guard let start = objects.baseAddress else { return }
            start.withMemoryRebound(to: Unmanaged<ManagedObject>.self, capacity: objects.count) { unheld in
                var index = objects.count
                while index > 0 {
                    index -= 1
                    unheld[index]._withUnsafeGuaranteedRef(body)
                }
            }
        }
        if isDone == nil { for object in Array(self).reversed() { body(object) } }
    }

    /// Whether all objects satisfy the condition, checked without retaining them.
    @inline(__always)
    func allHeldSatisfy(_ condition: (ManagedObject) -> Bool) -> Bool {
        var result = true
        forEachHeld { object in if result, !condition(object) { result = false } }
        return result
    }
}

extension [ManagedObject] {
    /// The end of the run starting at `start` in which `follows` is true for the first object and each later one.
    /// Objects are not retained.
    /// - Complexity: O(length of the run).
    @inline(__always)
    func endOfHeldRun(from start: Int, _ follows: (ManagedObject, ManagedObject) -> Bool) -> Int {
        withUnsafeBufferPointer { objects in
            objects.withMemoryRebound(to: Unmanaged<ManagedObject>.self) { unheld in
                var end = start + 1
                while end < unheld.count,
                    unheld[start]._withUnsafeGuaranteedRef({ first in
                        unheld[end]._withUnsafeGuaranteedRef { follows(first, $0) }
                    })
                {
                    end += 1
                }
                return end
            }
        }
    }
}
