/// Links of many-to-many relationships, and the order of ordered ones.
extension MemoryTransaction {
    /// Removes rows, and their keys from the links of other rows, regardless of the delete rule: a link belongs to both
    /// ends.
    func remove(_ deletions: [StoreChanges.Deletion]) {
        var leaving: [MemoryState.LinkKey: Set<Int64>] = [:]
        for deletion in deletions {
            state.rows[deletion.layout.number]?[deletion.key] = nil
            removeLinks(deletion, &leaving)
        }
        for (place, keys) in leaving { state.links[place]?.removeAll(where: keys.contains) }
        for (number, rows) in Dictionary(grouping: deletions, by: { $0.layout.number }) {
            removeOneSidedLinks(to: Set(rows.map(\.key)), in: number)
        }
    }

    private func removeLinks(_ row: StoreChanges.Deletion, _ leaving: inout [MemoryState.LinkKey: Set<Int64>]) {
        for slot in row.layout.slots where slot.needsLinks {
            let place = MemoryState.LinkKey(layout: row.layout.number, slot: slot.index, key: row.key)
            guard let linked = state.links.removeValue(forKey: place), let mirror = slot.mirror else { continue }
            for key in linked {
                leaving[.init(layout: mirror.layout.number, slot: mirror.slot, key: key), default: []].insert(row.key)
            }
        }
    }

    /// With no inverse, a row has no link to the rows that refer to it.
    private func removeOneSidedLinks(to keys: Set<Int64>, in destination: UInt32) {
        for layout in tables.all.map(\.layout) {
            for slot in layout.slots where slot.leadsOneWay(to: destination) {
                for owner in (state.rows[layout.number] ?? [:]).keys {
                    let place = MemoryState.LinkKey(layout: layout.number, slot: slot.index, key: owner)
                    state.links[place]?.removeAll(where: keys.contains)
                }
            }
        }
    }

    func apply(_ link: StoreChanges.Link) {
        let place = MemoryState.LinkKey(layout: link.layout.number, slot: link.slot, key: link.key)
        let before = state.links[place] ?? []
        let now = link.applied(to: before)
        state.links[place] = now
        guard let mirror = link.layout.slots[link.slot].mirror else { return }
        let (old, new) = (Set(before), Set(now))
        for key in before where !new.contains(key) { mirrored(mirror, key) { $0.removeAll { $0 == link.key } } }
        for key in now where !old.contains(key) {
            mirrored(mirror, key) { if !$0.contains(link.key) { $0.append(link.key) } }
        }
    }

    private func mirrored(_ end: (layout: EntityLayout, slot: Int), _ key: Int64, _ body: (inout [Int64]) -> Void) {
        body(&state.links[.init(layout: end.layout.number, slot: end.slot, key: key), default: []])
    }
}

extension StoreChanges.Link {
    fileprivate func applied(to keys: [Int64]) -> [Int64] {
        if let order { return order }
        let gone = Set(removed)
        let kept = keys.filter { !gone.contains($0) }
        let present = Set(kept)
        return kept + added.filter { !present.contains($0) }
    }
}

extension EntityLayout.Slot {
    /// The other end of a many-to-many relationship.
    fileprivate var mirror: (layout: EntityLayout, slot: Int)? {
        guard let inverse, let destination = relationship?.destinationEntity,
            relationship?.inverseRelationship?.isToMany == true
        else { return nil }
        return (destination.layout, inverse)
    }

    /// Whether rows of a layout are destinations of this relationship, which has no inverse.
    fileprivate func leadsOneWay(to layout: UInt32) -> Bool {
        needsLinks && relationship?.inverseRelationship == nil
            && relationship?.destinationEntity?.layout.number == layout
    }
}
