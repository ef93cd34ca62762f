import Foundation
import Persistence
import PersistenceSQLite

let folder = FileManager.default.temporaryDirectory.appendingPathComponent("Larder-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let storeURL = folder.appendingPathComponent("Larder.sqlite")

/// What the first version of the application left on the device.
func writeFirstVersion() throws {
    let model = ModelVersion.version1.model
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(
        ofType: SQLiteStoreType, configurationName: nil, at: storeURL, options: nil)
    let context = ManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
        let recipe = ManagedObject(entity: model.entitiesByName["Recipe"]!, insertInto: context)
        recipe.setValuesForKeys(["title": "Apple pie", "text": "Bake it.", "servings": 4])
        for (name, amount) in [("Apples", "1.5 kg"), ("Flour", "200 g"), ("Cinnamon", "a little")] {
            let ingredient = ManagedObject(entity: model.entitiesByName["Ingredient"]!, insertInto: context)
            ingredient.setValue(name, forKey: "name")
            ingredient.setValue(amount, forKey: "amount")
            recipe.mutableOrderedSetValue(forKey: "ingredients").add(ingredient)
        }
        try context.save()
    }
    try coordinator.remove(store)
}

final class Screen: RecipeListControllerDelegate {
    func recipeList(_ list: RecipeListController, didUpdate lines: [String]) {
        lines.forEach { print("  \($0)") }
    }
}

let download = """
    [{"title": "Bean stew", "category": "Mains", "servings": 2, "minutes": 50, "rating": 4.5, "price": "3.20",
      "source": "https://example.com/stew", "tags": ["vegan", "winter"],
      "ingredients": [{"name": "Beans", "quantity": 400, "unit": "g"}, {"name": "Onions", "quantity": 2}]},
     {"title": "Crumble", "category": "Sweets", "servings": 4, "minutes": 35, "rating": 4, "tags": ["Winter"],
      "ingredients": [{"name": "Apples", "quantity": 3}, {"name": "Butter", "quantity": 100, "unit": "g"}]},
     {"title": "Broth", "category": "Mains", "servings": 4, "minutes": 120, "tags": ["VEGAN"],
      "ingredients": [{"name": "Carrots", "quantity": 4}]}]
    """

try writeFirstVersion()
let stack = CoreDataStack(storeURL: storeURL)
try stack.load()
let repository = RecipeRepository(context: stack.viewContext)
let pie = try repository.recipes(matching: RecipeRepository.Filter())[0]
print("Migrated: \(pie.title!) – \(pie.instructions!)")
pie.shoppingList(for: 8).forEach { print("  \($0)") }

let list = RecipeListController(context: stack.viewContext)
let screen = Screen()
list.delegate = screen
list.start()
print("Import:")
var isImported = false
RecipeImporter(container: stack.container, batchSize: 2).importRecipes(from: Data(download.utf8)) { result in
    print("Imported: \(try! result.get())")
    isImported = true
}
while !isImported { RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.01)) }
RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.1))

let sections = (0..<list.numberOfSections).map { "\(list.title(ofSection: $0)!) \(list.numberOfRows(in: $0))" }
print("Sections: " + sections.joined(separator: ", "))
var filter = RecipeRepository.Filter()
filter.text = "APPLE"
print("Apples: " + (try repository.recipes(matching: filter)).map { $0.title! }.joined(separator: ", "))
filter = RecipeRepository.Filter(text: nil, tags: ["vegan"], maximumMinutes: 60)
for recipe in try repository.recipes(matching: filter) {
    print("Quick and vegan: \(recipe.title!), \(recipe.sortedTags.map { $0.name })")
}
for summary in try repository.summaries() {
    print("\(summary.category): \(summary.count), rated \(summary.rating)")
}

print("Favourite:")
list.toggleFavourite(at: IndexPath(item: 0, section: 1))
stack.saveContext()
print("Favourites: \(try repository.numberOfFavourites())")
stack.viewContext.undoManager?.undo()
print("After undo: \(try repository.numberOfFavourites())")

let form = stack.newEditingContext()
let draft = form.object(with: pie.objectID) as! Recipe
draft.title = "Tarte"
draft.difficultyLevel = .hard
print("In the form: \(draft.title!), in the list: \(pie.title!)")
print("Saved:")
try form.save()
stack.saveContext()
print("In the list: \(pie.title!), \(pie.difficultyLevel)")

func saveForm() {
    do {
        try form.save()
    } catch let error as NSError {
        print("Refused: \(error.localizedDescription)")
        form.rollback()
    }
}

(draft.ingredients?.firstObject as? Ingredient)?.quantity = -1
saveForm()
draft.isPublished = true
(draft.ingredients?.array as? [Ingredient] ?? []).forEach { form.delete($0) }
saveForm()
print("Not cooked: \(try repository.recipesNotCooked(since: Date()).count)")
print("Ratings reset: \(try repository.resetRatings())")
print("Drafts deleted: \(try repository.deleteDrafts(olderThan: Date(timeIntervalSinceNow: 60)))")
