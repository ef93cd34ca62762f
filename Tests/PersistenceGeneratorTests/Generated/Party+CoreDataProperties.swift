// Generated from Everything.xcdatamodeld. Changes to this file will be lost.
// swift-format-ignore-file

import Foundation
import Persistence

extension Party {

    @nonobjc public class func fetchRequest() -> FetchRequest<Party> {
        FetchRequest<Party>(entityName: "Party")
    }

    public static let name = Persistence.Attribute<String?>("name")
    public var name: String? {
        get { self[Self.name] }
        set { self[Self.name] = newValue }
    }
}

extension Party: Identifiable {
}
