import Foundation
import Persistence
import Testing

/// A background import in batches on a private queue, merged into a view context that stays usable.
@MainActor @Suite struct BackgroundImportGuide {
    @Test func `a background import in batches is merged into the view context`() async throws {
        let container = Guides.container()
        container.viewContext.automaticallyMergesChangesFromParent = true
        let names = (0..<250).map { "Employee \($0)" }

        let imported = try await container.performBackgroundTask { context in
            context.undoManager = nil
            var count = 0
            for start in stride(from: 0, to: names.count, by: 100) {
                for name in names[start..<min(start + 100, names.count)] {
                    let employee = GuideEmployee(context: context)
                    employee.name = name
                    count += 1
                }
                try context.save()
                context.reset()
            }
            return count
        }

        #expect(imported == 250)
        let request = GuideEmployee.fetchRequest()
        request.predicate = FetchPredicate(format: "name ENDSWITH %@", "9")
        #expect(try container.viewContext.count(for: request) == 25)
    }

    @Test func `a failed import leaves nothing of its last batch`() async throws {
        let container = Guides.container()
        await #expect(throws: PersistenceError.self) {
            try await container.performBackgroundTask { context in
                let employee = GuideEmployee(context: context)
                employee.name = "Ada"
                _ = GuideEmployee(context: context)
                try context.save()
            }
        }
        #expect(try container.viewContext.count(for: GuideEmployee.fetchRequest()) == 0)
    }
}
