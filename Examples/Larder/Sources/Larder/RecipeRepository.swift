import Foundation
import Persistence
import PersistenceSQLite

/// All questions that the screens ask about recipes.
final class RecipeRepository {
    private let context: ManagedObjectContext

    init(context: ManagedObjectContext) {
        self.context = context
    }

    struct Filter {
        var text: String?
        var tags: [String] = []
        var maximumMinutes: Int?
        var onlyFavourites = false
    }

    func recipes(matching filter: Filter) throws -> [Recipe] {
        let request: FetchRequest<Recipe> = Recipe.fetchRequest()
        request.predicate = predicate(for: filter)
        request.sortDescriptors = [
            FetchSortDescriptor(key: "rating", ascending: false),
            FetchSortDescriptor(
                key: "title", ascending: true,
                options: .caseInsensitive),
        ]
        request.fetchBatchSize = 20
        request.relationshipKeyPathsForPrefetching = ["category", "tags"]
        request.returnsObjectsAsFaults = false
        return try context.fetch(request)
    }

    private func predicate(for filter: Filter) -> FetchPredicate {
        var predicates: [FetchPredicate] = []
        if let text = filter.text, !text.isEmpty {
            predicates.append(
                CompoundPredicate(orPredicateWithSubpredicates: [
                    FetchPredicate(format: "%K CONTAINS[cd] %@", "title", text),
                    FetchPredicate(format: "ANY %K CONTAINS[cd] %@", "ingredients.name", text),
                ]))
        }
        for tag in filter.tags {
            predicates.append(
                FetchPredicate(
                    format: "SUBQUERY(%K, $tag, $tag.%K ==[cd] %@).@count > 0",
                    "tags", "name", tag))
        }
        if let minutes = filter.maximumMinutes {
            predicates.append(FetchPredicate(format: "%K <= %ld", "minutes", minutes))
        }
        if filter.onlyFavourites {
            predicates.append(FetchPredicate(format: "%K == YES", "isFavourite"))
        }
        return CompoundPredicate(andPredicateWithSubpredicates: predicates)
    }

    func recipe(withIdentifier identifier: UUID) throws -> Recipe? {
        let request: FetchRequest<Recipe> = Recipe.fetchRequest()
        request.predicate = FetchPredicate(format: "%K == %@", "identifier", identifier)
        request.fetchLimit = 1
        return try context.fetch(request).first
    }

    func recipesNotCooked(since date: Date) throws -> [Recipe] {
        let request: FetchRequest<Recipe> = Recipe.fetchRequest()
        request.predicate = FetchPredicate(
            format: "%K == nil OR %K < %@",
            "lastCookedAt", "lastCookedAt", date as NSDate)
        request.sortDescriptors = [FetchSortDescriptor(key: "title", ascending: true)]
        return try context.fetch(request)
    }

    /// How many recipes each category has, and how well they are rated on average.
    func summaries() throws -> [(category: String, count: Int, rating: Double)] {
        let count = ExpressionDescription()
        count.name = "count"
        count.expression = FetchExpression(
            forFunction: "count:", arguments: [FetchExpression(forKeyPath: "title")])
        count.expressionResultType = .integer64AttributeType
        let rating = ExpressionDescription()
        rating.name = "rating"
        rating.expression = FetchExpression(
            forFunction: "average:", arguments: [FetchExpression(forKeyPath: "rating")])
        rating.expressionResultType = .doubleAttributeType

        let request = FetchRequest<NSDictionary>(entityName: "Recipe")
        request.resultType = .dictionaryResultType
        request.predicate = FetchPredicate(format: "%K != nil", "category")
        request.propertiesToGroupBy = ["category.name"]
        request.propertiesToFetch = ["category.name", count, rating]
        request.sortDescriptors = [FetchSortDescriptor(key: "category.name", ascending: true)]
        return try context.fetch(request).map { row in
            let name = row["category.name"] as? String ?? ""
            return (name, row["count"] as? Int ?? 0, row["rating"] as? Double ?? 0)
        }
    }

    func numberOfFavourites() throws -> Int {
        let request: FetchRequest<Recipe> = Recipe.fetchRequest()
        request.predicate = FetchPredicate(format: "%K == %@", "isFavourite", NSNumber(value: true))
        return try context.count(for: request)
    }

    @discardableResult
    func deleteDrafts(olderThan date: Date) throws -> Int {
        let request: FetchRequest<any FetchRequestResult> = FetchRequest(entityName: "Recipe")
        request.predicate = FetchPredicate(
            format: "%K == NO AND %K < %@", "isPublished", "createdAt", date as NSDate)
        let deletion = BatchDeleteRequest(fetchRequest: request)
        deletion.resultType = .resultTypeObjectIDs
        let result = try context.execute(deletion) as? BatchDeleteResult
        let objectIDs = result?.result as? [ManagedObjectID] ?? []
        ManagedObjectContext.mergeChanges(
            fromRemoteContextSave: [DeletedObjectsKey: objectIDs], into: [context])
        return objectIDs.count
    }

    func resetRatings() throws -> Int {
        let update = BatchUpdateRequest(entityName: "Recipe")
        update.predicate = FetchPredicate(format: "%K > 0", "rating")
        update.propertiesToUpdate = ["rating": 0.0]
        update.resultType = .updatedObjectsCountResultType
        let result = try context.execute(update) as? BatchUpdateResult
        context.refreshAllObjects()
        return result?.result as? Int ?? 0
    }
}
