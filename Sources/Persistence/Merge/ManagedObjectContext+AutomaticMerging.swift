import Foundation

/// Merging the saves of the parent, or of sibling contexts on the coordinator.
extension ManagedObjectContext {
    func updateAutomaticMerging() {
        if let mergeObserver { NotificationCenter.default.removeObserver(mergeObserver) }
        mergeObserver = nil
        guard automaticallyMergesChangesFromParent else { return }
        mergeObserver = NotificationCenter.default.addObserver(
            forName: .managedObjectContextDidSave, object: nil, queue: nil
        ) { [weak self] notification in
            self?.mergeIfFromParent(notification)
        }
    }

    /// Runs on the saving context's queue. The merge itself is performed on this context's queue.
    private func mergeIfFromParent(_ notification: Notification) {
        guard let saving = notification.object as? ManagedObjectContext, saving !== self else { return }
        guard isParentOrSibling(saving), let saved = SavedChanges(notification), !saved.isEmpty else {
            return
        }
        let isOfParent = saving === parentContext
        perform { [weak self] in self?.mergeChanges(saved, ofParent: isOfParent) }
    }

    private func isParentOrSibling(_ other: ManagedObjectContext) -> Bool {
        if let parentContext { return other === parentContext }
        return other.parentContext == nil && other.ownCoordinator === ownCoordinator
    }
}
