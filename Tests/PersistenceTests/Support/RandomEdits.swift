import Persistence
import TestSupport

/// Randomly changes the items and boxes of a context. Each has a unique name that never changes.
struct RandomEdits {
    private var random: SplitMix
    private var made = 0
    private let prefix: String

    init(seed: Int, prefix: String = "") {
        random = SplitMix(state: UInt64(seed))
        self.prefix = prefix
    }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    /// Makes a few changes in one event. It fetches only before the first change.
    mutating func scribble(in context: ManagedObjectContext) throws {
        var items = try context.fetch(FetchRequest<Item>(entityName: "Item")).sorted {
            ($0.name ?? "") < ($1.name ?? "")
        }
        var boxes = try context.fetch(FetchRequest<Box>(entityName: "Box")).sorted {
            ($0.label ?? "") < ($1.label ?? "")
        }
        for _ in 0..<Int.random(in: 1...5, using: &random) {
            change(context, &items, &boxes)
            items.removeAll { $0.isDeleted || !$0.hasPlace(in: context) }
            boxes.removeAll { $0.isDeleted || !$0.hasPlace(in: context) }
        }
        context.processPendingChanges()
    }

    private mutating func change(_ context: ManagedObjectContext, _ items: inout [Item], _ boxes: inout [Box]) {
        let (item, box) = (items.randomElement(using: &random), boxes.randomElement(using: &random))
        switch Int.random(in: 0..<12, using: &random) {
        case 0, 1, 2:
            items.append(insertItem(context))
            items.last?.box = box
        case 3: boxes.append(insertBox(context))
        case 4, 5: item?.note = "n\(Int.random(in: 0..<5, using: &random))"
        case 6, 7: item?.box = box
        case 8: item?.box = nil
        case 9: box?.setValue(Set(items.shuffled(using: &random).prefix(3)), forKey: "items")
        case 10: if let item { context.delete(item) }
        default: if let box, chance(50) { context.delete(box) }
        }
    }

    private mutating func insertItem(_ context: ManagedObjectContext) -> Item {
        let item = Item(context: context)
        item.name = nextName("i")
        return item
    }

    private mutating func insertBox(_ context: ManagedObjectContext) -> Box {
        let box = Box(context: context)
        box.label = nextName("b")
        return box
    }

    private mutating func nextName(_ kind: String) -> String {
        made += 1
        return "\(prefix)\(kind)\(made)"
    }
}

extension ManagedObject {
    /// Whether the object is still in the context. An object inserted and deleted is not.
    fileprivate func hasPlace(in context: ManagedObjectContext) -> Bool {
        context.registeredObject(for: objectID) === self
    }
}

extension ManagedObjectContext {
    /// All values visible in the context, from both ends of the relationship.
    func picture() throws -> [String] {
        let items = try fetch(FetchRequest<Item>(entityName: "Item")).map {
            "\($0.name ?? "-") \($0.note ?? "-") in \($0.box?.label ?? "-")"
        }
        let boxes = try fetch(FetchRequest<Box>(entityName: "Box")).map { box in
            "\(box.label ?? "-") holds \(box.items.map { $0.name ?? "-" }.sorted())"
        }
        return items.sorted() + boxes.sorted()
    }

    /// Whether both ends of every relationship agree.
    func endsAgree() throws -> Bool {
        let items = try fetch(FetchRequest<Item>(entityName: "Item"))
        return try fetch(FetchRequest<Box>(entityName: "Box")).allSatisfy { box in
            box.items == Set(items.filter { $0.box === box })
        }
    }
}
