// Generated from Everything.xcdatamodeld. Changes to this file will be lost.
// swift-format-ignore-file

import Foundation
import Persistence

extension Book {

    @nonobjc public class func fetchRequest() -> FetchRequest<Book> {
        FetchRequest<Book>(entityName: "Book")
    }

    // The fetched property "similar" is left out: the engine has none.

    public static let added = Persistence.Attribute<Date?>("added")
    public var added: Date? {
        get { self[Self.added] }
        set { self[Self.added] = newValue }
    }

    public static let changed = Persistence.Attribute<Date?>("changed")
    public var changed: TimeInterval {
        get { self[seconds: Self.changed] }
        set { self[seconds: Self.changed] = newValue }
    }

    public static let copies = Persistence.Attribute<Int32>("copies")
    public var copies: Int32 {
        get { self[Self.copies] }
        set { self[Self.copies] = newValue }
    }

    public static let cover = Persistence.Attribute<Data?>("cover")
    public var cover: Data? {
        get { self[Self.cover] }
        set { self[Self.cover] = newValue }
    }

    public static let `default` = Persistence.Attribute<String?>("default")
    public var `default`: String? {
        get { self[Self.`default`] }
        set { self[Self.`default`] = newValue }
    }

    public static let extra = Transformable<NSObject>("extra")
    public var extra: NSObject? {
        get { self[Self.extra] }
        set { self[Self.extra] = newValue }
    }

    public static let id = Persistence.Attribute<UUID?>("id")
    public var id: UUID? {
        get { self[Self.id] }
        set { self[Self.id] = newValue }
    }

    public static let isLent = Persistence.Attribute<Bool>("isLent")
    public var isLent: Bool {
        get { self[Self.isLent] }
        set { self[Self.isLent] = newValue }
    }

    public static let isSigned = Persistence.Attribute<Bool?>("isSigned")
    public var isSigned: NSNumber? {
        get { self[bridged: Self.isSigned] }
        set { self[bridged: Self.isSigned] = newValue }
    }

    public static let link = Persistence.Attribute<URL?>("link")
    public var link: URL? {
        get { self[Self.link] }
        set { self[Self.link] = newValue }
    }

    public static let pages = Persistence.Attribute<Int16>("pages")
    public var pages: Int16 {
        get { self[Self.pages] }
        set { self[Self.pages] = newValue }
    }

    public static let price = Persistence.Attribute<Decimal?>("price")
    public var price: NSDecimalNumber? {
        get { self[bridged: Self.price] }
        set { self[bridged: Self.price] = newValue }
    }

    public static let rating = Persistence.Attribute<Int16?>("rating")
    public var rating: NSNumber? {
        get { self[bridged: Self.rating] }
        set { self[bridged: Self.rating] = newValue }
    }

    public static let tags = Transformable<[String]>("tags")
    public var tags: [String]? {
        get { self[Self.tags] }
        set { self[Self.tags] = newValue }
    }

    public static let thing = Transformable<NSObject>("thing")
    public var thing: NSObject? {
        get { self[Self.thing] }
        set { self[Self.thing] = newValue }
    }

    public static let title = Persistence.Attribute<String?>("title")
    public var title: String? {
        get { self[Self.title] }
        set { self[Self.title] = newValue }
    }

    public static let weight = Persistence.Attribute<Float?>("weight")
    public var weight: NSNumber? {
        get { self[bridged: Self.weight] }
        set { self[bridged: Self.weight] = newValue }
    }

    public static let width = Persistence.Attribute<Float>("width")
    public var width: Float {
        get { self[Self.width] }
        set { self[Self.width] = newValue }
    }

    public static let words = Persistence.Attribute<Int64>("words")
    public var words: Int64 {
        get { self[Self.words] }
        set { self[Self.words] = newValue }
    }

    public static let worth = Persistence.Attribute<Double>("worth")
    public var worth: Double {
        get { self[Self.worth] }
        set { self[Self.worth] = newValue }
    }

    public static let author = ToOne<Author>("author")
    public var author: Author? {
        get { self[Self.author] }
        set { self[Self.author] = newValue }
    }

    public static let chapters = ToManyOrdered<Chapter>("chapters")
    public var chapters: NSOrderedSet? {
        get { self[bridged: Self.chapters] }
        set { self[bridged: Self.chapters] = newValue }
    }

    public static let sources = ToMany<Attribute>("sources")
    public var sources: NSSet? {
        get { self[bridged: Self.sources] }
        set { self[bridged: Self.sources] = newValue }
    }
}

// MARK: Generated accessors for chapters
extension Book {

    public func insertIntoChapters(_ value: Chapter, at idx: Int) {
        mutableOrderedSetValue(forKey: "chapters").insert(value, at: idx)
    }

    public func removeFromChapters(at idx: Int) {
        mutableOrderedSetValue(forKey: "chapters").removeObject(at: idx)
    }

    public func insertIntoChapters(_ values: [Chapter], at indexes: NSIndexSet) {
        mutableOrderedSetValue(forKey: "chapters").insert(values, at: indexes as IndexSet)
    }

    public func removeFromChapters(at indexes: NSIndexSet) {
        mutableOrderedSetValue(forKey: "chapters").removeObjects(at: indexes as IndexSet)
    }

    public func replaceChapters(at idx: Int, with value: Chapter) {
        mutableOrderedSetValue(forKey: "chapters").replaceObject(at: idx, with: value)
    }

    public func replaceChapters(at indexes: NSIndexSet, with values: [Chapter]) {
        mutableOrderedSetValue(forKey: "chapters").replaceObjects(at: indexes as IndexSet, with: values)
    }

    public func addToChapters(_ value: Chapter) {
        mutableOrderedSetValue(forKey: "chapters").add(value)
    }

    public func removeFromChapters(_ value: Chapter) {
        mutableOrderedSetValue(forKey: "chapters").remove(value)
    }

    public func addToChapters(_ values: NSOrderedSet) {
        mutableOrderedSetValue(forKey: "chapters").union(values)
    }

    public func removeFromChapters(_ values: NSOrderedSet) {
        mutableOrderedSetValue(forKey: "chapters").minus(values)
    }
}

// MARK: Generated accessors for sources
extension Book {

    public func addToSources(_ value: Attribute) {
        mutableSetValue(forKey: "sources").add(value)
    }

    public func removeFromSources(_ value: Attribute) {
        mutableSetValue(forKey: "sources").remove(value)
    }

    public func addToSources(_ values: NSSet) {
        mutableSetValue(forKey: "sources").union(values)
    }

    public func removeFromSources(_ values: NSSet) {
        mutableSetValue(forKey: "sources").minus(values)
    }
}

extension Book: Identifiable {
}
