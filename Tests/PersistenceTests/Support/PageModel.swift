import Foundation
import Persistence
import PersistenceTestSupport

/// A model whose objects log the hooks that are called.
enum PageModel {
    static func model() -> ManagedObjectModel {
        let page = EntityDescription(name: "Page", class: Page.self)
        page.properties = [
            AttributeDescription(name: "title", type: .string, defaultValue: "untitled"),
            AttributeDescription(name: "count", type: .integer32),
            AttributeDescription(name: "isDone", type: .boolean),
            AttributeDescription(name: "tags", type: .transformable),
            AttributeDescription(name: "mood", type: .string, isTransient: true),
        ]
        return ManagedObjectModel(entities: [page])
    }
}

/// An object that logs its hooks.
final class Page: ManagedObject {
    static let titleKey = Attribute<String?>("title")
    static let countKey = Attribute<Int32>("count")
    static let doneKey = Attribute<Bool>("isDone")
    static let moodKey = Attribute<String?>("mood")
    var title: String? {
        get { self[Self.titleKey] }
        set { self[Self.titleKey] = newValue }
    }
    var count: Int32 {
        get { self[Self.countKey] }
        set { self[Self.countKey] = newValue }
    }
    var isDone: Bool {
        get { self[Self.doneKey] }
        set { self[Self.doneKey] = newValue }
    }
    var mood: String? {
        get { self[Self.moodKey] }
        set { self[Self.moodKey] = newValue }
    }

    /// The hooks that were called, in order.
    var log: [String] = []
    /// The title in `awakeFromInsert`.
    var titleAtInsertion: String?
    var events: [SnapshotEventType] = []
    /// Additional work for the hooks.
    var onAwakeFromFetch: ((Page) -> Void)?
    var onWillSave: ((Page) -> Void)?
    var onDidSave: ((Page) -> Void)?

    override func awakeFromInsert() {
        log.append("awakeFromInsert")
        titleAtInsertion = title
    }

    override func awakeFromFetch() {
        log.append("awakeFromFetch")
        onAwakeFromFetch?(self)
    }

    override func awake(fromSnapshotEvents flags: SnapshotEventType) { events.append(flags) }

    override func willSave() {
        log.append("willSave")
        onWillSave?(self)
    }

    override func didSave() {
        log.append("didSave")
        onDidSave?(self)
    }

    override func willTurnIntoFault() { log.append("willTurnIntoFault") }
    override func didTurnIntoFault() { log.append("didTurnIntoFault") }
    override func prepareForDeletion() { log.append("prepareForDeletion") }
}

extension Stack {
    /// Saves a page with two tags. Returns its ID.
    func savedPage() throws -> ManagedObjectID {
        try withContext { context throws in
            let page = Page(context: context)
            page.setValue(["a", "b"], forKey: "tags")
            try context.save()
            return page.objectID
        }
    }
}

extension ManagedObjectContext {
    func page(_ id: ManagedObjectID) -> Page { object(with: id) as! Page }
}
