import Persistence

/// A model whose classes pass their hooks on to `Hooks`: items in boxes.
enum Workshop {
    /// A fresh model; `adjust` may change the items' entity before it is used.
    static func model(
        deleteRule: DeleteRule = .nullifyDeleteRule, adjust: (EntityDescription) -> Void = { _ in }
    ) -> ManagedObjectModel {
        let item = EntityDescription(name: "Item", class: Item.self)
        let box = EntityDescription(name: "Box", class: Box.self)
        let items = RelationshipDescription(name: "items", destination: item, toMany: true, deleteRule: deleteRule)
        let home = RelationshipDescription(name: "box", destination: box)
        items.setInverse(home)
        item.properties = [
            AttributeDescription(name: "name", type: .string), AttributeDescription(name: "note", type: .string),
            AttributeDescription(name: "count", type: .integer32), AttributeDescription(name: "made", type: .date),
            AttributeDescription(name: "shade", type: .string, isTransient: true), home,
        ]
        box.properties = [AttributeDescription(name: "label", type: .string), items]
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

    /// The name that the item had when the log first mentioned it.
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
