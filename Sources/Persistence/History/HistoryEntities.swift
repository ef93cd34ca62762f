import Foundation

/// The entities `Transaction` and `Change`, for predicates over history.
enum HistoryEntities {
    static let transactionName = "Transaction"
    static let changeName = "Change"

    /// A model in which changed objects belong to the root entity `root`.
    static func model(ofObjectsOf root: String) -> ManagedObjectModel {
        let transaction = EntityDescription(
            name: transactionName,
            properties: ["author", "bundleID", "contextName", "processID"].map {
                AttributeDescription(name: $0, type: .string)
            } + [
                AttributeDescription(name: "timestamp", type: .date),
                AttributeDescription(name: "token", type: .integer64),
                AttributeDescription(name: "transactionNumber", type: .integer64),
            ])
        let change = EntityDescription(
            name: changeName,
            properties: [
                AttributeDescription(name: "changeID", type: .integer64),
                AttributeDescription(name: "changeType", type: .integer32),
            ])
        let others = [transactionName, changeName].contains(root) ? [] : [EntityDescription(name: root)]
        let object = RelationshipDescription(
            name: "changedObjectID", destination: others.first ?? (root == changeName ? change : transaction))
        let owner = RelationshipDescription(name: "transaction", destination: transaction)
        change.properties += [object, owner]
        let model = ManagedObjectModel(entities: [transaction, change] + others)
        model.freeze()
        return model
    }

    /// Binds the predicate to one of the entities; nil without a predicate.
    ///
    /// An ID can be compared only with IDs of the same root entity, so each root entity of the model is tried. A token
    /// stands for the number of a transaction in the store.
    /// - Throws: the `PredicateBindingError` of the first attempt; `PersistenceError` if the model has no entities.
    static func evaluator(
        _ predicate: FetchPredicate?, over entity: String, in model: ManagedObjectModel, ofStore identifier: String
    ) throws -> HistoryEvaluator? {
        guard var predicate else { return nil }
        predicate = predicate.replacingOperands { operand, _ in
            guard case .token(let token) = operand else { return nil }
            return .constant(.integer(token.transactionNumbers[identifier] ?? 0))
        }
        var failure: (any Error)?
        for root in model.rootEntities {
            guard let entity = HistoryEntities.model(ofObjectsOf: root.name ?? "").entitiesByName[entity] else {
                continue
            }
            do {
                return HistoryEvaluator(entity: entity, evaluator: PredicateEvaluator(try predicate.bound(to: entity)))
            } catch {
                failure = failure ?? error
            }
        }
        throw failure ?? PersistenceError(.coreData, "The model has no entities.")
    }
}

/// A predicate over transactions or changes.
struct HistoryEvaluator {
    let entity: EntityDescription
    let evaluator: PredicateEvaluator

    func matches(_ transaction: HistoryTransactionRow) throws -> Bool {
        try evaluator.matches(HistorySubject(entity.layout, transaction.value))
    }

    func matches(_ change: HistoryChangeRow, of transaction: HistoryTransactionRow) throws -> Bool {
        let layout = entity.relationshipsByName["transaction"]?.destinationEntity?.layout ?? entity.layout
        return try evaluator.matches(
            HistorySubject(entity.layout, change.value, owner: { [HistorySubject(layout, transaction.value)] }))
    }
}

/// A transaction or a change as the subject of a predicate.
private struct HistorySubject: PredicateSubject {
    private let layout: EntityLayout
    private let value: (String) -> PropertyValue
    private let owner: () -> [HistorySubject]

    init(
        _ layout: EntityLayout, _ value: @escaping (String) -> PropertyValue,
        owner: @escaping () -> [HistorySubject] = { [] }
    ) {
        self.layout = layout
        self.value = value
        self.owner = owner
    }

    var objectID: ManagedObjectID? { nil }
    func value(at slot: Int) -> PropertyValue { value(layout.slots[slot].name) }
    func related(at slot: Int) -> (any PredicateSubject)? { owner().first }
    func relatedMany(at slot: Int) -> [any PredicateSubject] { [] }
}

extension HistoryTransactionRow {
    fileprivate func value(_ name: String) -> PropertyValue {
        func text(_ text: String?) -> PropertyValue { text.map(PropertyValue.string) ?? .null }
        return switch name {
        case "author": text(author)
        case "bundleID": text(bundleID)
        case "contextName": text(contextName)
        case "processID": text(processID)
        case "timestamp": .date(timestamp)
        case "token", "transactionNumber": .integer(number)
        default: .null
        }
    }
}

extension HistoryChangeRow {
    fileprivate func value(_ name: String) -> PropertyValue {
        switch name {
        case "changeID": .integer(number)
        case "changeType": .integer(Int64(type.rawValue))
        case "changedObjectID": .reference(objectID)
        default: .null
        }
    }
}

extension PersistentHistoryTransaction {
    /// The entity for predicates over transactions. Its properties are `author`, `bundleID`, `contextName`,
    /// `processID`, `timestamp`, `token` and `transactionNumber`.
    public static var entityDescription: EntityDescription? {
        HistoryEntities.model(ofObjectsOf: HistoryEntities.changeName).entitiesByName[HistoryEntities.transactionName]
    }

    /// The entity for predicates over transactions, the same for every context.
    public static func entityDescription(with context: ManagedObjectContext) -> EntityDescription? {
        entityDescription
    }

    /// A new request for transactions. Set its predicate and pass it to a `PersistentHistoryChangeRequest`.
    public static var fetchRequest: FetchRequest<ManagedObject>? {
        FetchRequest(entityName: HistoryEntities.transactionName)
    }
}

extension PersistentHistoryChange {
    /// The entity for predicates over changes. Its properties are `changeID`, `changeType`, `changedObjectID` and
    /// `transaction`.
    public static var entityDescription: EntityDescription? {
        HistoryEntities.model(ofObjectsOf: HistoryEntities.changeName).entitiesByName[HistoryEntities.changeName]
    }

    /// The entity for predicates over changes, the same for every context.
    public static func entityDescription(with context: ManagedObjectContext) -> EntityDescription? {
        entityDescription
    }

    /// A new request for changes. Set its predicate and pass it to a `PersistentHistoryChangeRequest`.
    public static var fetchRequest: FetchRequest<ManagedObject>? {
        FetchRequest(entityName: HistoryEntities.changeName)
    }
}
