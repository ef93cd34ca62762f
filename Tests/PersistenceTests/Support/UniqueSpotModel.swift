import Persistence
import PersistenceTestSupport

/// A model with a uniqueness constraint: spots, unique by name and country, and sessions.
enum UniqueSpotModel {
    static func model() -> ManagedObjectModel {
        let spot = EntityDescription(name: "Spot", class: Spot.self)
        let session = EntityDescription(name: "Session")
        spot.properties = [
            AttributeDescription(name: "name", type: .string), AttributeDescription(name: "country", type: .string),
            AttributeDescription(name: "stars", type: .integer16, defaultValue: 3),
            AttributeDescription(name: "notes", type: .string),
        ]
        session.properties = [AttributeDescription(name: "name", type: .string)]
        spot.relate(.many("sessions", deleteRule: .cascadeDeleteRule), to: session, .one("spot"))
        spot.uniquenessConstraints = [["name", "country"]]
        return ManagedObjectModel(entities: [spot, session])
    }

    /// A stack with a file that contains one spot: Malibu, US, 5 stars, without notes.
    static func stack() throws -> Stack {
        let stack = try Stack(.sqlite, model: model())
        try stack.withContext { context throws in
            context.insertSpot("Malibu", stars: 5)
            try context.save()
        }
        return stack
    }
}

final class Spot: ManagedObject {
    static let nameKey = Attribute<String?>("name")
    static let countryKey = Attribute<String?>("country")
    static let starsKey = Attribute<Int16?>("stars")
    static let notesKey = Attribute<String?>("notes")
    var name: String? {
        get { self[Self.nameKey] }
        set { self[Self.nameKey] = newValue }
    }
    var country: String? {
        get { self[Self.countryKey] }
        set { self[Self.countryKey] = newValue }
    }
    var stars: Int16? {
        get { self[Self.starsKey] }
        set { self[Self.starsKey] = newValue }
    }
    var notes: String? {
        get { self[Self.notesKey] }
        set { self[Self.notesKey] = newValue }
    }

    override func willSave() {
        super.willSave()
        (managedObjectContext?.userInfo["willSave"] as? (Spot) -> Void)?(self)
    }

    /// Rejects updates while a test asks for it.
    override func validateForUpdate() throws {
        if managedObjectContext?.userInfo["refusesUpdates"] != nil { throw PersistenceError(.validationGeneric, "No.") }
        try super.validateForUpdate()
    }
}

extension ManagedObjectContext {
    @discardableResult
    func insertSpot(
        _ name: String?, in country: String? = "US", stars: Int16? = nil, notes: String? = nil
    ) -> Spot {
        let spot = Spot(context: self)
        spot.name = name
        spot.country = country
        if let stars { spot.stars = stars }
        spot.notes = notes
        return spot
    }

    /// A description of every stored spot, by key.
    func storedSpots() throws -> [String] {
        let request = Spot.fetchRequest()
        request.includesPendingChanges = false
        request.sortDescriptors = [FetchSortDescriptor(key: "SELF")]
        return try fetch(request).map { spot in
            let texts = [spot.name, spot.country, spot.stars.map(String.init), spot.notes]
            return texts.map { $0 ?? "-" }.joined(separator: " ")
        }
    }
}

extension Stack {
    /// A description of every stored spot, read in a separate context.
    func spots() throws -> [String] { try withContext { try $0.storedSpots() } }
}
