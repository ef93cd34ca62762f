// Generated from Everything.xcdatamodeld. Changes to this file will be lost.
// swift-format-ignore-file

import Foundation
import Persistence

extension Author {

    @nonobjc public class func fetchRequest() -> FetchRequest<Author> {
        FetchRequest<Author>(entityName: "Author")
    }

    public static let books = ToMany<Book>("books")
    public var books: NSSet? {
        get { self[bridged: Self.books] }
        set { self[bridged: Self.books] = newValue }
    }

    public static let friends = ToMany<Party>("friends")
    public var friends: NSSet? {
        get { self[bridged: Self.friends] }
        set { self[bridged: Self.friends] = newValue }
    }
}

// MARK: Generated accessors for books
extension Author {

    public func addToBooks(_ value: Book) {
        mutableSetValue(forKey: "books").add(value)
    }

    public func removeFromBooks(_ value: Book) {
        mutableSetValue(forKey: "books").remove(value)
    }

    public func addToBooks(_ values: NSSet) {
        mutableSetValue(forKey: "books").union(values)
    }

    public func removeFromBooks(_ values: NSSet) {
        mutableSetValue(forKey: "books").minus(values)
    }
}

// MARK: Generated accessors for friends
extension Author {

    public func addToFriends(_ value: Party) {
        mutableSetValue(forKey: "friends").add(value)
    }

    public func removeFromFriends(_ value: Party) {
        mutableSetValue(forKey: "friends").remove(value)
    }

    public func addToFriends(_ values: NSSet) {
        mutableSetValue(forKey: "friends").union(values)
    }

    public func removeFromFriends(_ values: NSSet) {
        mutableSetValue(forKey: "friends").minus(values)
    }
}
