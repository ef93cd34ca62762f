/// The observation of one property of one object. Ends when it is released or `invalidate()` is called.
///
/// ```swift
/// let observation = session.observe("rating") { object in
///     print("\(object.value(forKey: "rating") ?? 0) stars")
/// }
/// session.rating = 5
/// // Prints “5 stars”.
/// observation.invalidate()
/// session.rating = 1
/// // Prints nothing more.
/// ```
///
/// Create one with `ManagedObject.observe(_:changeHandler:)`. Use on the context's queue.
public final class PropertyObservation {
    fileprivate weak var object: ManagedObject?
    fileprivate let slot: Int
    fileprivate let handler: (ManagedObject) -> Void

    fileprivate init(_ object: ManagedObject, slot: Int, handler: @escaping (ManagedObject) -> Void) {
        self.object = object
        self.slot = slot
        self.handler = handler
    }

    /// Ends the observation. Further calls have no effect.
    public func invalidate() {
        object = nil
    }
}

/// The observations of one context. Empty and without cost until there is one.
struct PropertyObservations {
    private struct Place {
        weak var observation: PropertyObservation?
    }

    private var places: [Place] = []

    var isEmpty: Bool { places.isEmpty }

    mutating func append(_ observation: PropertyObservation) {
        places.removeAll { $0.observation?.object == nil }
        places.append(Place(observation: observation))
    }

    func of(_ object: ManagedObject, slot: Int) -> [PropertyObservation] {
        places.compactMap(\.observation).filter { $0.object === object && $0.slot == slot }
    }
}

extension ManagedObject {
    /// Calls `handler` after each change of a property, saved or not, for as long as the result is retained.
    /// - Precondition: The entity has the property, and the object belongs to a context.
    public func observe(_ key: String, changeHandler handler: @escaping (ManagedObject) -> Void) -> PropertyObservation
    {
        let observation = PropertyObservation(self, slot: requireSlot(key), handler: handler)
        precondition(managedObjectContext != nil, "Only an object of a context can be observed.")
        managedObjectContext?.observations.append(observation)
        identityMap?.isObserved = true
        return observation
    }
}

extension ManagedObjectContext {
    func notifyObservers(of object: ManagedObject, slot: Int) {
        guard identityMap.isObserved else { return }
        for observation in observations.of(object, slot: slot) { observation.handler(object) }
    }
}
