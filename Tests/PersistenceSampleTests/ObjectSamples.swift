import Foundation
import Persistence
import PersistenceSQLite
import Testing

final class Note: ManagedObject {
    @Managed("text") var text: String?
}

extension Note {
    var color: String? {
        get { self[Managed("color")] }
        set { self[Managed("color")] = newValue }
    }
}

/// The samples of objects, their IDs, values and relationships.
@MainActor @Suite struct ObjectSamples {
    @Test func `a class has typed properties and rules of its own`() throws {
        let context = try Surf.container().viewContext
        let board = Board(context: context)
        #expect(board.name == "New board" && board.feet == 6)
        try context.save()
        board.name = "Yellow longboard"
        #expect(throws: BoardError.tooShort(feet: 6)) { try context.save() }
    }

    @Test func `a property in an extension is read and set by its name`() throws {
        let attributes = ["text", "color"].map { AttributeDescription(name: $0, type: .string) }
        let entity = EntityDescription(name: "Note", class: Note.self, properties: attributes)
        let container = PersistentContainer(
            name: "Notes", managedObjectModel: ManagedObjectModel(entities: [entity]))
        let note = Note(context: container.viewContext)
        note.color = "blue"
        note.text = "Wax"
        #expect(note.color == "blue" && note["color"] as? String == "blue" && note.text == "Wax")
        note.color = nil
        #expect(note.color == nil)
    }

    @Test func `an ID names an object everywhere`() async throws {
        let (container, session) = try Surf.saved()
        let id = session.objectID
        let rating = try await container.performBackgroundTask { context in
            let copy = try context.existingObject(with: id) as? Session
            return copy?.rating
        }
        #expect(rating == 4)

        // The URI can be stored, in a file of settings for example, and gives the ID back.
        let uri = id.uriRepresentation()
        let same = container.persistentStoreCoordinator.managedObjectID(forURIRepresentation: uri)
        #expect(same == id)

        // A new object has a temporary ID. Whoever needs a permanent one before the save can ask for it.
        let new = Session(context: container.viewContext)
        #expect(new.objectID.isTemporaryID)
        try container.viewContext.obtainPermanentIDs(for: [new])
        #expect(!new.objectID.isTemporaryID)
    }

    @Test func `a fault reads its row when it is used`() throws {
        let (container, saved) = try Surf.saved()
        let id = saved.objectID
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let session = context.object(with: id)
            // Nothing was read: the object is a fault, and there may be no such row at all.
            #expect(session.isFault)

            try session.loadValues()
            // This read all its values at once. Reading a property does the same, but cannot throw.
            #expect(!session.isFault)

            context.refresh(session, mergeChanges: false)
            // It is a fault again. The next access reads what is stored then.
            #expect(session.isFault)
        }
    }

    @Test func `relationships have typed handles`() throws {
        let (container, session) = try Surf.saved()
        let context = container.viewContext
        let malibu = try #require(session.spot)
        let board = Board(context: context)
        session[Session.board] = board
        // The other end follows: `board` has this session now.
        #expect((board.value(forKey: "sessions") as? Set<Session>) == [session])

        // Handles also make predicates, and lead over a relationship to the properties of its destination.
        let request = Session.fetchRequest()
        request.predicate = Session.spot[Spot.name] == "Malibu" && Session.board == board
        #expect(try context.fetch(request) == [session])
        let evening = Session(context: context)
        malibu[Spot.sessions].insert(evening)
        #expect(evening.spot === malibu)

        let busy = Spot.fetchRequest()
        busy.predicate = Spot.sessions.count >= 2
        // Finds Malibu, which has two sessions; the unsaved one counts.
        #expect(try context.fetch(busy) == [malibu])
    }

    @Test func `an ordered relationship keeps its order`() throws {
        let (container, _) = try Surf.saved()
        let context = container.viewContext
        let request = Spot.fetchRequest()
        request.sortDescriptors = [FetchSortDescriptor(Spot.name)]
        let spots = try context.fetch(request)
        let trip = Trip(context: context)
        trip[Trip.stops] = spots
        // Malibu first, then Rincon. The order is stored.
        trip[Trip.stops].reverse()
        #expect(trip[Trip.stops].map(\.name) == ["Rincon", "Malibu"])
        let stops = trip.mutableOrderedSetValue(forKey: "stops")
        let trestles = Spot(context: context)
        trestles.name = "Trestles"
        stops.insert(trestles, at: 1)
        stops.moveObjects(at: [2], to: 0)
        // Malibu, Rincon, Trestles. `stops` is a view: the trip itself has changed, and so has each spot's list of trips.
        #expect(trip[Trip.stops].map(\.name) == ["Malibu", "Rincon", "Trestles"])
    }

    @Test func `a mutable set changes the relationship in place`() throws {
        let (container, session) = try Surf.saved()
        let context = container.viewContext
        let malibu = try #require(session.spot)
        let sessions = malibu.mutableSetValue(forKey: "sessions")
        let evening = Session(context: context)
        sessions.add(evening)
        // `evening.spot` is Malibu now.
        #expect(evening.spot === malibu && sessions.count == 2)

        sessions.remove(session)
        #expect(session.spot == nil)
        // The set that `value(forKey:)` returns is a copy instead, which does not follow.
        let copy = malibu.value(forKey: "sessions") as? Set<Session>
        sessions.removeAllObjects()
        #expect(copy == [evening] && malibu.sessions.isEmpty)
    }

    @Test func `an attribute has a type of the application's own`() throws {
        let context = try Surf.container().viewContext
        let board = Board(context: context)
        board[Board.tide] = .rising
        try context.save()
        #expect(board.value(forKey: "tide") as? Int == 1)
    }

    @Test func `a transformable attribute keeps any value`() throws {
        let context = try Surf.container().viewContext
        let board = Board(context: context)
        let colours = Transformable<[String]>("colours")
        board[colours] = ["white"]
        // What is read is a copy. To change the value, set a changed copy.
        board[colours]?.append("red")
        #expect(board[colours] == ["white", "red"])
    }

    @Test func `a transformer decides how a value is stored`() throws {
        final class LinesTransformer: AttributeValueTransformer, @unchecked Sendable {
            override func transformedValue(_ value: Any?) -> Any? {
                (value as? [String]).map { Data($0.joined(separator: "\n").utf8) }
            }
            override func reverseTransformedValue(_ value: Any?) -> Any? {
                (value as? Data).map { String(decoding: $0, as: UTF8.self).components(separatedBy: "\n") }
            }
        }
        AttributeValueTransformer.setValueTransformer(LinesTransformer(), forName: "Lines")
        let repairs = AttributeDescription(name: "repairs", type: .transformable)
        repairs.valueTransformerName = "Lines"
        // A board's list of repairs is stored as plain text that other programs can read.
        let board = EntityDescription(name: "Board", properties: [repairs])
        let folder = try SampleFolder()
        let coordinator = PersistentStoreCoordinator(managedObjectModel: ManagedObjectModel(entities: [board]))
        try coordinator.addPersistentStore(ofType: sqliteStoreType, at: folder.file())
        let context = ManagedObjectContext(.mainQueue)
        context.persistentStoreCoordinator = coordinator
        let object = EntityDescription.insertNewObject(forEntityName: "Board", into: context)
        object.setValue(["nose", "fin box"], forKey: "repairs")
        try context.save()
        context.refresh(object, mergeChanges: false)
        #expect(object.value(forKey: "repairs") as? [String] == ["nose", "fin box"])
        AttributeValueTransformer.setValueTransformer(nil, forName: "Lines")
    }
}
