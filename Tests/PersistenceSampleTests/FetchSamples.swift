import Foundation
import Persistence
import PersistenceSQLite
import Testing

/// The samples of fetch requests, predicates and expressions.
@MainActor @Suite struct FetchSamples {
    /// The context of a journal with three sessions: 4 ft and 4 stars, 6 ft and 5 stars, 2 ft and 1 star.
    private func journal() throws -> (PersistentContainer, ManagedObjectContext) {
        let (container, session) = try Surf.saved()
        for (height, rating) in [(6.0, Int16(5)), (2.0, 1)] {
            let more = Session(context: container.viewContext)
            (more.height, more.rating, more.spot) = (height, rating, session.spot)
            more.date = Date(timeIntervalSinceReferenceDate: 800_000_000 + height)
        }
        try container.viewContext.save()
        return (container, container.viewContext)
    }

    @Test func `a request finds, sorts and counts`() throws {
        let (_, context) = try journal()
        let request = FetchRequest<Session>(entityName: "Session")
        request.predicate = FetchPredicate(format: "spot.name == %@ AND rating >= %d", "Malibu", 4)
        request.sortDescriptors = [FetchSortDescriptor(key: "date", ascending: false)]
        request.fetchLimit = 20
        request.relationshipKeyPathsForPrefetching = ["spot"]
        // Two statements: one for the sessions, one for all their spots.
        let best = try context.fetch(request)
        #expect(best.map(\.rating) == [5, 4])

        // A request for IDs, dictionaries or a number reads no objects at all.
        let ids = try context.fetch(FetchRequest<ManagedObjectID>(entityName: "Session"))
        let count = try context.count(for: request)
        #expect(ids.count == 3 && count == 2)
    }

    @Test func `a group is one row of the result`() throws {
        let (_, context) = try journal()
        let best = ExpressionDescription()
        best.name = "best"
        best.expression = FetchExpression(forFunction: "max:", arguments: [FetchExpression(forKeyPath: "rating")])
        best.resultType = .integer16

        let request = FetchRequest<[String: Any]>(entityName: "Session")
        request.propertiesToFetch = ["spot.name", best]
        request.propertiesToGroupBy = ["spot.name"]
        let rows = try context.fetch(request)
        // One dictionary for each spot, computed by the store: ["spot.name": "Malibu", "best": 5].
        #expect(rows.count == 1 && rows[0]["best"] as? Int == 5 && rows[0]["spot.name"] as? String == "Malibu")
    }

    @Test func `a column is computed for each object`() throws {
        let (_, context) = try journal()
        let metres = ExpressionDescription()
        metres.name = "metres"
        metres.expression = FetchExpression("height * 0.3048")
        metres.resultType = .double

        let request = FetchRequest<[String: Any]>(entityName: "Session")
        request.propertiesToFetch = ["date", metres]
        request.sortDescriptors = [FetchSortDescriptor(key: "height", ascending: false)]
        let rows = try context.fetch(request)
        // Each row has the date and the height in metres: 1.8288 for the session of six feet.
        let highest = try #require(rows.first?["metres"] as? Double)
        #expect(abs(highest - 1.8288) < 1e-9)
    }

    @Test func `the content of a request is Sendable`() async throws {
        let (container, _) = try journal()
        var values = FetchValues(entityName: "Session")
        values.predicate = Session.rating >= 4
        values.sortDescriptors = [FetchSortDescriptor(Session.height)]
        let heights = try await container.performBackgroundTask { [values] context in
            try context.fetch(values).compactMap { ($0 as? Session)?.height }
        }
        #expect(heights == [4, 6])
    }

