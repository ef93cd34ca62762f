import DataModel

/// The source of the methods that change a to-many relationship: `addToBooks(_:)`, `insertIntoChapters(_:at:)`, ...
struct AccessorSource {
    private let relationship: ModelRelationship
    private let types: TypeNames

    init(_ relationship: ModelRelationship, _ types: TypeNames) {
        self.relationship = relationship
        self.types = types
    }

    /// The extension with the methods.
    func text(in className: String) -> String {
        let members = (relationship.isOrdered ? orderedMethods : methods).map { signature, call in
            """
                public func \(signature) {
                    \(view).\(call)
                }

            """
        }
        return """
            // MARK: Generated accessors for \(relationship.property.name)
            extension \(className) {

            \(members.joined(separator: "\n"))}

            """
    }

    private var view: String {
        let method = relationship.isOrdered ? "mutableOrderedSetValue" : "mutableSetValue"
        return "\(method)(forKey: \(SwiftText.literal(relationship.property.name)))"
    }

    private var name: String { SwiftText.capitalized(relationship.property.name) }
    private var object: String { types.objectClass(of: relationship.destination) }

    private var methods: [(signature: String, call: String)] {
        let set = types["NSSet"]
        return [
            ("addTo\(name)(_ value: \(object))", "add(value)"),
            ("removeFrom\(name)(_ value: \(object))", "remove(value)"),
            ("addTo\(name)(_ values: \(set))", "union(values)"),
            ("removeFrom\(name)(_ values: \(set))", "minus(values)"),
        ]
    }

    private var orderedMethods: [(signature: String, call: String)] {
        let (int, indexes, set) = (types["Int"], types["NSIndexSet"], types["NSOrderedSet"])
        let indexSet = "indexes as \(types["IndexSet"])"
        return [
            ("insertInto\(name)(_ value: \(object), at idx: \(int))", "insert(value, at: idx)"),
            ("removeFrom\(name)(at idx: \(int))", "removeObject(at: idx)"),
            (
                "insertInto\(name)(_ values: [\(object)], at indexes: \(indexes))",
                "insert(values, at: \(indexSet))"
            ),
            ("removeFrom\(name)(at indexes: \(indexes))", "removeObjects(at: \(indexSet))"),
            ("replace\(name)(at idx: \(int), with value: \(object))", "replaceObject(at: idx, with: value)"),
            (
                "replace\(name)(at indexes: \(indexes), with values: [\(object)])",
                "replaceObjects(at: \(indexSet), with: values)"
            ),
            ("addTo\(name)(_ value: \(object))", "add(value)"),
            ("removeFrom\(name)(_ value: \(object))", "remove(value)"),
            ("addTo\(name)(_ values: \(set))", "union(values)"),
            ("removeFrom\(name)(_ values: \(set))", "minus(values)"),
        ]
    }
}
