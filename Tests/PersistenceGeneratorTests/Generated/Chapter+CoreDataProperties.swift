// Generated from Everything.xcdatamodeld. Changes to this file will be lost.
// swift-format-ignore-file

import Foundation
import Persistence

extension Chapter {

    @nonobjc public class func fetchRequest() -> FetchRequest<Chapter> {
        FetchRequest<Chapter>(entityName: "Chapter")
    }

    public static let bookTitle = Persistence.Attribute<String?>("bookTitle")
    public var bookTitle: String? {
        get { self[Self.bookTitle] }
        set { self[Self.bookTitle] = newValue }
    }

    public static let folded = Persistence.Attribute<String?>("folded")
    public var folded: String? {
        get { self[Self.folded] }
        set { self[Self.folded] = newValue }
    }

    public static let heading = Persistence.Attribute<String?>("heading")
    public var heading: String? {
        get { self[Self.heading] }
        set { self[Self.heading] = newValue }
    }

    public static let saved = Persistence.Attribute<Date?>("saved")
    public var saved: Date? {
        get { self[Self.saved] }
        set { self[Self.saved] = newValue }
    }

    public static let book = ToOne<Book>("book")
    public var book: Book? {
        get { self[Self.book] }
        set { self[Self.book] = newValue }
    }
}

extension Chapter: Identifiable {
}
