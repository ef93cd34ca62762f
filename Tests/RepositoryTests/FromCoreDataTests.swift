import Foundation
import Testing

/// The script that does the mechanical part of moving Core Data code.
@Suite struct FromCoreDataTests {
    private func converted(_ text: String) throws -> String {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).swift")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(text.utf8).write(to: file)
        let process = Process()
        process.executableURL = Repository.root.appendingPathComponent("scripts/from-core-data")
        process.arguments = [file.path]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }

    @Test(arguments: [
        ("import CoreData\n", "import Persistence\nimport PersistenceSQLite\n"),
        ("class Book: NSManagedObject {}", "class Book: ManagedObject {}"),
        ("    @NSManaged public var title: String?", "    @Managed(\"title\") public var title: String?"),
        ("    @NSManaged var pages: Int16", "    @Managed(\"pages\") var pages: Int16"),
        ("#keyPath(Book.title)", "\"title\""), ("#keyPath(Book.author.name)", "\"author.name\""),
        ("NSPredicate(format: \"a > %d\", 1)", "FetchPredicate(\"a > %d\", 1)"),
        ("p = NSPredicate(format: text)", "p = try FetchPredicate(format: text)"),
        ("NSPredicate(value: true)", "FetchPredicate(value: true)"),
        ("NSSortDescriptor(key: \"a\", ascending: true)", "FetchSortDescriptor(key: \"a\", ascending: true)"),
        (
            "NSFetchRequest<NSFetchRequestResult>(entityName: \"A\")",
            "FetchRequest<any FetchRequestResult>(entityName: \"A\")"
        ),
        ("NSPersistentCloudKitContainer(name: \"A\")", "PersistentContainer(name: \"A\")"),
        ("NSMergeByPropertyObjectTrumpMergePolicy", "MergeByPropertyObjectTrumpMergePolicy"),
        ("@objc(Book)\n", "\n"), ("    @objc(addBooksObject:) func add()", "    func add()"),
    ])
    func `Core Data's forms are replaced by the engine's`(old: String, new: String) throws {
        #expect(try converted(old) == new)
    }

    @Test(arguments: [
        "NSAttributedString()", "NSPropertyListSerialization", "NSSet", "NSError", "@nonobjc class func a()",
    ])
    func `Foundation's names stay`(text: String) throws {
        #expect(try converted(text) == text)
    }
}
