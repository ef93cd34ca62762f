import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// Attributes that a save computes from others.
@Suite struct DerivedAttributeTests {
    private func derived(_ name: String, _ type: AttributeType, _ format: String) throws -> DerivedAttributeDescription
    {
        let attribute = DerivedAttributeDescription(name: name, type: type)
        attribute.derivationExpression = FetchExpression(format: format)
        return attribute
    }

    private func model() throws -> ManagedObjectModel {
        let (spot, session) = (EntityDescription(name: "Spot"), EntityDescription(name: "Session"))
        spot.properties = [
            AttributeDescription(name: "name", type: .string), try derived("folded", .string, "canonical:(name)"),
            try derived("count", .integer64, "sessions.@count"),
            try derived("total", .integer64, "sessions.@sum.length"),
        ]
        session.properties = [
            AttributeDescription(name: "length", type: .integer32), try derived("place", .string, "spot.name"),
            try derived("saved", .date, "now()"),
        ]
        spot.relate(.many("sessions", deleteRule: .cascadeDeleteRule), to: session, .one("spot"))
        return ManagedObjectModel(entities: [spot, session])
    }

    private func stack(_ kind: StoreKind) throws -> (Stack, spot: ManagedObjectID) {
        let stack = try Stack(kind, model: model())
        let spot = try stack.withContext { context in
            let spot = EntityDescription.insertNewObject(forEntityName: "Spot", into: context)
            spot["name"] = "Málaga"
            for length in [30, 60] {
                let session = EntityDescription.insertNewObject(forEntityName: "Session", into: context)
                session["length"] = length
                session["spot"] = spot
            }
            try context.save()
            return spot.objectID
        }
        return (stack, spot)
    }

    /// What is stored of a spot: the folded name, the number of its sessions, and their length.
    private func facts(_ stack: Stack, _ spot: ManagedObjectID) throws -> [String] {
        try stack.withContext { context in
            let spot = try context.existingObject(with: spot)
            return ["folded", "count", "total"].map { "\(spot[$0] ?? "nil")" }
        }
    }

    private func places(_ stack: Stack) throws -> [String?] {
        try stack.withContext { context in
            try context.fetch(FetchRequest<ManagedObject>(entityName: "Session")).map { $0["place"] as? String }
        }
    }

    /// From memory: a save computes the value only when it writes.
    @Test func `a derived attribute that is not optional may be empty in a new object`() throws {
        let (spot, session) = (EntityDescription(name: "Spot"), EntityDescription(name: "Session"))
        spot.properties = [AttributeDescription(name: "name", type: .string)]
        let place = try derived("place", .string, "spot.name")
        place.isOptional = false
        session.properties = [place]
        session.refer(.one("spot"), to: spot)
        let stack = try Stack(model: ManagedObjectModel(entities: [spot, session]))
        try stack.withContext { context throws in
            let session = EntityDescription.insertNewObject(forEntityName: "Session", into: context)
            try session.validateForInsert()
            try context.save()
            #expect(session["place"] == nil)
            session["spot"] = context.insert("Spot", named: "Malibu")
            try context.save()
            #expect(session["place"] as? String == "Malibu")
        }
    }

    /// B-DER-01, B-DER-02
    @Test(arguments: StoreKind.allCases)
    func `a save computes the derived attributes of what it inserts`(kind: StoreKind) throws {
        let before = Date()
        let (stack, spot) = try stack(kind)
        #expect(try facts(stack, spot) == ["malaga", "2", "90"])
        #expect(try places(stack) == ["Málaga", "Málaga"])
        try stack.withContext { context in
            let session = try #require(try context.fetch(FetchRequest<ManagedObject>(entityName: "Session")).first)
            #expect(try #require(session["saved"] as? Date) >= before)
        }
    }

