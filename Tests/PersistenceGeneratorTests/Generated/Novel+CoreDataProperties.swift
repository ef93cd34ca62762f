// Generated from Everything.xcdatamodeld. Changes to this file will be lost.
// swift-format-ignore-file

import Foundation
import Persistence

extension Novel {

    @nonobjc public class func fetchRequest() -> FetchRequest<Novel> {
        FetchRequest<Novel>(entityName: "Novel")
    }

    public static let genre = Persistence.Attribute<String?>("genre")
    public var genre: String? {
        get { self[Self.genre] }
        set { self[Self.genre] = newValue }
    }
}
