import Persistence

@testable import Journal
@testable import SurfLanguage

/// Row blocks built by hand, for a table like the journal's.
struct Blocks {
    let fields: [EntryField]
    private let coordinator: PersistentStoreCoordinator
    private let store: PersistentStore
    private let layout: EntityLayout

    init(fields: [EntryField] = EntryField.firstModel) throws {
        self.fields = fields
        let entity = EntityDescription(name: "JournalEntry", properties: fields.map(Blocks.attribute))
        coordinator = PersistentStoreCoordinator(managedObjectModel: ManagedObjectModel(entities: [entity]))
        store = try coordinator.addPersistentStore(ofType: inMemoryStoreType, at: nil)
        layout = entity.layout
    }

    /// A block of entries as a store would read it.
    func block(_ records: [EntryRecord], samples: SampleKeys = SampleKeys()) throws -> RecordBlock {
        try block(records, samples: samples) { _, _ in }
    }

    /// A block whose rows can be modified before it is finished.
    func block(
        _ records: [EntryRecord], samples: SampleKeys = SampleKeys(),
        _ touchUp: (RowBlockBuilder, [EntryField: Int]) -> Void
    ) throws -> RecordBlock {
        guard let table = store.table(for: layout) else { throw DetachedStore() }
        let builder = RowBlockBuilder(table: table, capacity: records.count)
        for record in records {
            builder.append(key: record.id, version: record.rev, entityIndex: 0)
            for (field, slot) in slots { builder.set(Blocks.value(record.values[field]), slot: slot) }
            touchUp(builder, slots)
        }
        let columns = EntryField.allCases.compactMap { field in slots[field].map { (field: field, column: $0) } }
        return RecordBlock(block: builder.finish(fetchedAt: 0), columns: EntryColumns(columns), samples: samples)
    }

    private struct DetachedStore: Error {}

    private var slots: [EntryField: Int] {
        let named = layout.slots.map { (EntryField(key: $0.name)!, $0.index) }
        return Dictionary(uniqueKeysWithValues: named)
    }

    private static func attribute(_ field: EntryField) -> AttributeDescription {
        switch field.kind {
        case .date: AttributeDescription(name: field.name, type: .date)
        case .integer: AttributeDescription(name: field.name, type: .integer16)
        case .number: AttributeDescription(name: field.name, type: .double)
        case .text, .zone, .measure: AttributeDescription(name: field.name, type: .string)
        }
    }

    private static func value(_ value: FieldValue?) -> PropertyValue {
        value?.propertyValue ?? .null
    }
}