    /// B-DER-01, B-DER-02
    @Test(arguments: StoreKind.allCases)
    func `a change reaches the attributes of related objects that come from it`(kind: StoreKind) throws {
        let (stack, spot) = try stack(kind)
        try stack.withContext { context in
            try context.existingObject(with: spot)["name"] = "Rincón"
            let session = try #require(try context.fetch(FetchRequest<ManagedObject>(entityName: "Session")).first)
            session["length"] = 100
            try context.save()
        }
        #expect(try places(stack) == ["Rincón", "Rincón"])
        #expect(try facts(stack, spot)[0] == "rincon")
        try stack.withContext { context in
            let request = FetchRequest<ManagedObject>(entityName: "Session")
            request.predicate = FetchPredicate("place BEGINSWITH 'Rin' AND length == 100")
            let session = try #require(try context.fetch(request).first)
            context.delete(session)
            try context.save()
        }
        #expect(try facts(stack, spot)[1] == "1")
        let total = try facts(stack, spot)[2]
        #expect(total == "30" || total == "60")
    }

    @Test(arguments: StoreKind.allCases)
    func `a child's changes are derived when its parent saves`(kind: StoreKind) throws {
        let (stack, spot) = try stack(kind)
        try stack.withContext { context in
            let child = ManagedObjectContext(.privateQueue)
            child.parent = context
            try child.performAndWait {
                try child.existingObject(with: spot)["name"] = "Óstia"
                try child.save()
            }
            try context.save()
        }
        #expect(try facts(stack, spot)[0] == "ostia")
    }

    @Test(arguments: StoreKind.allCases)
    func `merging a conflict derives again from the merged values`(kind: StoreKind) throws {
        let (stack, spot) = try stack(kind)
        try stack.withContext { context in
            context.mergePolicy = .mergeByPropertyStoreTrump
            try context.existingObject(with: spot)["name"] = "Mine"
            try stack.withContext { other in
                try other.existingObject(with: spot)["name"] = "Theirs"
                try other.save()
            }
            try context.save()
        }
        #expect(try facts(stack, spot)[0] == "theirs")
    }

    @Test func `batches derive what their changes reach`() throws {
        let (stack, spot) = try stack(.sqlite)
        try stack.withContext { context in
            let update = BatchUpdateRequest(entityName: "Spot")
            update.propertiesToUpdate = ["name": "Zuma"]
            try context.execute(update)
            try context.execute(BatchInsertRequest(entityName: "Spot", objects: [["name": "Éire"]]))
        }
        #expect(try facts(stack, spot) == ["zuma", "2", "90"])
        #expect(try places(stack) == ["Zuma", "Zuma"])
        try stack.withContext { context in
            let request = FetchRequest<ManagedObject>(entityName: "Spot")
            request.predicate = FetchPredicate("folded == 'eire'")
            #expect(try context.fetch(request).map { $0["count"] as? Int } == [0])
            let longest = FetchRequest<ManagedObject>(entityName: "Session")
            longest.predicate = FetchPredicate("length > 50")
            try context.execute(BatchDeleteRequest(fetchRequest: longest))
        }
        #expect(try facts(stack, spot) == ["zuma", "1", "30"])
    }

    /// Attributes derived from derived ones, each declared before what it is derived from.
    private func chainedModel() throws -> ManagedObjectModel {
        let (spot, session) = (EntityDescription(name: "Spot"), EntityDescription(name: "Session"))
        session.properties = [
            try derived("folded", .string, "lowercase:(place)"), try derived("place", .string, "spot.loud"),
            AttributeDescription(name: "length", type: .integer32),
        ]
        spot.properties = [
            try derived("longest", .string, "canonical:(loud)"), try derived("loud", .string, "uppercase:(name)"),
            AttributeDescription(name: "name", type: .string),
        ]
        spot.relate(.many("sessions", deleteRule: .cascadeDeleteRule), to: session, .one("spot"))
        return ManagedObjectModel(entities: [session, spot])
    }

