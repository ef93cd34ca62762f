import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// Threads that each use a context and wait for another one never deadlock.
@Suite struct CircularWaitTests {
    /// B-CHD-06, B-QUE-02
    @Test func `the main queue can wait for a child that is merging its save`() async {
        await #expect(processExitsWith: .success) {
            try await bounded {
                let world = try World()
                world.child.automaticallyMergesChangesFromParent = true
                let held = world.child.performAndWait { Handed(world.child.entry(world.id)) }
                for round in 0..<100 {
                    _ = world.child.performAndWait { held.value.wind }
                    world.main.entry(world.id).wind = "\(round)"
                    try world.main.save()
                    precondition(world.child.performAndWait { held.value.wind } == "\(round)")
                }
            }
        }
    }

    /// B-CHD-06
    @Test func `a merge never waits for a context that may be waiting for it`() async {
        await #expect(processExitsWith: .success) {
            try await bounded {
                let world = try World()
                world.child.automaticallyMergesChangesFromParent = true
                let held = world.child.performAndWait { Handed(world.child.entry(world.id)) }
                _ = world.child.performAndWait { held.value.wind }
                world.main.entry(world.id).wind = "new"
                try world.main.save()
                let merged = DispatchSemaphore(value: 0)
                world.child.perform {
                    precondition(held.value.isFault)
                    merged.signal()
                }
                // Not recognised as a wait for the child, so the main queue lends it nothing.
                precondition(merged.wait(timeout: .now() + 30) == .success)
            }
        }
    }

    /// B-QUE-02, B-CHD-08
    @Test func `the main queue can wait for a child whose earlier blocks use the main context`() async {
        await #expect(processExitsWith: .success) {
            try await bounded {
                let world = try World()
                let log = Handed<[Int]>([])
                for round in 0..<100 {
                    world.child.perform {
                        precondition((try? world.child.entries().count) == 1)
                        log.value.append(2 * round)
                    }
                    world.child.performAndWait { log.value.append(2 * round + 1) }
                }
                precondition(world.child.performAndWait { log.value } == Array(0..<200))
            }
        }
    }

    /// B-QUE-02, LCK-01
    @Test func `the main queue can lock a child whose blocks use the main context`() async {
        await #expect(processExitsWith: .success) {
            try await bounded {
                let world = try World()
                for _ in 0..<100 {
                    world.child.perform { precondition((try? world.child.entries().count) == 1) }
                    world.child.lock()
                    world.child.unlock()
                }
            }
        }
    }

    /// B-QUE-02, B-CHD-08
    @Test func `the main queue can wait for a grandchild that uses it through a child`() async {
        await #expect(processExitsWith: .success) {
            try await bounded {
                let world = try World()
                let grandchild = world.child.makeChild()
                for round in 0..<100 {
                    grandchild.perform { precondition((try? grandchild.entries().count) == 1) }
                    world.child.perform { precondition((try? world.child.entries().count) == 1) }
                    grandchild.performAndWait { if round % 2 == 0 { grandchild.entry(world.id).wind = "\(round)" } }
                    grandchild.performAndWait { try? grandchild.save() }
                }
                let wind = world.child.performAndWait { world.child.entry(world.id).wind }
                precondition(wind == "98")
            }
        }
    }

    /// B-QUE-02, B-CHD-08
    @Test func `a private context can wait for a child whose earlier blocks use the parent`() async {
        await #expect(processExitsWith: .success) {
            try await bounded {
                let world = try World()
                let root = world.stack.context()
                let child = root.makeChild()
                for _ in 0..<100 {
                    root.performAndWait {
                        child.perform { precondition((try? child.entries().count) == 1) }
                        child.performAndWait {}
                    }
                }
            }
        }
    }

    /// B-QUE-02
    @Test func `a block that is using its parent is not interrupted by others waiting for its queue`() async {
        await #expect(processExitsWith: .success) {
            try await bounded {
                let world = try World()
                let isInside = Handed(false)
                for _ in 0..<100 {
                    world.child.perform {
                        isInside.value = true
                        precondition((try? world.child.entries().count) == 1)
                        isInside.value = false
                    }
                    precondition(!world.child.performAndWait { isInside.value })
                }
            }
        }
    }

    /// B-QUE-02
    @Test func `two contexts can wait for each other`() async {
        await #expect(processExitsWith: .success) {
            try await bounded {
                let stack = try Stack()
                let (a, b) = (stack.context(), stack.context())
                let count = Handed(0)
                let done = DispatchGroup()
                for (first, second) in [(a, b), (b, a)] {
                    DispatchQueue.global().async(group: done) {
                        for _ in 0..<200 { first.performAndWait { second.performAndWait { count.value += 1 } } }
                    }
                }
                done.wait()
                precondition(count.value == 400)
            }
        }
    }

    /// B-QUE-02
    @Test(arguments: [ManagedObjectContext.ConcurrencyType.privateQueue, .mainQueue])
    func `performAndWait from several threads runs one block at a time and returns its result`(
        _ type: ManagedObjectContext.ConcurrencyType
    ) async throws {
        let context = try Stack().context(type)
        let count = Handed(0)
        let done = DispatchGroup()
        for _ in 0..<4 {
            Thread.start(in: done) {
                for number in 0..<100 {
                    #expect(
                        context.performAndWait {
                            count.value += 1; return number
                        } == number)
                    #expect(throws: CocoaError.self) {
                        try context.performAndWait { throw CocoaError(.featureUnsupported) }
                    }
                }
            }
        }
        await withCheckedContinuation { ended in done.notify(queue: .global()) { ended.resume() } }
        #expect(count.value == 400)
    }

    /// B-QUE-02
    @Test func `a block performed on the parent earlier runs before performAndWait on the parent`() throws {
        let root = try Stack().context()
        let child = root.makeChild()
        let log = Handed<[String]>([])
        child.performAndWait {
            root.perform { log.value.append("performed") }
            root.performAndWait { log.value.append("waited for") }
        }
        #expect(root.performAndWait { log.value } == ["performed", "waited for"])
    }

    /// QUE-04
    @Test func `performAndWait on a busy private context runs its block on the calling thread`() throws {
        let context = try Stack().context()
        let begun = DispatchSemaphore(value: 0)
        context.perform {
            begun.signal()
            Thread.sleep(forTimeInterval: 0.05)
        }
        begun.wait()
        let thread = Thread.current
        #expect(context.performAndWait { Thread.current } === thread)
    }
}

/// A saved entry, a main context and a private child context.
private struct World: Sendable {
    let stack: Stack
    let main: ManagedObjectContext
    let child: ManagedObjectContext
    let id: ManagedObjectID

    init() throws {
        stack = try Stack()
        id = try stack.savedEntry(location: "here")
        main = stack.context(.mainQueue)
        child = main.makeChild()
    }
}

/// Runs `body` on the main queue. Ends the process if it does not return.
private func bounded(_ body: @escaping @MainActor @Sendable () throws -> Void) async throws {
    alarm(60)
    try await MainActor.run { try body() }
}

extension Thread {
    fileprivate static func start(in group: DispatchGroup, _ body: @escaping @Sendable () -> Void) {
        group.enter()
        Thread {
            body()
            group.leave()
        }.start()
    }
}