    @Test func `a predicate is a condition in the store and in memory`() throws {
        let (_, context) = try journal()
        let good = FetchPredicate(format: "rating >= %d AND spot.name BEGINSWITH[c] %@", 4, "mal")
        let request = Session.fetchRequest()
        request.predicate = good
        let sessions = try context.fetch(request)

        // The same predicate tests an object that is in memory already.
        let isGood = good.evaluate(with: sessions[0])

        // Conditions over a to-many relationship: spots with a session above five feet, and what they have in common.
        let big = Spot.fetchRequest()
        big.predicate = FetchPredicate(andPredicateWithSubpredicates: [
            FetchPredicate(format: "ANY sessions.height > 5"),
            FetchPredicate(format: "sessions.@avg.rating >= 3"),
        ])

        // A condition that a person typed may have mistakes.
        let typed = try FetchPredicate(validating: "rating > 3")
        #expect(sessions.filtered(using: typed).count == 2)
        #expect(sessions.count == 2 && isGood)
        #expect(try context.fetch(big).map(\.name) == ["Malibu"])
    }

    @Test func `a predicate is checked by the compiler`() throws {
        let (_, context) = try journal()
        let request = Session.fetchRequest()
        request.predicate = Session.rating >= 4 && Session.spot[Spot.name].begins(with: "mal", [.caseInsensitive])
        request.sortDescriptors = [FetchSortDescriptor(Session.height, ascending: false)]
        #expect(try context.fetch(request).map(\.height) == [6, 4])
    }

    @Test func `Foundation's predicates are converted`() throws {
        let (_, context) = try journal()
        let request = Session.fetchRequest()
        request.predicate = try FetchPredicate(#Predicate<Session> { $0.rating >= 4 && $0.notes == nil })
        #expect(try context.count(for: request) == 2)
    }

    @Test func `objects are sorted by several keys`() throws {
        let (_, context) = try journal()
        let request = Session.fetchRequest()
        request.sortDescriptors = [
            FetchSortDescriptor(key: "spot.name", options: [.caseInsensitive, .diacriticInsensitive]),
            FetchSortDescriptor(key: "rating", ascending: false),
            // Sessions without a height come last, whatever the direction.
            FetchSortDescriptor(key: "height", absent: .last),
        ]
        let sessions = try context.fetch(request)

        // The same order for objects in memory, and its opposite.
        let again = sessions.sortedArray(using: request.sortDescriptors ?? [])
        let lowest = sessions.sortedArray(using: [FetchSortDescriptor(key: "height").reversed]).last
        #expect(sessions.map(\.rating) == [5, 4, 1] && again == sessions && lowest?.height == 2)
    }

    @Test func `rows of a long list are read when they are shown`() throws {
        let (_, context) = try journal()
        let request = Session.fetchRequest()
        request.sortDescriptors = [FetchSortDescriptor(Session.date, ascending: false)]
        request.fetchBatchSize = 50
        let sessions = try context.fetchBatched(request)
        // Only IDs were read. A list that shows the first screen reads one batch of 50 rows.
        let shown = sessions.prefix(20).map(\.rating)
        #expect(shown == [5, 1, 4])
    }

    @Test func `a report sees one state of the store`() throws {
        let folder = try SampleFolder()
        let (container, session) = try Surf.saved(at: folder.file())
        let id = session.objectID
        let report = container.newBackgroundContext()
        try report.performAndWait {
            try report.setQueryGenerationFrom(.current)
            let before = try report.count(for: Session.fetchRequest())

            let other = container.newBackgroundContext()
            try other.performAndWait {
                other.delete(other.object(with: id))
                try other.save()
            }
            let after = try report.count(for: Session.fetchRequest())
            // The report still counts the session: it reads the state from which it started.
            #expect(before == 1 && after == 1)

            try report.setQueryGenerationFrom(nil)
            // From now on it reads what is stored at the time.
            #expect(try report.count(for: Session.fetchRequest()) == 0)
        }
    }

    @Test func `a fetch does not keep its caller waiting`() async throws {
        let (container, _) = try journal()
        let context = container.newBackgroundContext()
        let count = await withCheckedContinuation { (continuation: CheckedContinuation<Int, Never>) in
            func show(_ sessions: [Session]) { continuation.resume(returning: sessions.count) }
            let request = AsynchronousFetchRequest(fetchRequest: Session.fetchRequest()) { result in
                // On the context's queue, when the fetch has run.
                show(result.finalResult ?? [])
            }
            _ = try? context.performAndWait { try context.execute(request) }
            // It returns at once. A list can show that it is loading.
        }
        #expect(count == 3)
    }
}