    private func chain(_ stack: Stack, _ spot: ManagedObjectID) throws -> [String?] {
        try stack.withContext { context in
            let spot = try context.existingObject(with: spot)
            let session = try #require((spot["sessions"] as? Set<ManagedObject>)?.first)
            return [spot["loud"], spot["longest"], session["place"], session["folded"]].map { $0 as? String }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `an attribute that is derived from a derived one is computed after it`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: chainedModel())
        let spot = try stack.withContext { context in
            let spot = EntityDescription.insertNewObject(forEntityName: "Spot", into: context)
            spot["name"] = "Málaga"
            EntityDescription.insertNewObject(forEntityName: "Session", into: context)["spot"] = spot
            try context.save()
            return spot.objectID
        }
        #expect(try chain(stack, spot) == ["MÁLAGA", "malaga", "MÁLAGA", "málaga"])
        try stack.withContext { context in
            try context.existingObject(with: spot)["name"] = "Óstia"
            try context.save()
        }
        #expect(try chain(stack, spot) == ["ÓSTIA", "ostia", "ÓSTIA", "óstia"])
        guard kind == .sqlite else { return }
        try stack.withContext { context in
            let update = BatchUpdateRequest(entityName: "Spot")
            update.propertiesToUpdate = ["name": "Éire"]
            try context.execute(update)
        }
        #expect(try chain(stack, spot) == ["ÉIRE", "eire", "ÉIRE", "éire"])
    }

    /// Sessions at spots on coasts. A session has the name of its coast, and the number and the ranks of the coast's
    /// spots.
    private func coastModel() throws -> ManagedObjectModel {
        let names = ["Coast", "Spot", "Session"].map { EntityDescription(name: $0) }
        let (coast, spot, session) = (names[0], names[1], names[2])
        coast.properties = [AttributeDescription(name: "name", type: .string)]
        spot.properties = [AttributeDescription(name: "rank", type: .integer32)]
        session.properties = [
            AttributeDescription(name: "length", type: .integer32),
            try derived("ranks", .integer64, "spot.coast.spots.@sum.rank"),
            try derived("coastName", .string, "spot.coast.name"),
            try derived("neighbours", .integer64, "spot.coast.spots.@count"),
        ]
        coast.relate(.many("spots"), to: spot, .one("coast"))
        spot.relate(.many("sessions"), to: session, .one("spot"))
        return ManagedObjectModel(entities: [coast, spot, session])
    }

    /// Two coasts, with a spot on each, and with sessions on the first. Returns the coasts and the first spot.
    private func coasts(_ stack: Stack) throws -> [ManagedObjectID] {
        try stack.withContext { context in
            func insert(_ entity: String, _ values: [String: Any]) -> ManagedObject {
                let object = EntityDescription.insertNewObject(forEntityName: entity, into: context)
                for (key, value) in values { object[key] = value }
                return object
            }
            let coasts = ["Rif", "Costa"].map { insert("Coast", ["name": $0]) }
            let spots = coasts.map { insert("Spot", ["coast": $0]) }
            for length in 1...2 { _ = insert("Session", ["spot": spots[0], "length": length]) }
            try context.save()
            return coasts.map(\.objectID) + [spots[0].objectID]
        }
    }

    /// The name of the coast and the number of its spots that are stored in each session.
    private func atCoast(_ stack: Stack) throws -> [String] {
        try stack.withContext { context in
            try context.fetch(FetchRequest<ManagedObject>(entityName: "Session")).map {
                "\($0["coastName"] ?? "nil") \($0["neighbours"] ?? "nil")"
            }
        }
    }

