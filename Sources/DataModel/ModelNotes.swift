/// Finds the parts of a model that the engine ignores.
enum ModelNotes {
    private static let unused: [String: String] = [
        "fetchedProperty": "Fetched properties are ignored.",
        "compoundIndexes": "Compound indexes of old models are ignored. Use a fetch index.",
    ]

    static func of(_ root: ModelElement) -> [ModelNote] {
        var notes: [ModelNote] = []
        collect(root, into: &notes)
        return notes.sorted { $0.line < $1.line }
    }

    private static func collect(_ element: ModelElement, into notes: inout [ModelNote]) {
        if let message = unused[element.name] { notes.append(.init(line: element.line, message: message)) }
        for message in messages(on: element) { notes.append(.init(line: element.line, message: message)) }
        for child in element.children { collect(child, into: &notes) }
    }

    private static func messages(on element: ModelElement) -> [String] {
        let name = element.attributes["name"] ?? ""
        switch element.name {
        case "attribute": return messages(onAttribute: element, named: name)
        default: return []
        }
    }

    private static func messages(onAttribute element: ModelElement, named name: String) -> [String] {
        var notes: [String] = []
        let (type, isTransient) = (element.attributes["attributeType"], element.attributes["transient"] == "YES")
        if type == ModelAttribute.composite { notes.append("“\(name)” is stored as one value, a dictionary.") }
        if type == nil || type == "Undefined" && !isTransient { notes.append("“\(name)” has no type.") }
        if ModelAttribute.hasDefaultOfAnotherType(element) {
            notes.append(
                "The default “\(element.attributes["defaultValueString"]?.prefix(100) ?? "")” of “\(name)” is not of its "
                    + "type: a number is read from it, otherwise it is ignored.")
        }
        return notes
    }
}
