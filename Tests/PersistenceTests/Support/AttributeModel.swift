import Foundation
import Persistence

/// A model with an attribute of every type.
enum AttributeModel {
    static func model() -> ManagedObjectModel {
        let types: [(String, AttributeType)] = [
            ("small", .integer16), ("medium", .integer32), ("large", .integer64), ("flag", .boolean),
            ("exact", .decimal), ("wide", .double), ("narrow", .float), ("text", .string), ("moment", .date),
            ("bytes", .binaryData), ("token", .uuid), ("link", .uri), ("things", .transformable),
        ]
        let specimen = EntityDescription(name: "Specimen")
        let reversed = AttributeDescription(name: "reversed", type: .transformable)
        reversed.valueTransformerName = "Reversed"
        specimen.properties =
            types.map { AttributeDescription(name: $0.0, type: $0.1) } + [
                reversed, AttributeDescription(name: "memo", type: .undefined, isTransient: true),
                AttributeDescription(name: "count", type: .integer16, isTransient: true, defaultValue: 3),
            ]
        return ManagedObjectModel(entities: [specimen])
    }
}

/// Stores a string as its bytes in reverse order.
final class ReversedText: AttributeValueTransformer, @unchecked Sendable {
    override func transformedValue(_ value: Any?) -> Any? {
        (value as? String).map { Data($0.utf8.reversed()) }
    }

    override func reverseTransformedValue(_ value: Any?) -> Any? {
        (value as? Data).map { String(decoding: $0.reversed(), as: UTF8.self) }
    }
}
