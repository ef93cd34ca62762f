/// Named fetch requests in the model.
extension ManagedObjectModel {
    /// Copies of the named fetch requests, by name.
    public var fetchRequestTemplatesByName: [String: FetchRequest<ManagedObject>] {
        fetchRequestTemplates.mapValues { FetchRequest(values: $0) }
    }

    /// Stores a copy of the request under a name; nil removes the stored one.
    /// - Precondition: no coordinator uses the model.
    public func setFetchRequestTemplate<T>(_ request: FetchRequest<T>?, forName name: String) {
        setFetchRequestTemplate(request?.values, forName: name)
    }

    /// A copy of the request with this name; nil if there is none.
    public func fetchRequestTemplate(forName name: String) -> FetchRequest<ManagedObject>? {
        fetchRequestTemplates[name].map { FetchRequest(values: $0) }
    }

    /// A copy of the request with this name, with values for the variables of its predicate. Nil if there is no such
    /// request, or if predicates do not support the type of a value.
    ///
    /// ```swift
    /// let model = Surf.model()
    /// let rated = Session.fetchRequest()
    /// rated.predicate = FetchPredicate(format: "rating >= $LEAST")
    /// model.setFetchRequestTemplate(rated, forName: "rated")
    /// // Later, and in any context of this model:
    /// let request = model.fetchRequestFromTemplate(withName: "rated", substitutionVariables: ["LEAST": 4])
    /// ```
    public func fetchRequestFromTemplate(
        withName name: String, substitutionVariables variables: [String: Any]
    ) -> FetchRequest<ManagedObject>? {
        guard var values = fetchRequestTemplates[name] else { return nil }
        if let predicate = values.predicate {
            guard let substituted = try? predicate.withSubstitutionVariables(variables) else { return nil }
            values.predicate = substituted
        }
        return FetchRequest(values: values)
    }
}
