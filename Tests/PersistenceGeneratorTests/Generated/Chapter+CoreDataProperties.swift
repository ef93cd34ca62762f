// Generated from Everything.xcdatamodeld. Changes to this file will be lost.
// swift-format-ignore-file

import Foundation
import Persistence

extension Chapter {

    @nonobjc public class func fetchRequest() -> FetchRequest<Chapter> {
        FetchRequest<Chapter>(entityName: "Chapter")
    }

    public static let heading = Persistence.Attribute<String?>("heading")
    public var heading: String? {
        get { self[Self.heading] }
        set { self[Self.heading] = newValue }
    }

    public static let book = ToOne<Book>("book")
    public var book: Book? {
        get { self[Self.book] }
        set { self[Self.book] = newValue }
    }
}

extension Chapter: Identifiable {
}
