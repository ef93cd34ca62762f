import Foundation

/// How the content of a fetched results controller changed, in the terms of its delegate. A value.
struct SectionedResultsDifference {
    struct Object {
        let object: ManagedObject
        let type: FetchedResultsChangeType
        let indexPath, newIndexPath: IndexPath?
    }

    struct Section {
        let section: FetchedSection
        let index: Int
        let type: FetchedResultsChangeType
    }

    let sections: [Section]
    let objects: [Object]
    let difference: CollectionDifference<ManagedObjectID>

    var isEmpty: Bool { sections.isEmpty && objects.isEmpty }

    /// - Parameter updated: Objects whose values may have changed.
    init(from old: SectionedResults, to new: SectionedResults, updated: Set<ManagedObjectID>) {
        let (oldIDs, newIDs) = (old.ids, new.ids)
        let list = ListDifference(from: oldIDs, to: newIDs, changed: updated)
        difference = list.collectionDifference(from: oldIDs, to: newIDs)

        let names = ListDifference(from: old.sections.map(\.name), to: new.sections.map(\.name))
        let deleted = (names.removed + names.moved.map(\.old)).sorted()
        let inserted = (names.inserted + names.moved.map(\.new)).sorted()
        sections =
            deleted.map { Section(section: old.sections[$0], index: $0, type: .delete) }
            + inserted.map { Section(section: new.sections[$0], index: $0, type: .insert) }

        let sectionOf = Dictionary(uniqueKeysWithValues: names.kept.map { ($0.old, $0.new) })
        func change(_ pair: ListDifference.Pair, isMoved: Bool) -> Object? {
            let (path, newPath) = (old.indexPath(pair.old), new.indexPath(pair.new))
            let staysInSection = sectionOf[path.section] == newPath.section
            let isUpdated = updated.contains(newIDs[pair.new])
            guard isMoved || !staysInSection || isUpdated else { return nil }
            return Object(
                object: new.objects[pair.new], type: isMoved || !staysInSection ? .move : .update, indexPath: path,
                newIndexPath: newPath)
        }
        objects =
            list.removed.map {
                Object(object: old.objects[$0], type: .delete, indexPath: old.indexPath($0), newIndexPath: nil)
            }
            + list.inserted.map {
                Object(object: new.objects[$0], type: .insert, indexPath: nil, newIndexPath: new.indexPath($0))
            }
            + list.moved.compactMap { change($0, isMoved: true) } + list.kept.compactMap { change($0, isMoved: false) }
    }
}
