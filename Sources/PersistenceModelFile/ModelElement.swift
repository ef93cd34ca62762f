/// One element of a model file, with where it stands.
struct ModelElement: Sendable {
    let name: String
    let attributes: [String: String]
    /// Counts from 1.
    let line: Int
    var children: [ModelElement] = []

    func children(named name: String) -> [ModelElement] {
        children.filter { $0.name == name }
    }

    func fault(_ reason: ModelFileError.Reason) -> ModelFault {
        ModelFault(reason: reason, line: line)
    }

    /// - Throws: when the attribute is not there, or empty.
    func required(_ attribute: String) throws(ModelFault) -> String {
        guard let value = attributes[attribute], !value.isEmpty else {
            throw fault(.missingAttribute(attribute, element: name))
        }
        return value
    }

    /// Whether the attribute says yes; no where it is not there.
    /// - Throws: when it says neither.
    func flag(_ attribute: String) throws(ModelFault) -> Bool {
        guard let text = attributes[attribute] else { return false }
        guard let value = ModelText.flag(text) else { throw invalid(attribute) }
        return value
    }

    /// The number of things that the attribute says, at least 0.
    func count(_ attribute: String) throws(ModelFault) -> Int? {
        guard let text = attributes[attribute] else { return nil }
        guard let value = Int(text), (0...Int(Int32.max)).contains(value) else { throw invalid(attribute) }
        return value
    }

    /// The element's name, which code can use as an identifier.
    func identifier() throws(ModelFault) -> String {
        let text = try required("name")
        guard let first = text.unicodeScalars.first, first.properties.isAlphabetic || first == "_",
            text.unicodeScalars.allSatisfy({ $0.properties.isXIDContinue })
        else { throw invalid("name") }
        return text
    }

    func invalid(_ attribute: String) -> ModelFault {
        fault(.invalidValue(of: attribute, element: name))
    }
}
