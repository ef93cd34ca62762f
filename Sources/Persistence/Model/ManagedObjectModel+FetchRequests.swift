/// Fetch requests that the model's author named.
extension ManagedObjectModel {
    /// The names of the templates and what they ask for.
    public var fetchRequestTemplatesByName: [String: FetchRequest<ManagedObject>] {
        fetchRequestTemplates.mapValues { FetchRequest(values: $0) }
    }

    /// Keeps a request under a name.
    public func setFetchRequestTemplate<T>(_ request: FetchRequest<T>?, forName name: String) {
        setFetchRequestTemplate(request?.values, forName: name)
    }

    /// A copy of the request that was kept under the name; nil for an unknown name.
    public func fetchRequestTemplate(forName name: String) -> FetchRequest<ManagedObject>? {
        fetchRequestTemplates[name].map { FetchRequest(values: $0) }
    }

    /// A copy of the request that was kept under the name, with values in place of its predicate's variables; nil for an
    /// unknown name, or a value of a type that predicates do not know.
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
