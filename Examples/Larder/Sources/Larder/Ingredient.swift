import Foundation
import Persistence
import PersistenceSQLite

public class Ingredient: ManagedObject {
    @Managed("name") public var name: String?
    @Managed("quantity") public var quantity: Double
    @Managed("unit") public var unit: String?
    @Managed("recipe") public var recipe: Recipe?

    @nonobjc public class func fetchRequest() -> FetchRequest<Ingredient> {
        return FetchRequest<Ingredient>(entityName: "Ingredient")
    }

    func line(scaledBy factor: Double) -> String {
        let amount = String(format: "%g", quantity * factor)
        return [amount, unit, name].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
    }

    public override func validateValue(_ value: inout Any?, forKey key: String) throws {
        try super.validateValue(&value, forKey: key)
        guard key == "quantity", let quantity = value as? NSNumber, quantity.doubleValue < 0 else { return }
        throw NSError(
            domain: "LarderErrorDomain", code: 2,
            userInfo: [NSLocalizedDescriptionKey: "A quantity is not negative."])
    }
}
