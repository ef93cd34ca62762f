import Foundation
import Persistence
import PersistenceSQLite

struct RecipeRecord: Decodable {
    struct Item: Decodable {
        let name: String
        let quantity: Double
        let unit: String?
    }

    let title: String
    let category: String
    let servings: Int16
    let minutes: Int32
    let rating: Double?
    let price: String?
    let source: String?
    let tags: [String]?
    let ingredients: [Item]
}

/// Brings downloaded recipes into the store, away from the main queue.
final class RecipeImporter {
    private let container: PersistentContainer
    private let batchSize: Int

    init(container: PersistentContainer, batchSize: Int = 50) {
        self.container = container
        self.batchSize = batchSize
    }

    func importRecipes(from data: Data, completion: @escaping (Result<Int, Error>) -> Void) {
        let records: [RecipeRecord]
        do {
            records = try JSONDecoder().decode([RecipeRecord].self, from: data)
        } catch {
            completion(.failure(error))
            return
        }
        container.performBackgroundTask { context in
            context.mergePolicy = MergeByPropertyObjectTrumpMergePolicy
            context.transactionAuthor = "import"
            context.undoManager = nil
            do {
                var imported = 0
                for start in stride(from: 0, to: records.count, by: self.batchSize) {
                    let batch = records[start..<min(start + self.batchSize, records.count)]
                    imported += try self.insert(batch, into: context)
                    try context.save()
                    context.reset()
                }
                DispatchQueue.main.async { completion(.success(imported)) }
            } catch {
                context.rollback()
                DispatchQueue.main.async { completion(.failure(error)) }
            }
        }
    }

    private func insert(_ records: ArraySlice<RecipeRecord>, into context: ManagedObjectContext) throws -> Int {
        let request = FetchRequest<Recipe>(entityName: "Recipe")
        request.predicate = FetchPredicate(format: "%K IN %@", "title", records.map { $0.title })
        let known = try context.fetch(request)
        let titled = known.compactMap { recipe in recipe.title.map { ($0, recipe) } }
        let existing = Dictionary(titled, uniquingKeysWith: { first, _ in first })
        for record in records {
            let recipe = existing[record.title] ?? Recipe(context: context)
            try update(recipe, with: record, in: context)
        }
        return records.count
    }

    private func update(_ recipe: Recipe, with record: RecipeRecord, in context: ManagedObjectContext) throws {
        recipe.title = record.title
        recipe.servings = record.servings
        recipe.minutes = record.minutes
        recipe.rating = record.rating ?? 0
        recipe.price = record.price.map { NSDecimalNumber(string: $0) }
        recipe.source = record.source.flatMap { URL(string: $0) }
        recipe.isPublished = true
        recipe.category = try category(named: record.category, in: context)
        recipe.ingredients?.forEach { context.delete($0 as! Ingredient) }
        for item in record.ingredients {
            let ingredient =
                EntityDescription.insertNewObject(forEntityName: "Ingredient", into: context) as! Ingredient
            ingredient.name = item.name
            ingredient.setValue(item.quantity, forKey: "quantity")
            ingredient.unit = item.unit
            recipe.addToIngredients(ingredient)
        }
        let tags = try (record.tags ?? []).map { try Tag.findOrCreate(named: $0, in: context) }
        recipe.tags = NSSet(array: tags)
    }

    private func category(named name: String, in context: ManagedObjectContext) throws -> Category {
        let request: FetchRequest<Category> = Category.fetchRequest()
        request.predicate = FetchPredicate(format: "%K == %@", argumentArray: ["name", name])
        if let category = try context.fetch(request).first { return category }
        let category = Category(entity: Category.entity(), insertInto: context)
        category.name = name
        category.position = Int16(try context.count(for: Category.fetchRequest()))
        return category
    }
}
