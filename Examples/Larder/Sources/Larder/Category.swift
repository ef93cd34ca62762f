import Foundation
import Persistence
import PersistenceSQLite

public class Category: ManagedObject {
    @Managed("name") public var name: String
    @Managed("position") public var position: Int16
    @Managed("recipes") public var recipes: Set<Recipe>

    @nonobjc public class func fetchRequest() -> FetchRequest<Category> {
        return FetchRequest<Category>(entityName: "Category")
    }

    /// Fetched property: the recipes of this category that were rated best.
    @Managed("favourites") public var favourites: [Recipe]
}

public class Tag: ManagedObject {
    @Managed("name") public var name: String
    @Managed("recipes") public var recipes: Set<Recipe>

    @nonobjc public class func fetchRequest() -> FetchRequest<Tag> {
        return FetchRequest<Tag>(entityName: "Tag")
    }

    static func findOrCreate(named name: String, in context: ManagedObjectContext) throws -> Tag {
        let request: FetchRequest<Tag> = Tag.fetchRequest()
        request.predicate = FetchPredicate(format: "%K ==[cd] %@", "name", name)
        request.fetchLimit = 1
        if let tag = try context.fetch(request).first { return tag }
        let tag = Tag(context: context)
        tag.name = name
        return tag
    }
}
