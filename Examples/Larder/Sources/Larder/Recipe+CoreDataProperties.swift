import Foundation
import Persistence
import PersistenceSQLite

extension Recipe {
    @nonobjc public class func fetchRequest() -> FetchRequest<Recipe> {
        return FetchRequest<Recipe>(entityName: "Recipe")
    }

    public var identifier: UUID? {
        get { self[Managed("identifier")] }
        set { self[Managed("identifier")] = newValue }
    }
    public var title: String? {
        get { self[Managed("title")] }
        set { self[Managed("title")] = newValue }
    }
    public var initial: String? {
        get { self[Managed("initial")] }
        set { self[Managed("initial")] = newValue }
    }
    public var instructions: String? {
        get { self[Managed("instructions")] }
        set { self[Managed("instructions")] = newValue }
    }
    public var createdAt: Date? {
        get { self[Managed("createdAt")] }
        set { self[Managed("createdAt")] = newValue }
    }
    public var lastCookedAt: Date? {
        get { self[Managed("lastCookedAt")] }
        set { self[Managed("lastCookedAt")] = newValue }
    }
    public var servings: Int16 {
        get { self[Managed("servings")] }
        set { self[Managed("servings")] = newValue }
    }
    public var difficulty: Int16 {
        get { self[Managed("difficulty")] }
        set { self[Managed("difficulty")] = newValue }
    }
    public var minutes: Int32 {
        get { self[Managed("minutes")] }
        set { self[Managed("minutes")] = newValue }
    }
    public var rating: Double {
        get { self[Managed("rating")] }
        set { self[Managed("rating")] = newValue }
    }
    public var price: NSDecimalNumber? {
        get { self[Managed("price")] }
        set { self[Managed("price")] = newValue }
    }
    public var source: URL? {
        get { self[Managed("source")] }
        set { self[Managed("source")] = newValue }
    }
    public var photo: Data? {
        get { self[Managed("photo")] }
        set { self[Managed("photo")] = newValue }
    }
    public var isFavourite: Bool {
        get { self[Managed("isFavourite")] }
        set { self[Managed("isFavourite")] = newValue }
    }
    public var isPublished: Bool {
        get { self[Managed("isPublished")] }
        set { self[Managed("isPublished")] = newValue }
    }
    public var category: Category? {
        get { self[Managed("category")] }
        set { self[Managed("category")] = newValue }
    }
    public var ingredients: NSOrderedSet? {
        get { self[Managed("ingredients")] }
        set { self[Managed("ingredients")] = newValue }
    }
    public var tags: NSSet? {
        get { self[Managed("tags")] }
        set { self[Managed("tags")] = newValue }
    }
}

// MARK: Generated accessors for ingredients
extension Recipe {
    public func insertIntoIngredients(_ value: Ingredient, at idx: Int) {
        mutableOrderedSetValue(forKey: "ingredients").insert(value, at: idx)
    }

    public func removeFromIngredients(at idx: Int) {
        mutableOrderedSetValue(forKey: "ingredients").removeObject(at: idx)
    }

    public func addToIngredients(_ value: Ingredient) {
        mutableOrderedSetValue(forKey: "ingredients").add(value)
    }

    public func removeFromIngredients(_ value: Ingredient) {
        mutableOrderedSetValue(forKey: "ingredients").remove(value)
    }

    public func addToIngredients(_ values: NSOrderedSet) {
        mutableOrderedSetValue(forKey: "ingredients").union(values)
    }

    public func removeFromIngredients(_ values: NSOrderedSet) {
        mutableOrderedSetValue(forKey: "ingredients").minus(values)
    }
}

// MARK: Generated accessors for tags
extension Recipe {
    public func addToTags(_ value: Tag) {
        mutableSetValue(forKey: "tags").add(value)
    }

    public func removeFromTags(_ value: Tag) {
        mutableSetValue(forKey: "tags").remove(value)
    }

    public func addToTags(_ values: NSSet) {
        mutableSetValue(forKey: "tags").union(values)
    }

    public func removeFromTags(_ values: NSSet) {
        mutableSetValue(forKey: "tags").minus(values)
    }
}

extension Recipe: Identifiable {}
