import Persistence
import PersistenceTestSupport
import Testing

/// Uniqueness constraints: how a violation is reported, and how merge policies resolve it.
@Suite struct ConstraintConflictTests {
    private func saving<T>(
        _ stack: Stack, _ policy: MergePolicy = .error, _ body: (ManagedObjectContext) throws -> T
    ) throws -> T {
        try stack.withContext { context throws in
            context.mergePolicy = policy
            let result = try body(context)
            context.checkInvariants()
            return result
        }
    }

    /// B-UNI-01
    @Test func `under the error policy, a violation reports the constraint, the row and the objects`() throws {
        let stack = try UniqueSpotModel.stack()
        try saving(stack) { context throws in
            let spot = context.insertSpot("Malibu", stars: 1)
            let error = persistenceError { try context.save() }
            #expect(error?.code.rawValue == 133_021)
            let conflicts = try #require(error?.userInfo["conflictList"] as? [ConstraintConflict])
            let conflict = try #require(conflicts.first)
            #expect(conflicts.count == 1)
            #expect(conflict.constraint == ["name", "country"])
            #expect(conflict.constraintValues as? [String: String] == ["name": "Malibu", "country": "US"])
            #expect(conflict.conflictingObjects == [spot])
            #expect((conflict.databaseObject as? Spot)?.stars == 5)
            #expect(conflict.databaseSnapshot?["stars"] as? Int == 5)
            #expect(conflict.conflictingSnapshots.map(\.isEmpty) == [true])
            #expect(context.insertedObjects == [spot] && context.updatedObjects.isEmpty)
            spot.country = "AU"
            try context.save()
        }
        #expect(try stack.spots() == ["Malibu US 5 -", "Malibu AU 1 -"])
    }

    /// B-UNI-02
    @Test(arguments: [
        (MergePolicyType.mergeByPropertyStoreTrump, "Malibu US 5 ours", 2),
        (.mergeByPropertyObjectTrump, "Malibu US 1 ours", 2), (.overwrite, "Malibu US 1 ours", 2),
        (.rollback, "Malibu US 5 -", 1),
    ])
    func `a new object with a row's unique values is merged into that row`(
        policy: MergePolicyType, result: String, version: Int64
    ) throws {
        let stack = try UniqueSpotModel.stack()
        try saving(stack, MergePolicy(merge: policy)) { context throws in
            let spot = context.insertSpot("Malibu", stars: 1, notes: "ours")
            let other = context.insertSpot("Rincon")
            try context.save()
            #expect(!context.hasChanges)
            #expect(spot.managedObjectContext == nil && !spot.isInserted)
            #expect(other.managedObjectContext === context && !other.objectID.isTemporaryID)
        }
        #expect(try stack.spots() == [result, "Rincon US 3 -"])
        #expect(try StoreFile(#require(stack.store.url)).versions(of: "ZSPOT") == [version, 1])
    }

    /// B-UNI-02
    @Test func `default values of a merged new object overwrite the row only under the overwrite policy`() throws {
        for (policy, result) in [
            (MergePolicy.mergeByPropertyObjectTrump, "Malibu US 5 -"), (.overwrite, "Malibu US 3 -"),
        ] {
            let stack = try UniqueSpotModel.stack()
            try saving(stack, policy) { context throws in
                context.insertSpot("Malibu")
                try context.save()
            }
            #expect(try stack.spots() == [result])
        }
    }

    /// B-UNI-02
    @Test(arguments: [MergePolicy.mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump])
    func `relationships of a merged new object move to the row's object`(policy: MergePolicy) throws {
        let stack = try UniqueSpotModel.stack()
        try saving(stack, policy) { context throws in
            let session = context.insert("Session", named: "dawn")
            session.setValue(context.insertSpot("Malibu"), forKey: "spot")
            try context.save()
            #expect((session.value(forKey: "spot") as? Spot)?.stars == 5)
        }
        try stack.withContext { context throws in
            let spot = try #require(try context.fetch(Spot.fetchRequest()).first)
            #expect(spot.mutableSetValue(forKey: "sessions").map { $0.value(forKey: "name") as? String } == ["dawn"])
        }
    }

