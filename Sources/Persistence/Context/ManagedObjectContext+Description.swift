extension ManagedObjectContext: CustomStringConvertible {
    /// The name and the queue of the context; never the values of its objects.
    public var description: String {
        let queue =
            switch concurrencyType {
            case .confinement: "no queue"
            case .privateQueue: "a private queue"
            case .mainQueue: "the main queue"
            }
        let name = name.map { " “\($0)”" } ?? ""
        return "<ManagedObjectContext\(name) of \(queue)\(parent == nil ? "" : ", with a parent")>"
    }
}
