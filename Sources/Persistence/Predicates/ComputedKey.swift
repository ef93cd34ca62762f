/// A number that predicates and sorts derive from the text of an attribute, such as feet from “4-6ft”.
///
/// Set on an entity before its model is used (`EntityDescription.computedKeys`); not a property of its objects.
package struct ComputedKey: Sendable {
    /// Takes the string's UTF-8 bytes; nil if it contains no number. Must be pure.
    package typealias Function = @Sendable (UnsafeBufferPointer<UInt8>) -> Double?

    package let name: String
    /// The string attribute that the number is derived from.
    package let attribute: String
    /// The name of the SQL function, unique in the model and different from SQLite's own functions.
    package let sqlName: String
    package let function: Function

    package init(name: String, attribute: String, sqlName: String, function: @escaping Function) {
        self.name = name
        self.attribute = attribute
        self.sqlName = sqlName
        self.function = function
    }

    /// The number derived from `text`; nil if there is none.
    package func value(of text: String) -> Double? {
        var text = text
        let number = text.withUTF8 { function($0) }
        return number?.isNaN == true ? nil : number
    }
}

extension EntityDescription {
    /// The computed key with that name, of this entity or of an ancestor.
    package func computedKey(named name: String) -> ComputedKey? {
        computedKeys[name] ?? superentity?.computedKey(named: name)
    }
}
