import Foundation
import Persistence
import PersistenceSQLite

/// The model of the samples in the engine's documentation: surf sessions, the spots and boards that belong to them, and
/// trips to several spots.
enum Surf {
    static func model() -> ManagedObjectModel {
        let spot = EntityDescription(name: "Spot", class: Spot.self)
        let session = EntityDescription(name: "Session", class: Session.self)
        let sessions = RelationshipDescription(name: "sessions", destination: session, toMany: true)
        let place = RelationshipDescription(name: "spot", destination: spot)
        sessions.setInverse(place)
        spot.properties = [AttributeDescription(name: "name", type: .string, isOptional: false), sessions]
        session.properties = [
            AttributeDescription(name: "date", type: .date),
            AttributeDescription(name: "height", type: .double),
            AttributeDescription(name: "rating", type: .integer16, isOptional: false, defaultValue: 0),
            AttributeDescription(name: "notes", type: .string),
            place,
        ]
        let model = ManagedObjectModel(entities: [spot, session])
        model.entities += [board(of: session), trip(to: spot)]
        session.propertyNames = [\Session.rating: "rating", \Session.notes: "notes"]
        return model
    }

    private static func board(of session: EntityDescription) -> EntityDescription {
        let board = EntityDescription(name: "Board", class: Board.self)
        let sessions = RelationshipDescription(name: "sessions", destination: session, toMany: true)
        let ride = RelationshipDescription(name: "board", destination: board)
        sessions.setInverse(ride)
        session.properties.append(ride)
        board.properties = [
            AttributeDescription(name: "name", type: .string, isOptional: false),
            AttributeDescription(name: "feet", type: .double, isOptional: false, defaultValue: 6),
            AttributeDescription(name: "tide", type: .integer64),
            AttributeDescription(name: "colours", type: .transformable),
            sessions,
        ]
        return board
    }

    private static func trip(to spot: EntityDescription) -> EntityDescription {
        let trip = EntityDescription(name: "Trip", class: Trip.self)
        let stops = RelationshipDescription(name: "stops", destination: spot, toMany: true, ordered: true)
        let trips = RelationshipDescription(name: "trips", destination: trip, toMany: true)
        stops.setInverse(trips)
        spot.properties.append(trips)
        trip.properties = [AttributeDescription(name: "name", type: .string), stops]
        return trip
    }

    /// A container with one store: in memory, or an SQLite file with history.
    static func container(at url: URL? = nil) throws -> PersistentContainer {
        let container = PersistentContainer(name: "Surf", managedObjectModel: model())
        let description = PersistentStoreDescription(url: url)
        if url == nil { description.type = inMemoryStoreType }
        description.setOption(url != nil, forKey: StoreOption.persistentHistoryTracking)
        container.persistentStoreDescriptions = [description]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
        return container
    }

    /// A container with Malibu and Rincon, and a session of four stars at Malibu.
    @MainActor static func saved(at url: URL? = nil) throws -> (container: PersistentContainer, session: Session) {
        let container = try container(at: url)
        let spots = ["Malibu", "Rincon"].map { name in
            let spot = Spot(context: container.viewContext)
            spot.name = name
            return spot
        }
        let session = Session(context: container.viewContext)
        session.spot = spots[0]
        session.date = Date(timeIntervalSinceReferenceDate: 800_000_000)
        session.rating = 4
        session.height = 4
        try container.viewContext.save()
        return (container, session)
    }
}

final class Spot: ManagedObject {
    static let name = Attribute<String>("name")
    static let sessions = ToMany<Session>("sessions")

    var name: String {
        get { self[Self.name] }
        set { self[Self.name] = newValue }
    }
    var sessions: Set<Session> {
        get { self[Self.sessions] }
        set { self[Self.sessions] = newValue }
    }
}

final class Session: ManagedObject {
    static let date = Attribute<Date?>("date")
    static let height = Attribute<Double?>("height")
    static let rating = Attribute<Int16>("rating")
    static let notes = Attribute<String?>("notes")
    static let spot = ToOne<Spot>("spot")
    static let board = ToOne<Board>("board")

    var rating: Int16 {
        get { self[Self.rating] }
        set { self[Self.rating] = newValue }
    }
    // The other properties are written in the same way.
}

extension Session {
    var date: Date? {
        get { self[Self.date] }
        set { self[Self.date] = newValue }
    }
    var height: Double? {
        get { self[Self.height] }
        set { self[Self.height] = newValue }
    }
    var notes: String? {
        get { self[Self.notes] }
        set { self[Self.notes] = newValue }
    }
    var spot: Spot? {
        get { self[Self.spot] }
        set { self[Self.spot] = newValue }
    }
    var board: Board? {
        get { self[Self.board] }
        set { self[Self.board] = newValue }
    }
}

final class Board: ManagedObject {
    static let name = Attribute<String>("name")
    static let feet = Attribute<Double>("feet")

    var name: String {
        get { self[Self.name] }
        set { self[Self.name] = newValue }
    }
    var feet: Double {
        get { self[Self.feet] }
        set { self[Self.feet] = newValue }
    }

    /// Values set here belong to the insertion, so that one undo removes them with the board.
    override func awakeFromInsert() {
        super.awakeFromInsert()
        name = "New board"
    }

    /// A rule over several properties. A save calls it, and fails with its error.
    override func validateForUpdate() throws {
        try super.validateForUpdate()
        if name.hasSuffix("longboard"), feet < 9 { throw BoardError.tooShort(feet: feet) }
    }
}

enum BoardError: Error, Equatable {
    case tooShort(feet: Double)
}

/// Which tide a board likes.
enum Tide: Int64, AttributeValue {
    case low, rising, high, falling

    var storedValue: StoredValue { .integer(rawValue) }
    init(storedValue: StoredValue) { self = storedValue.integer.flatMap(Tide.init) ?? .low }
}

extension Board {
    static let tide = Attribute<Tide?>("tide")
}

final class Trip: ManagedObject {
    static let stops = ToManyOrdered<Spot>("stops")
}

/// A folder for a test's files, deleted with this object.
final class SampleFolder {
    let url = FileManager.default.temporaryDirectory.appending(path: "samples-" + UUID().uuidString)

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    func file(_ name: String = "surf.sqlite") -> URL { url.appending(path: name) }
}
