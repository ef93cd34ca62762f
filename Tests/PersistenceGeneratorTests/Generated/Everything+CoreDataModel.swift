// Generated from Everything.xcdatamodeld. Changes to this file will be lost.
// swift-format-ignore-file

import Foundation
import Persistence

extension ManagedObjectModel {
    /// The model “Everything”. It is shared: copy it to change it.
    public static let everything: ManagedObjectModel = {
        let entity_Author = EntityDescription(name: "Author", class: Author.self)
        let entity_Book = EntityDescription(name: "Book", class: Book.self)
        let entity_Chapter = EntityDescription(name: "Chapter", class: Chapter.self)
        let entity_Novel = EntityDescription(name: "Novel", class: Novel.self)
        let entity_Note = EntityDescription(name: "Note")
        let entity_Party = EntityDescription(name: "Party", class: Party.self)
        let entity_Source = EntityDescription(name: "Source", class: Attribute.self)
        entity_Book.subentities = [entity_Novel]
        entity_Party.subentities = [entity_Author]
        do {
            let entity = entity_Author
            let relationship_friends = RelationshipDescription(name: "friends", destination: entity_Party, toMany: true)
            relationship_friends.maxCount = 9
            entity.properties = [
                RelationshipDescription(name: "books", destination: entity_Book, toMany: true, deleteRule: .cascadeDeleteRule),
                relationship_friends,
            ]
            entity.propertyNames = [
                \Author.books: "books",
                \Author.friends: "friends",
                \Author.name: "name",
            ]
        }
        do {
            let entity = entity_Book
            let attribute_cover = AttributeDescription(name: "cover", type: .binaryData)
            attribute_cover.allowsExternalBinaryDataStorage = true
            let attribute_price = AttributeDescription(name: "price", type: .decimal, defaultValue: Decimal(string: "9.99")!)
            attribute_price.setValidationPredicates(
                [FetchPredicate("SELF >= %@", Decimal(string: "0")!)], withValidationWarnings: [])
            let attribute_rating = AttributeDescription(name: "rating", type: .integer16)
            attribute_rating.setValidationPredicates(
                [FetchPredicate("SELF >= %@", Int16(1)), FetchPredicate("SELF <= %@", Int16(5))], withValidationWarnings: [])
            let attribute_tags = AttributeDescription(name: "tags", type: .transformable)
            attribute_tags.valueTransformerName = "NSSecureUnarchiveFromData"
            let attribute_title = AttributeDescription(name: "title", type: .string, isOptional: false, defaultValue: "Say \"\\(hello)\"")
            attribute_title.userInfo = ["label": "The \"title\"", "order": "1"]
            attribute_title.setValidationPredicates(
                [FetchPredicate("length >= %@", Int64(2)), FetchPredicate("SELF MATCHES %@", "[A-Z].*")], withValidationWarnings: [])
            let attribute_worth = AttributeDescription(name: "worth", type: .double, isOptional: false, defaultValue: Double(1.25))
            attribute_worth.renamingIdentifier = "value"
            entity.properties = [
                AttributeDescription(name: "added", type: .date),
                AttributeDescription(name: "changed", type: .date, isOptional: false, defaultValue: Date(timeIntervalSinceReferenceDate: 725846400.0)),
                AttributeDescription(name: "copies", type: .integer32, isOptional: false, defaultValue: Int32(1)),
                attribute_cover,
                AttributeDescription(name: "default", type: .string),
                AttributeDescription(name: "extra", type: .undefined, isTransient: true),
                AttributeDescription(name: "id", type: .uuid),
                AttributeDescription(name: "isLent", type: .boolean, isOptional: false, defaultValue: false),
                AttributeDescription(name: "isSigned", type: .boolean),
                AttributeDescription(name: "link", type: .uri, defaultValue: URL(string: "https://example.org/books")!),
                AttributeDescription(name: "pages", type: .integer16, defaultValue: Int16(0)),
                attribute_price,
                attribute_rating,
                attribute_tags,
                AttributeDescription(name: "thing", type: .transformable),
                attribute_title,
                AttributeDescription(name: "weight", type: .float),
                AttributeDescription(name: "width", type: .float, isOptional: false, defaultValue: Float(0.5)),
                AttributeDescription(name: "words", type: .integer64),
                attribute_worth,
                RelationshipDescription(name: "author", destination: entity_Author),
                RelationshipDescription(name: "chapters", destination: entity_Chapter, toMany: true, ordered: true, deleteRule: .cascadeDeleteRule),
                RelationshipDescription(name: "sources", destination: entity_Source, toMany: true, deleteRule: .noActionDeleteRule),
            ]
            entity.propertyNames = [
                \Book.added: "added",
                \Book.author: "author",
                \Book.changed: "changed",
                \Book.chapters: "chapters",
                \Book.copies: "copies",
                \Book.cover: "cover",
                \Book.`default`: "default",
                \Book.extra: "extra",
                \Book.id: "id",
                \Book.isLent: "isLent",
                \Book.isSigned: "isSigned",
                \Book.link: "link",
                \Book.pages: "pages",
                \Book.price: "price",
                \Book.rating: "rating",
                \Book.sources: "sources",
                \Book.tags: "tags",
                \Book.thing: "thing",
                \Book.title: "title",
                \Book.weight: "weight",
                \Book.width: "width",
                \Book.words: "words",
                \Book.worth: "worth",
            ]
            entity.indexes = [
                FetchIndexDescription(name: "byTitle", elements: [.init(propertyName: "title", isAscending: true), .init(propertyName: "added", isAscending: false)]),
            ]
            entity.uniquenessConstraints = [["id"]]
        }
        do {
            let entity = entity_Chapter
            entity.renamingIdentifier = "Section"
            entity.versionHashModifier = "2"
            entity.userInfo = ["color": "blue"]
            let attribute_bookTitle = DerivedAttributeDescription(name: "bookTitle", type: .string)
            attribute_bookTitle.derivationExpression = try? FetchExpression(validating: "book.title")
            let attribute_folded = DerivedAttributeDescription(name: "folded", type: .string)
            attribute_folded.derivationExpression = try? FetchExpression(validating: "canonical:(heading)")
            let attribute_saved = DerivedAttributeDescription(name: "saved", type: .date)
            attribute_saved.derivationExpression = try? FetchExpression(validating: "now()")
            entity.properties = [
                attribute_bookTitle,
                attribute_folded,
                AttributeDescription(name: "heading", type: .string),
                attribute_saved,
                RelationshipDescription(name: "book", destination: entity_Book, deleteRule: .denyDeleteRule, isOptional: false),
            ]
            entity.propertyNames = [
                \Chapter.book: "book",
                \Chapter.bookTitle: "bookTitle",
                \Chapter.folded: "folded",
                \Chapter.heading: "heading",
                \Chapter.saved: "saved",
            ]
        }
        do {
            let entity = entity_Novel
            entity.properties = [
                AttributeDescription(name: "genre", type: .string),
            ]
            entity.propertyNames = [
                \Novel.added: "added",
                \Novel.author: "author",
                \Novel.changed: "changed",
                \Novel.chapters: "chapters",
                \Novel.copies: "copies",
                \Novel.cover: "cover",
                \Novel.`default`: "default",
                \Novel.extra: "extra",
                \Novel.genre: "genre",
                \Novel.id: "id",
                \Novel.isLent: "isLent",
                \Novel.isSigned: "isSigned",
                \Novel.link: "link",
                \Novel.pages: "pages",
                \Novel.price: "price",
                \Novel.rating: "rating",
                \Novel.sources: "sources",
                \Novel.tags: "tags",
                \Novel.thing: "thing",
                \Novel.title: "title",
                \Novel.weight: "weight",
                \Novel.width: "width",
                \Novel.words: "words",
                \Novel.worth: "worth",
            ]
        }
        do {
            let entity = entity_Note
            entity.properties = [
                AttributeDescription(name: "text", type: .string),
            ]
        }
        do {
            let entity = entity_Party
            entity.isAbstract = true
            entity.properties = [
                AttributeDescription(name: "name", type: .string),
            ]
            entity.propertyNames = [
                \Party.name: "name",
            ]
        }
        do {
            let entity = entity_Source
            entity.properties = [
                AttributeDescription(name: "place", type: .string),
            ]
        }
        entity_Author.relationshipsByName["books"]?.inverseRelationship = entity_Book.relationshipsByName["author"]
        entity_Book.relationshipsByName["author"]?.inverseRelationship = entity_Author.relationshipsByName["books"]
        entity_Book.relationshipsByName["chapters"]?.inverseRelationship = entity_Chapter.relationshipsByName["book"]
        entity_Chapter.relationshipsByName["book"]?.inverseRelationship = entity_Book.relationshipsByName["chapters"]
        let model = ManagedObjectModel(entities: [entity_Author, entity_Book, entity_Chapter, entity_Novel, entity_Note, entity_Party, entity_Source])
        model.versionIdentifiers = ["2"]
        model.setEntities([entity_Book, entity_Novel], forConfigurationName: "Library")
        if let predicate = try? FetchPredicate(validating: "price > $LEAST") {
            let request = FetchRequest<ManagedObject>(entityName: "Book")
            request.predicate = predicate
            request.fetchLimit = 5
            request.includesSubentities = false
            model.setFetchRequestTemplate(request, forName: "Expensive")
        }
        if let predicate = try? FetchPredicate(validating: "price >") {
            let request = FetchRequest<ManagedObject>(entityName: "Book")
            request.predicate = predicate
            model.setFetchRequestTemplate(request, forName: "Unreadable")
        }
        return model
    }()
}

#if objectFormat(ELF)
    /// Registers the model when the program starts, so that `PersistentContainer(name:)` finds it.
    @section(".init_array") @used
    private let register_everything: @convention(c) () -> Void = {
        ManagedObjectModel.register(named: "Everything", inFile: #fileID) { .everything }
    }
#endif
