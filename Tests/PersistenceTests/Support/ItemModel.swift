import Persistence
import PersistenceTestSupport

/// A model of items in boxes, whose classes forward their hooks to `Hooks`.
enum ItemModel {
    /// A new model. `adjust` can change the entity of items before the model is used.
    static func model(
        deleteRule: DeleteRule = .nullifyDeleteRule, adjust: (EntityDescription) -> Void = { _ in }
    ) -> ManagedObjectModel {
        let item = EntityDescription(name: "Item", class: Item.self)
        let box = EntityDescription(name: "Box", class: Box.self)
        item.properties = [
            AttributeDescription(name: "name", type: .string), AttributeDescription(name: "note", type: .string),
            AttributeDescription(name: "count", type: .integer32), AttributeDescription(name: "made", type: .date),
            AttributeDescription(name: "shade", type: .string, isTransient: true),
        ]
        box.properties = [AttributeDescription(name: "label", type: .string)]
        box.relate(.many("items", deleteRule: deleteRule), to: item, .one("box"))
        adjust(item)
        return ManagedObjectModel(entities: [item, box])
    }
}

final class Box: ManagedObject {
    static let labelKey = Attribute<String?>("label")
    var label: String? {
        get { self[Self.labelKey] }
        set { self[Self.labelKey] = newValue }
    }
    var items: Set<Item> { value(forKey: "items") as? Set<Item> ?? [] }
}

final class Item: ManagedObject {
    static let nameKey = Attribute<String?>("name")
    static let noteKey = Attribute<String?>("note")
    static let countKey = Attribute<Int32?>("count")
    static let shadeKey = Attribute<String?>("shade")
    var name: String? {
        get { self[Self.nameKey] }
        set { self[Self.nameKey] = newValue }
    }
    var note: String? {
        get { self[Self.noteKey] }
        set { self[Self.noteKey] = newValue }
    }
    var count: Int32? {
        get { self[Self.countKey] }
        set { self[Self.countKey] = newValue }
    }
    var shade: String? {
        get { self[Self.shadeKey] }
        set { self[Self.shadeKey] = newValue }
    }
    var box: Box? {
        get { value(forKey: "box") as? Box }
        set { setValue(newValue, forKey: "box") }
    }

    /// The item's name when the log first mentioned it.
    private(set) lazy var label = name ?? "-"
    private lazy var hooks = managedObjectContext?.userInfo["hooks"] as? Hooks

    override func willSave() {
        hooks?.note("willSave \(label)")
        hooks?.willSave(self)
    }

    override func didSave() {
        hooks?.note("didSave \(label)")
    }

    override func awake(fromSnapshotEvents flags: SnapshotEventType) {
        if flags.contains(.mergePolicy) { hooks?.note("merged \(label)") }
    }

    override func validateForInsert() throws {
        hooks?.note("validateForInsert \(label)")
        try hooks?.validate(self)
        try super.validateForInsert()
    }

    override func validateForUpdate() throws {
        hooks?.note("validateForUpdate \(label)")
        try hooks?.validate(self)
        try super.validateForUpdate()
    }

    override func validateForDelete() throws {
        hooks?.note("validateForDelete \(label)")
        try hooks?.validate(self)
        try super.validateForDelete()
    }

    override func validateValue(_ value: inout Any?, forKey key: String) throws {
        try hooks?.validateValue(self, &value, key)
    }
}

extension ManagedObjectContext {
    /// Saves and realizes items with these names, and the note "s0".
    func savedItems(_ names: String...) throws -> [Item] {
        let items = names.map { name in
            let item = Item(context: self)
            item.name = name
            item.note = "s0"
            return item
        }
        try save()
        return items
    }

    /// The item with this ID in this context.
    func item(_ id: ManagedObjectID) throws -> Item {
        guard let item = try existingObject(with: id) as? Item else { throw PersistenceError(.coreData, "No item.") }
        return item
    }

    /// The sorted names of all items that a fetch returns.
    func itemNames() throws -> [String] {
        try fetch(FetchRequest<Item>(entityName: "Item")).map { $0.name ?? "-" }.sorted()
    }

    /// Saves one item with the note "s0". Returns its ID.
    func performSaving(_ change: (Item) -> Void) throws -> ManagedObjectID {
        try performAndWait {
            let item = Item(context: self)
            item.note = "s0"
            change(item)
            try save()
            return item.objectID
        }
    }
}
