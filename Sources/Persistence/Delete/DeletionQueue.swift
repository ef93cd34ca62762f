/// Deleted objects whose deletion has not been propagated yet, in order of deletion. Appending and taking are O(1).
struct DeletionQueue {
    /// Objects with ascending deletion numbers; those before `next` were taken.
    private struct Line {
        var waiting: [(number: Int, object: ManagedObject)] = []
        var next = 0
        /// The end of those that `nextSaved` has returned.
        var announced = 0

        var first: Int? { next < waiting.count ? waiting[next].number : nil }

        mutating func take() -> ManagedObject {
            defer {
                next += 1
                if next == waiting.count { self = Line() }
            }
            return waiting[next].object
        }
    }

    private var stored = Line()
    /// Objects that were never saved; they left the context at once.
    private var unsaved = Line()
    private var count = 0

    mutating func append(_ object: ManagedObject, isSaved: Bool) {
        if isSaved { stored.waiting.append((count, object)) } else { unsaved.waiting.append((count, object)) }
        count += 1
    }

    /// Puts the object that was taken last back at the front.
    mutating func putBack(_ object: ManagedObject, isSaved: Bool) {
        if isSaved {
            stored.waiting.insert((.min, object), at: stored.next)
        } else {
            unsaved.waiting.insert((.min, object), at: unsaved.next)
        }
    }

    /// Removes and returns the object that was deleted first.
    mutating func takeFirst() -> ManagedObject? {
        switch (stored.first, unsaved.first) {
        case (let old?, let new?): old < new ? stored.take() : unsaved.take()
        case (_?, nil): stored.take()
        case (nil, _?): unsaved.take()
        case (nil, nil): nil
        }
    }

    /// The saved objects that will be taken next, once those of the last call have been taken; none before.
    mutating func nextSaved(atMost count: Int) -> [ManagedObject] {
        guard stored.next >= stored.announced, stored.first != nil else { return [] }
        stored.announced = min(stored.next + count, stored.waiting.count)
        return stored.waiting[stored.next..<stored.announced].map(\.object)
    }

    /// Removes and returns the unsaved object that was deleted first.
    mutating func takeFirstUnsaved() -> ManagedObject? {
        unsaved.first == nil ? nil : unsaved.take()
    }

    mutating func removeAll() {
        self = DeletionQueue()
    }
}
