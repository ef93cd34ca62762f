import Persistence
import SQLite

/// Objects with relationships, compared with hand-written loops: the rows `Graph`.
struct GraphWorkloads: ComparedWorkloads {
    let store: GraphStore
    let options: Options
    let hand: GraphByHand

    static func run(_ options: Options, _ report: (ReportRow) -> Void) throws {
        typealias Run = (GraphWorkloads) -> (String) throws -> ReportRow
        let reading: [(name: String, run: Run)] = [
            ("Graph: fetch through a relationship, sorted", fetchThrough), ("Graph: CONTAINS[c]", contains),
            ("Graph: BEGINSWITH, sorted", begins), ("Graph: iterate in batches, sorted", batches),
            ("Graph: iterate in batches, by hand too", batchesOfBoth),
            ("Graph: 2,000 by ID", byID), ("Graph: prefetch the books of all authors", prefetch),
            ("Graph: fetch and read four attributes", fetchAndRead), ("Graph: change and save", change),
            ("Graph: count", count),
        ]
        let writing: [(name: String, run: Run)] = [
            ("Graph: insert and save", insert), ("Graph: delete by cascade", deleteByCascade),
        ]
        for (isEmpty, named) in [(false, reading), (true, writing)] {
            let wanted = named.filter { options.wants($0.name) }
            if wanted.isEmpty { continue }
            let store = try GraphStore(authors: max(20, options.objects / GraphValues.booksOfAuthor), isEmpty: isEmpty)
            defer { store.remove() }
            let workloads = GraphWorkloads(
                store: store, options: options, hand: GraphByHand(connection: try store.connection()))
            for workload in wanted { report(try workload.run(workloads)(workload.name)) }
        }
    }

    /// Runs `body` with a new context of one coordinator.
    private func perform<T>(
        _ first: ManagedObjectContext, _ body: (ManagedObjectContext) throws -> T
    ) throws -> T {
        let context = ManagedObjectContext(concurrencyType: .privateQueue)
        context.persistentStoreCoordinator = first.persistentStoreCoordinator
        return try context.performAndWait { try body(context) }
    }

    private static func books(
        _ format: String? = nil, _ arguments: [Any] = [], sortedBy key: String? = nil
    ) -> FetchRequest<Book> {
        let request = FetchRequest<Book>(entityName: "Book")
        request.predicate = format.map { FetchPredicate(format: $0, argumentArray: arguments) }
        request.sortDescriptors = key.map { [FetchSortDescriptor(key: $0)] }
        return request
    }

    // MARK: Reading

    private func fetchThrough(_ name: String) throws -> ReportRow {
        let first = try store.context()
        let request = GraphWorkloads.books("author.country == %@", ["Country 7"], sortedBy: "title")
        return try measured("\(name): \(store.books / 20)", target: 1.5) {
            try perform(first) { try $0.fetch(request).reduce(0) { $0 &* 31 &+ ($1.title?.utf8.count ?? 0) } }
        } baseline: {
            try hand.titlesByCountry("Country 7")
        }
    }

    private func contains(_ name: String) throws -> ReportRow {
        let first = try store.context()
        let request = GraphWorkloads.books("title CONTAINS[c] %@", ["SUMMER of 9"])
        return try measured("\(name): \(store.books)", target: 2) {
            try perform(first) { try $0.fetch(request).reduce(0) { $0 &+ ($1.title?.utf8.count ?? 0) } }
        } baseline: {
            try hand.containing("SUMMER of 9")
        }
    }

    private func begins(_ name: String) throws -> ReportRow {
        let first = try store.context()
        let request = GraphWorkloads.books("title BEGINSWITH %@", ["The Reef of 1"], sortedBy: "title")
        return try measured("\(name): \(store.books)", target: 1.1) {
            try perform(first) { try $0.fetch(request).reduce(0) { $0 &* 31 &+ ($1.title?.utf8.count ?? 0) } }
        } baseline: {
            try hand.beginning("The Reef of 1", before: "The Reef of 2")
        }
    }

    private func batches(_ name: String) throws -> ReportRow { try batches(name, hand.allSorted) }

    private func batchesOfBoth(_ name: String) throws -> ReportRow {
        try batches(name) { try hand.allSorted(inBatchesOf: GraphWorkloads.batch) }
    }

