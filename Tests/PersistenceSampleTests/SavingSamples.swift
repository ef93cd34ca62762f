import Foundation
import Persistence
import PersistenceSQLite
import Testing

/// The samples of merge policies, conflicts and errors.
@MainActor @Suite struct SavingSamples {
    /// Changes a session in another context, without the view context noticing.
    private func change(_ id: ManagedObjectID, _ container: PersistentContainer, _ key: String, _ value: Any) throws {
        let other = container.newBackgroundContext()
        try other.performAndWait {
            other.object(with: id).setValue(value, forKey: key)
            try other.save()
        }
    }

    @Test func `a policy merges property by property`() throws {
        let (container, session) = try Surf.saved()
        try change(session.objectID, container, "notes", "Changed on the phone")
        let context = container.viewContext
        session.rating = 5
        // Meanwhile another context saved notes for the same session. Under `error`, the default, this save would throw
        // code 133020. Under this policy it writes the rating, and the session gets the other one's notes.
        context.mergePolicy = .mergeByPropertyObjectTrump
        try context.save()
        #expect(session.rating == 5 && session.notes == "Changed on the phone")
    }

    @Test func `a policy of the application's own decides`() throws {
        let (container, session) = try Surf.saved()
        let context = container.viewContext
        try change(session.objectID, container, "rating", 5)
        /// Keeps the better rating of the two, and otherwise what is in the context.
        final class BetterRating: MergePolicy, @unchecked Sendable {
            override func resolve(optimisticLockingConflicts list: [MergeConflict]) throws {
                for conflict in list {
                    guard let session = conflict.sourceObject as? Session else { continue }
                    let theirs = conflict.cachedSnapshot?["rating"] as? Int16 ?? 0
                    session.rating = max(session.rating, theirs)
                }
                try super.resolve(optimisticLockingConflicts: list)
            }
        }
        context.mergePolicy = BetterRating(merge: .mergeByPropertyObjectTrump)
        session.rating = 3
        try context.save()
        // Five stars: somebody else gave five while this context gave three.
        #expect(session.rating == 5)
    }

    @Test func `a conflict shows what each side has`() throws {
        let (container, session) = try Surf.saved()
        let context = container.viewContext
        try change(session.objectID, container, "rating", 2)
        session.rating = 5
        var question = ""
        func ask(_ text: String) { question = text }
        do {
            try context.save()
        } catch let error as PersistenceError where error.code == .managedObjectMerge {
            for conflict in error.persistentStoreSaveConflicts ?? [] {
                let mine = conflict.sourceObject.value(forKey: "rating") ?? 0
                let before = (conflict.objectSnapshot ?? conflict.cachedSnapshot)?["rating"] ?? 0
                let theirs = (conflict.persistedSnapshot ?? conflict.cachedSnapshot)?["rating"] ?? 0
                ask("You changed \(before) to \(mine), somebody else to \(theirs). Which one?")
            }
        }
        // Nothing was written, and the change is still pending. Choose a policy, and save again.
        context.mergePolicy = .mergeByPropertyStoreTrump
        try context.save()
        #expect(question == "You changed 4 to 5, somebody else to 2. Which one?")
        #expect(session.rating == 2)
    }

    @Test func `two spots cannot have one name`() throws {
        let folder = try SampleFolder()
        let model = Surf.model()
        let spot = model.entitiesByName["Spot"]
        spot?.uniquenessConstraints = [["name"]]
        // No two spots with one name can be stored. A list with several properties is about their combination.
        let container = PersistentContainer(name: "Surf", managedObjectModel: model)
        container.persistentStoreDescriptions = [PersistentStoreDescription(url: folder.file())]
        container.loadPersistentStores { #expect($1 == nil) }
        let context = container.viewContext
        let first = Spot(context: context)
        first.name = "Malibu"
        try context.save()
        let twin = Spot(context: context)
        twin.name = "Malibu"
        do {
            try context.save()
        } catch let error as PersistenceError where error.code == .managedObjectConstraintMerge {
            let conflicts = error.userInfo[PersistenceError.Key.saveConflicts] as? [ConstraintConflict] ?? []
            // `conflicts[0].databaseObject` is the spot that has the name, `conflictingObjects` the ones that want it.
            #expect(conflicts[0].databaseObject === first && conflicts[0].conflictingObjects == [twin])
        }
        // Under this policy, the stored spot is kept and takes over what the new one has. No spot is stored twice.
        context.mergePolicy = .mergeByPropertyObjectTrump
        try context.save()
        #expect(try context.fetch(Spot.fetchRequest()) == [first])
    }

    @Test func `an error says which values are not valid`() throws {
        let context = try Surf.container().viewContext
        var messages: [String] = []
        func show(_ text: String) { messages.append(text) }
        let board = Board(context: context)
        board.setValue(nil, forKey: "name")
        board.setValue(nil, forKey: "feet")
        do {
            try context.save()
        } catch let error as PersistenceError where error.code == .validationMultipleErrors {
            // Nothing was written, and all of it is still pending. Each of these errors is about one property.
            let details = error.userInfo[PersistenceError.Key.detailedErrors] as? [PersistenceError] ?? []
            for detail in details where detail.code == .validationMissingMandatoryProperty {
                show("Missing: \(detail.validationKey ?? "").")
            }
        }
        #expect(Set(messages) == ["Missing: name.", "Missing: feet."])
    }
}
