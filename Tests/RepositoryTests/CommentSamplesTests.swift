import Testing

/// The samples in doc comments.
@Suite struct CommentSamplesTests {
    /// The files with samples in doc comments.
    static let files = Repository.files.filter { path in
        path.hasPrefix("Sources/") && path.hasSuffix(".swift")
            && (try? Repository.lines(of: path))?.contains { $0.hasSuffix("/// ```swift") } == true
    }

    /// The public types and members that a newcomer meets first: those that Core Data's own documents name.
    static let taught = [
        "ManagedObjectContext", "ManagedObject", "ManagedObjectID", "ManagedObjectModel", "EntityDescription",
        "PropertyDescription", "AttributeDescription", "RelationshipDescription", "FetchIndexDescription",
        "DerivedAttributeDescription", "ExpressionDescription", "FetchRequest", "FetchPredicate", "FetchExpression",
        "FetchSortDescriptor", "FetchedResultsController", "FetchedResultsControllerDelegate", "FetchedResultsChanges",
        "AsynchronousFetchRequest", "PersistentStoreCoordinator", "PersistentStore", "PersistentStoreDescription",
        "PersistentContainer", "MergePolicy", "MergeConflict", "ConstraintConflict", "ContextUndoManager",
        "PersistenceError", "SavedChanges", "MutableObjectSet", "MutableObjectOrderedSet", "Attribute", "ToOne",
        "ToMany", "ToManyOrdered", "Transformable", "AttributeValueTransformer", "BatchInsertRequest",
        "BatchUpdateRequest", "BatchDeleteRequest", "PersistentHistoryChangeRequest", "PersistentHistoryTransaction",
        "PersistentHistoryToken", "QueryGenerationToken", "StagedMigrationManager", "IncrementalStore", "SQLiteStore",
        "parent", "didSaveObjectIDsNotification",
    ]

    @Test(arguments: files)
    func `every sample is in a test or an example, line after line`(path: String) throws {
        for sample in Samples.samples(in: Samples.comments(in: try Repository.lines(of: path))) {
            #expect(
                Samples.programs.contains { Samples.hasTogether($0.lines, sample) }, "\(path): \(sample.first ?? "")")
        }
    }

    @Test func `the types that documents of Core Data name have samples`() throws {
        var withSample: Set<String> = []
        for path in Self.files {
            let lines = try Repository.lines(of: path)
            for (index, line) in lines.enumerated() where line.contains("/// ```swift") {
                let declaration = lines[index...].first { !$0.contains("///") && !$0.contains("@discardableResult") }
                let words = (declaration ?? "").split { !$0.isLetter && !$0.isNumber }.map(String.init)
                let keyword = words.firstIndex {
                    ["class", "struct", "enum", "protocol", "typealias", "var", "let"].contains($0)
                }
                if let keyword, keyword + 1 < words.count { withSample.insert(words[keyword + 1]) }
            }
        }
        #expect(Self.taught.filter { !withSample.contains($0) } == [])
    }

    @Test func `the samples of the engine are a small course`() throws {
        let counts = try Self.files.map { path in
            Samples.samples(in: Samples.comments(in: try Repository.lines(of: path))).map(\.count).reduce(0, +)
        }
        #expect(counts.reduce(0, +) >= 400)
    }

    @Test func `a sample with a line that is elsewhere would be found`() {
        #expect(Samples.comments(in: ["    /// ```swift", "/// a", "b // c"]) == [" ```swift", " a"])
        #expect(Samples.hasTogether(["a", "#expect(x)", "b"], ["a", "b"]))
        #expect(!Samples.hasTogether(["a", "c", "b"], ["a", "b"]))
        #expect(!Samples.hasTogether(["a"], ["a", "b"]))
    }
}
