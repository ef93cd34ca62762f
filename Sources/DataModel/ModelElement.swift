/// An XML element in a model file.
struct ModelElement: Sendable {
    let name: String
    let attributes: [String: String]
    /// The line of the element, counted from 1.
    let line: Int
    var children: [ModelElement] = []

    func children(named name: String) -> [ModelElement] {
        children.filter { $0.name == name }
    }

    func fault(_ reason: ModelFileError.Reason, value: String? = nil) -> ModelFault {
        ModelFault(reason: reason, line: line, value: value)
    }

    /// - Throws: `ModelFault` if the attribute is missing or empty.
    func required(_ attribute: String) throws(ModelFault) -> String {
        guard let value = attributes[attribute], !value.isEmpty else {
            throw fault(.missingAttribute(attribute, element: name))
        }
        return value
    }

    /// The value of a Boolean attribute; `missing` if the attribute is missing.
    /// - Throws: `ModelFault` if the value is not a Boolean.
    func flag(_ attribute: String, orIfMissing missing: Bool = false) throws(ModelFault) -> Bool {
        guard let text = attributes[attribute] else { return missing }
        guard let value = ModelText.flag(text) else { throw invalid(attribute) }
        return value
    }

    /// The value of an attribute that is a number from 0; nil if the attribute is missing.
    /// - Throws: `ModelFault` if the value is not a number in range.
    func count(_ attribute: String) throws(ModelFault) -> Int? {
        guard let text = attributes[attribute] else { return nil }
        guard let value = Int(text), (0...Int(Int32.max)).contains(value) else { throw invalid(attribute) }
        return value
    }

    /// The element's name, which must be usable as an identifier in code.
    func identifier() throws(ModelFault) -> String {
        let text = try required("name")
        guard let first = text.unicodeScalars.first, first.properties.isAlphabetic || first == "_",
            text.unicodeScalars.allSatisfy({ $0.properties.isXIDContinue })
        else { throw invalid("name") }
        return text
    }

    func invalid(_ attribute: String) -> ModelFault {
        fault(.invalidValue(of: attribute, element: name), value: attributes[attribute])
    }

    /// The user info, whose keys and values the model's author chose.
    func userInfo() throws(ModelFault) -> [String: String] {
        var result: [String: String] = [:]
        for entry in children(named: "userInfo").flatMap({ $0.children(named: "entry") }) {
            result[try entry.required("key")] = entry.attributes["value"] ?? ""
        }
        return result
    }
}
