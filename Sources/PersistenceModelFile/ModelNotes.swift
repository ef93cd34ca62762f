/// Finds the parts of a model that the engine ignores.
enum ModelNotes {
    private static let unused: [String: String] = [
        "fetchedProperty": "Fetched properties are ignored.",
        "compoundIndexes": "Compound indexes of old models are ignored. Use a fetch index.",
    ]

    static func of(_ root: ModelElement) -> [ModelFile.Note] {
        var notes: [ModelFile.Note] = []
        collect(root, into: &notes)
        return notes.sorted { $0.line < $1.line }
    }

    private static func collect(_ element: ModelElement, into notes: inout [ModelFile.Note]) {
        if let message = unused[element.name] { notes.append(.init(line: element.line, message: message)) }
        if let message = note(on: element) { notes.append(.init(line: element.line, message: message)) }
        for child in element.children { collect(child, into: &notes) }
    }

    private static func note(on element: ModelElement) -> String? {
        switch element.name {
        case "attribute" where element.attributes["derived"] == "YES":
            "“\(element.attributes["name"] ?? "")” is treated as an ordinary attribute: saves do not derive it."
        case "fetchRequest" where FetchRequestText(element).predicate == nil:
            "The fetch request “\(element.attributes["name"] ?? "")” is ignored: its predicate cannot be parsed."
        default: nil
        }
    }
}