    private static let batch = 500

    private func batches(_ name: String, _ baseline: () throws -> Int) throws -> ReportRow {
        let first = try store.context()
        let request = GraphWorkloads.books(sortedBy: "title")
        request.fetchBatchSize = GraphWorkloads.batch
        return try measured("\(name): \(store.books)", target: 1.2) {
            try perform(first) { context in
                var sum = 0
                for book in try context.fetchBatched(request) { sum &+= book.size }
                return sum
            }
        } baseline: {
            try baseline()
        }
    }

    private func byID(_ name: String) throws -> ReportRow {
        let first = try store.context()
        let keys = (0..<2_000).map { Int64($0 &* 7_919 % store.books + 1) }
        let ids: [ManagedObjectID] = try first.performAndWait {
            let request = FetchRequest<ManagedObjectID>(entityName: "Book")
            request.resultType = .managedObjectIDResultType
            request.sortDescriptors = [FetchSortDescriptor(key: "SELF")]
            let all = try first.fetch(request)
            return keys.map { all[Int($0) - 1] }
        }
        return try measured(name, target: 5) {
            try perform(first) { context in
                try ids.reduce(0) { try $0 &+ ((context.existingObject(with: $1) as? Book)?.size ?? 0) }
            }
        } baseline: {
            try hand.books(keys)
        }
    }

    private func prefetch(_ name: String) throws -> ReportRow {
        let first = try store.context()
        let request = FetchRequest<Author>(entityName: "Author")
        request.relationshipKeyPathsForPrefetching = ["books"]
        return try measured("\(name): \(store.authors)", target: 2.5) {
            try perform(first) {
                try $0.fetch(request).reduce(0) { $0 &+ ($1.name?.utf8.count ?? 0) &+ $1.books.count }
            }
        } baseline: {
            try hand.authorsWithBooks()
        }
    }

    private func fetchAndRead(_ name: String) throws -> ReportRow {
        let first = try store.context()
        let request = GraphWorkloads.books()
        return try measured("\(name): \(store.books)", target: 1.3) {
            try perform(first) { try $0.fetch(request).reduce(0) { $0 &+ $1.size } }
        } baseline: {
            try hand.all()
        }
    }

    private func count(_ name: String) throws -> ReportRow {
        let first = try store.context()
        let request = GraphWorkloads.books("year > 1950")
        return try measured("\(name): \(store.books)", target: 1.5) {
            try perform(first) { try $0.count(for: request) }
        } baseline: {
            try hand.count(after: 1_950)
        }
    }

    // MARK: Writing

    private func change(_ name: String) throws -> ReportRow {
        let first = try store.context()
        let texts = AlternatingText()
        let request = GraphWorkloads.books()
        request.fetchLimit = store.authors
        return try measured(
            "\(name): \(store.authors)", target: 2, prepare: { _ = try hand.connection.checkpoint(.truncate) }
        ) {
            try perform(first) { context in
                let books = try context.fetch(request)
                let text = texts.next()
                for book in books { book.title = text }
                try context.save()
                return books.count
            }
        } baseline: {
            try hand.change(store.authors, title: texts.next())
        }
    }

    private func insert(_ name: String) throws -> ReportRow {
        let first = try store.context()
        return try measured("\(name): \(store.authors + store.books)", target: 3, prepare: hand.removeAll) {
            try perform(first) { try GraphStore.insert(store.authors, into: $0) }
            return store.authors
        } baseline: {
            try hand.insert(store.authors)
            return store.authors
        }
    }

    private func deleteByCascade(_ name: String) throws -> ReportRow {
        let count = max(10, store.authors / 20)
        var context = try store.context()
        return try measured("\(name): \(count) authors", target: 1.5) {
            try hand.removeAll()
            try hand.insert(store.authors)
            context = try store.context()
        } ours: {
            try context.performAndWait {
                let request = FetchRequest<Author>(entityName: "Author")
                request.fetchLimit = count
                for author in try context.fetch(request) { context.delete(author) }
                context.processPendingChanges()
                let deleted = context.deletedObjects.count
                try context.save()
                return deleted
            }
        } baseline: {
            try hand.deleteAuthors(upTo: Int64(count))
        }
    }
}
