/// Deleted objects whose deletion was not propagated yet, in the order of their deletion. Adding and taking one take O(1).
struct DeletionQueue {
    /// Objects with the numbers of their deletions, ascending; those before `next` were taken.
    private struct Line {
        var waiting: [(number: Int, object: ManagedObject)] = []
        var next = 0

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
    /// Those that were never saved, which left the context at once.
    private var unsaved = Line()
    private var count = 0

    mutating func append(_ object: ManagedObject, isSaved: Bool) {
        if isSaved { stored.waiting.append((count, object)) } else { unsaved.waiting.append((count, object)) }
        count += 1
    }

    /// Gives back an object that was taken last: it is the first again.
    mutating func putBack(_ object: ManagedObject, isSaved: Bool) {
        if isSaved {
            stored.waiting.insert((.min, object), at: stored.next)
        } else {
            unsaved.waiting.insert((.min, object), at: unsaved.next)
        }
    }

    /// Takes the object that was deleted first.
    mutating func takeFirst() -> ManagedObject? {
        switch (stored.first, unsaved.first) {
        case (let old?, let new?): old < new ? stored.take() : unsaved.take()
        case (_?, nil): stored.take()
        case (nil, _?): unsaved.take()
        case (nil, nil): nil
        }
    }

    /// Takes the object that was deleted first of those that were never saved.
    mutating func takeFirstUnsaved() -> ManagedObject? {
        unsaved.first == nil ? nil : unsaved.take()
    }

    mutating func removeAll() {
        self = DeletionQueue()
    }
}
