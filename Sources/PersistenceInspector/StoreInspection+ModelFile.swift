import Foundation
import Persistence
import PersistenceSQLite

extension StoreInspection {
    /// Writes the model as an `.xcdatamodel` folder. What the store does not keep has Xcode's defaults: all properties are
    /// optional, and deletions nullify.
    /// - Throws: `openFailed` if there is something at `url`, or an error of the file system.
    func writeModel(to url: URL) throws {
        guard url.pathExtension == "xcdatamodel" else {
            throw PersistenceError(.openFailed, "The name of the model must end with .xcdatamodel.")
        }
        do {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
            try Data(modelText.utf8).write(to: url.appendingPathComponent("contents"))
        } catch {
            throw PersistenceError(
                .openFailed, "“\(url.lastPathComponent)” cannot be written, or exists.", underlying: error)
        }
    }

    /// The content of the model file.
    var modelText: String {
        """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" lastSavedToolsVersion="1" \
        systemVersion="1" minimumToolsVersion="Automatic" sourceLanguage="Swift" userDefinedModelVersionIdentifier="">
        \(entities.map(\.element).joined(separator: "\n"))
        </model>

        """
    }
}

extension StoreInspection.Entity {
    fileprivate var element: String {
        let head = StoreInspection.tag(
            "entity",
            [
                ("name", name), ("representedClassName", name), ("parentEntity", parent), ("syncable", "YES"),
                ("codeGenerationType", "class"),
            ])
        let properties = attributes.map(\.element) + relationships.map(\.element)
        return (["    <\(head)>"] + properties.map { "        <\($0)/>" } + ["    </entity>"]).joined(separator: "\n")
    }
}

extension StoreInspection.Attribute {
    fileprivate var element: String {
        StoreInspection.tag(
            "attribute",
            [
                ("name", name), ("optional", "YES"), ("attributeType", type.modelName),
                ("allowsExternalBinaryDataStorage", isExternal ? "YES" : nil),
            ])
    }
}

extension StoreInspection.Relationship {
    fileprivate var element: String {
        StoreInspection.tag(
            "relationship",
            [
                ("name", name), ("optional", "YES"), ("toMany", isToMany ? "YES" : nil),
                ("maxCount", isToMany ? nil : "1"), ("ordered", isOrdered ? "YES" : nil), ("deletionRule", "Nullify"),
                ("destinationEntity", destination), ("inverseName", inverse),
                ("inverseEntity", inverse == nil ? nil : destination),
            ])
    }
}

extension StoreInspection {
    fileprivate static func tag(_ name: String, _ attributes: [(String, String?)]) -> String {
        attributes.reduce(name) { text, attribute in
            attribute.1.map { "\(text) \(attribute.0)=\"\(escaped($0))\"" } ?? text
        }
    }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case _ where scalar.value < 0x20: "&#\(scalar.value);"
            default: String(scalar)
            }
        }.joined()
    }
}

extension AttributeType {
    /// The name in a model file.
    var modelName: String {
        switch self {
        case .integer16: "Integer 16"
        case .integer32: "Integer 32"
        case .integer64: "Integer 64"
        case .decimal: "Decimal"
        case .double: "Double"
        case .float: "Float"
        case .string: "String"
        case .boolean: "Boolean"
        case .date: "Date"
        case .binaryData: "Binary"
        case .uuid: "UUID"
        case .uri: "URI"
        case .transformable: "Transformable"
        default: "Undefined"
        }
    }
}