    /// B-DER-01, B-DER-02
    @Test(arguments: StoreKind.allCases)
    func `an attribute derived over two relationships follows a change of the last object and of each relationship`(
        kind: StoreKind
    ) throws {
        let stack = try Stack(kind, model: coastModel())
        let ids = try coasts(stack)
        #expect(try atCoast(stack) == ["Rif 1", "Rif 1"])
        try stack.withContext { context in
            try context.existingObject(with: ids[0])["name"] = "Rif Coast"
            try context.save()
        }
        #expect(try atCoast(stack) == ["Rif Coast 1", "Rif Coast 1"])
        try stack.withContext { context in
            try context.existingObject(with: ids[2])["coast"] = try context.existingObject(with: ids[1])
            try context.save()
        }
        #expect(try atCoast(stack) == ["Costa 2", "Costa 2"])
        try stack.withContext { context in
            try context.existingObject(with: ids[2])["coast"] = nil
            try context.save()
        }
        #expect(try atCoast(stack) == ["nil 0", "nil 0"])
    }

    /// B-DER-01, B-DER-02
    @Test(arguments: StoreKind.allCases)
    func `a count over three relationships follows the objects that are inserted and deleted`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: coastModel())
        let ids = try coasts(stack)
        let added = try stack.withContext { context in
            let spot = EntityDescription.insertNewObject(forEntityName: "Spot", into: context)
            spot["coast"] = try context.existingObject(with: ids[0])
            try context.save()
            return spot.objectID
        }
        #expect(try atCoast(stack) == ["Rif 2", "Rif 2"])
        try stack.withContext { context in
            context.delete(try context.existingObject(with: added))
            try context.save()
        }
        #expect(try atCoast(stack) == ["Rif 1", "Rif 1"])
        try stack.withContext { context in
            context.delete(try context.existingObject(with: ids[0]))
            try context.save()
        }
        #expect(try atCoast(stack) == ["nil 0", "nil 0"])
    }

    /// B-DER-01, B-DER-02
    @Test(arguments: StoreKind.allCases)
    func `a sum over three relationships follows a changed value`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: coastModel())
        let ids = try coasts(stack)
        try stack.withContext { context in
            let neighbour = EntityDescription.insertNewObject(forEntityName: "Spot", into: context)
            neighbour["coast"] = try context.existingObject(with: ids[0])
            try context.save()
            neighbour["rank"] = 4
            try context.save()
        }
        try stack.withContext { context in
            let sessions = try context.fetch(FetchRequest<ManagedObject>(entityName: "Session"))
            #expect(sessions.map { $0["ranks"] as? Int } == [4, 4])
        }
    }

    @Test func `a save sets the time of derived attributes only in objects that it changes`() throws {
        let (stack, spot) = try stack(.memory)
        func times() throws -> [Date?] {
            try stack.withContext { context in
                let request = FetchRequest<ManagedObject>(entityName: "Session")
                request.sortDescriptors = [FetchSortDescriptor(key: "length")]
                return try context.fetch(request).map { $0["saved"] as? Date }
            }
        }
        let before = try times()
        try stack.withContext { context in
            let request = FetchRequest<ManagedObject>(entityName: "Session")
            request.predicate = FetchPredicate("length == 60")
            try #require(try context.fetch(request).first)["length"] = 61
            request.predicate = FetchPredicate("length == 30")
            try #require(try context.fetch(request).first)["length"] = 30
            try context.save()
        }
        let after = try times()
        #expect(after[0] == before[0])
        #expect(try #require(after[1]) > #require(before[1]))
        _ = spot
    }

    @Test func `attributes that are derived from each other do not stop a save`() throws {
        let entity = EntityDescription(
            name: "Note", properties: [try derived("a", .string, "b"), try derived("b", .string, "a")])
        try Stack(model: ManagedObjectModel(entities: [entity])).withContext { context in
            let note = EntityDescription.insertNewObject(forEntityName: "Note", into: context)
            try context.save()
            #expect(note["a"] == nil && note["b"] == nil)
        }
    }

    @Test func `a save with an expression that does not fit its entity is an error`() throws {
        let entity = EntityDescription(name: "Note", properties: [try derived("text", .string, "missing")])
        try Stack(model: ManagedObjectModel(entities: [entity])).withContext { context in
            _ = EntityDescription.insertNewObject(forEntityName: "Note", into: context)
            #expect(throws: PredicateBindingError.self) { try context.save() }
        }
    }
}