    /// B-UNI-03
    @Test(arguments: [
        (MergePolicy.mergeByPropertyStoreTrump, "Rincon US 1 second"),
        (.mergeByPropertyObjectTrump, "Rincon US 1 second"), (.overwrite, "Rincon US 1 -"),
        (.rollback, "Rincon US 1 -"),
    ])
    func `of new objects with the same unique values only one remains`(policy: MergePolicy, result: String) throws {
        let stack = try Stack(.sqlite, model: UniqueSpotModel.model())
        try saving(stack) { context throws in
            context.insertSpot("Rincon", stars: 1)
            context.insertSpot("Rincon", notes: "second")
            let error = persistenceError { try context.save() }
            let conflicts = error?.userInfo["conflictList"] as? [ConstraintConflict]
            #expect(conflicts?.map(\.conflictingObjects.count) == [2])
            #expect(conflicts?.first?.databaseObject == nil)
            context.mergePolicy = policy
            try context.save()
        }
        #expect(try stack.spots() == [result])
    }

    /// B-UNI-02
    @Test func `a policy reverts a duplicate update or deletes the other object`() throws {
        for (policy, result) in [
            (MergePolicy.mergeByPropertyStoreTrump, ["Malibu US 5 -", "Rincon US 3 ours"]),
            (.rollback, ["Malibu US 5 -", "Rincon US 3 -"]),
            (.mergeByPropertyObjectTrump, ["Malibu US 3 ours"]), (.overwrite, ["Malibu US 3 ours"]),
        ] {
            let stack = try UniqueSpotModel.stack()
            try saving(stack, policy) { context throws in
                let spot = context.insertSpot("Rincon")
                try context.save()
                spot.name = "Malibu"
                spot.notes = "ours"
                try context.save()
                #expect(!context.hasChanges)
            }
            #expect(try stack.spots() == result)
        }
    }

    @Test(arguments: [
        (MergePolicy.mergeByPropertyStoreTrump, "Jaws US 4 new"), (.rollback, "Jaws US 4 -"),
        (.mergeByPropertyObjectTrump, "Jaws US 4 new"), (.overwrite, "Jaws US 3 new"),
    ])
    func `of a new and a saved object with the same unique values the saved one remains`(
        policy: MergePolicy, result: String
    ) throws {
        let stack = try Stack(.sqlite, model: UniqueSpotModel.model())
        try saving(stack, policy) { context throws in
            let saved = context.insertSpot("Rincon", stars: 4)
            try context.save()
            let new = context.insertSpot("Jaws", notes: "new")
            saved.name = "Jaws"
            try context.save()
            #expect(saved.name == "Jaws" && new.managedObjectContext == nil)
        }
        #expect(try stack.spots() == [result])
    }

    /// B-UNI-02
    @Test func `a row that was given the unique values after it was read is found too`() throws {
        let stack = try UniqueSpotModel.stack()
        try saving(stack, .mergeByPropertyObjectTrump) { context throws in
            let old = context.insertSpot("Rincon", stars: 4)
            try context.save()
            try stack.withContext { other throws in
                let spot = try #require(try other.existingObject(with: old.objectID) as? Spot)
                spot.name = "Jaws"
                try other.save()
            }
            context.insertSpot("Jaws", notes: "big")
            try context.save()
            #expect(old.name == "Jaws" && old.notes == "big")
        }
        #expect(try stack.spots() == ["Malibu US 5 -", "Jaws US 4 big"])
    }

    @Test func `a deleted object's unique values can be reused in the same save`() throws {
        let stack = try UniqueSpotModel.stack()
        try saving(stack) { context throws in
            try context.fetch(Spot.fetchRequest()).forEach(context.delete)
            context.insertSpot("Malibu", stars: 1)
            try context.save()
        }
        #expect(try stack.spots() == ["Malibu US 1 -"])
    }

    @Test func `nil values never violate a uniqueness constraint`() throws {
        let stack = try Stack(.sqlite, model: UniqueSpotModel.model())
        try saving(stack) { context throws in
            context.insertSpot("Rincon", in: nil)
            context.insertSpot("Rincon", in: nil)
            try context.save()
        }
        #expect(try stack.spots() == ["Rincon - 3 -", "Rincon - 3 -"])
    }
}
