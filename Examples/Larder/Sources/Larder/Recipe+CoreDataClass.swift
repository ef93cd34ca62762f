import Foundation
import Persistence
import PersistenceSQLite

public class Recipe: ManagedObject {
    public override func awakeFromInsert() {
        super.awakeFromInsert()
        setPrimitiveValue(Date(), forKey: "createdAt")
        setPrimitiveValue(UUID(), forKey: "identifier")
    }

    public override func willSave() {
        super.willSave()
        let initial = title.map { String($0.prefix(1)).uppercased() }
        if primitiveValue(forKey: "initial") as? String != initial {
            setPrimitiveValue(initial, forKey: "initial")
        }
    }

    public override func validateForInsert() throws {
        try super.validateForInsert()
        try validateIngredients()
    }

    public override func validateForUpdate() throws {
        try super.validateForUpdate()
        try validateIngredients()
    }

    private func validateIngredients() throws {
        guard isPublished, ingredients?.count == 0 else { return }
        throw NSError(
            domain: "LarderErrorDomain", code: 1,
            userInfo: [NSLocalizedDescriptionKey: "A published recipe needs at least one ingredient."])
    }

    var sortedTags: [Tag] {
        let sort = FetchSortDescriptor(key: "name", ascending: true)
        return (tags as NSSet?)?.sortedArray(using: [sort]) as? [Tag] ?? []
    }

    var difficultyLevel: Difficulty {
        get {
            willAccessValue(forKey: "difficulty")
            defer { didAccessValue(forKey: "difficulty") }
            return Difficulty(rawValue: difficulty) ?? .easy
        }
        set {
            willChangeValue(forKey: "difficulty")
            difficulty = newValue.rawValue
            didChangeValue(forKey: "difficulty")
        }
    }

    /// The lines of the shopping list for a number of people.
    func shoppingList(for people: Int) -> [String] {
        let factor = Double(people) / Double(max(servings, 1))
        return (ingredients?.array as? [Ingredient] ?? []).map { $0.line(scaledBy: factor) }
    }

    enum Difficulty: Int16 {
        case easy, medium, hard
    }
}
