import Persistence

/// Reads a fetch request template from its element.
struct FetchRequestText {
    private let element: ModelElement

    init(_ element: ModelElement) {
        self.element = element
    }

    /// The predicate; one that matches all objects if the file has none, and nil if it cannot be parsed.
    var predicate: FetchPredicate? {
        guard let text = element.attributes["predicateString"], !text.isEmpty else {
            return FetchPredicate(value: true)
        }
        return try? FetchPredicate(format: text)
    }

    /// The content of the request; nil if its predicate cannot be parsed.
    func values(of entity: EntityDescription) throws(ModelFault) -> FetchValues? {
        guard let predicate else { return nil }
        var values = FetchValues(entityName: entity.name)
        if element.attributes["predicateString"]?.isEmpty == false { values.predicate = predicate }
        values.fetchLimit = try element.count("fetchLimit") ?? 0
        values.fetchBatchSize = try element.count("fetchBatchSize") ?? 0
        if element.attributes["includeSubentities"] != nil {
            values.includesSubentities = try element.flag("includeSubentities")
        }
        if element.attributes["returnObjectsAsFaults"] != nil {
            values.returnsObjectsAsFaults = try element.flag("returnObjectsAsFaults")
        }
        return values
    }
}
