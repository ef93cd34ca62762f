import Foundation
import Persistence
import Testing

/// An application's own type as the value of an attribute.
@Suite struct AttributeValueTests {
    enum Tide: Int64, AttributeValue {
        case low, rising, high, falling

        var storedValue: StoredValue { .integer(rawValue) }
        init(storedValue: StoredValue) { self = storedValue.integer.flatMap(Tide.init) ?? .low }
    }

    struct Span: AttributeValue {
        var name: String
        var storedValue: StoredValue { .string(name) }
        init(storedValue: StoredValue) { name = storedValue.string ?? "" }
        init(name: String) { self.name = name }
    }

    final class Session: ManagedObject {
        static let tideKey = Attribute<Tide?>("tide")
        static let spanKey = Attribute<Span>("span")
    }

    static let model = ManagedObjectModel(entities: [
        EntityDescription(
            name: "Session", class: Session.self,
            properties: [
                AttributeDescription(name: "tide", type: .integer16), AttributeDescription(name: "span", type: .string),
            ])
    ])

    private func stack() throws -> PersistentStoreCoordinator {
        let coordinator = PersistentStoreCoordinator(managedObjectModel: Self.model)
        try coordinator.addPersistentStore(type: .inMemory, at: URL(fileURLWithPath: "/dev/null"))
        return coordinator
    }

    private func context(_ coordinator: PersistentStoreCoordinator) -> ManagedObjectContext {
        let context = ManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    @Test func `an application's own type is saved, fetched and used in a predicate`() throws {
        let coordinator = try stack()
        let writer = context(coordinator)
        try writer.performAndWait {
            let session = Session(context: writer)
            session[Session.tideKey] = .high
            session[Session.spanKey] = Span(name: "dawn")
            #expect(session[Session.tideKey] == .high)
            #expect(session.value(forKey: "tide") as? Int == 2)
            _ = Session(context: writer)
            try writer.save()
        }
        let reader = context(coordinator)
        try reader.performAndWait {
            let request = Session.fetchRequest()
            request.predicate = Session.tideKey == .high
            let found = try reader.fetch(request)
            #expect(found.map { $0[Session.tideKey] } == [.high])
            #expect(found.map { $0[Session.spanKey].name } == ["dawn"])
            request.predicate = Session.tideKey == nil
            #expect(try reader.fetch(request).map { $0[Session.spanKey].name } == [""])
        }
    }

    @Test func `a stored value is read as what it was made from and as nothing else`() throws {
        let (date, uuid) = (Date(timeIntervalSinceReferenceDate: 12.5), UUID())
        let (data, url, decimal) = (Data([1, 2]), URL(fileURLWithPath: "/a"), Decimal(3) / 4)
        let values: [StoredValue] = [
            .null, .integer(1), .boolean(true), .double(2.5), .float(1.5), .decimal(decimal), .string("a"),
            .date(date), .data(data), .uuid(uuid), .uri(url),
        ]
        #expect(values.map(\.isNull) == [true] + Array(repeating: false, count: 10))
        #expect(values.compactMap(\.integer) == [1])
        #expect(values.compactMap(\.boolean) == [true])
        #expect(values.compactMap(\.double) == [2.5])
        #expect(values.compactMap(\.float) == [1.5])
        #expect(values.compactMap(\.decimal) == [decimal])
        #expect(values.compactMap(\.string) == ["a"])
        #expect(values.compactMap(\.date) == [date])
        #expect(values.compactMap(\.data) == [data])
        #expect(values.compactMap(\.uuid) == [uuid])
        #expect(values.compactMap(\.uri) == [url])
        #expect(values.compactMap(\.reference).isEmpty)
    }

    @Test func `a predicate's constants can be read`() throws {
        let predicate = Session.spanKey == Span(name: "dawn")
        guard case .comparison(let comparison) = predicate.root, case .constant(let constant) = comparison.right else {
            Issue.record("\(predicate) is not a comparison with a constant")
            return
        }
        #expect(constant.string == "dawn")
    }
}
