import Foundation
import Persistence

// Locks a context on a thread, waits for the main queue there, and lets the main queue's work use the context. The main
// thread serves its queue, as it does in a program with a synchronous main; under the tests no thread is bound to it.
// Ends with 0; with a signal where the two wait for each other.

let coordinator = PersistentStoreCoordinator(
    managedObjectModel: ManagedObjectModel(entities: [EntityDescription(name: "Note")]))
_ = try coordinator.addPersistentStore(ofType: inMemoryStoreType, at: nil)

func context(_ type: ManagedObjectContext.ConcurrencyType) -> ManagedObjectContext {
    let context = ManagedObjectContext(concurrencyType: type)
    context.persistentStoreCoordinator = coordinator
    return context
}

let (locked, shown) = (context(.privateQueue), context(.mainQueue))

/// Uses the locked context on the main thread in every way; returns whether all of them worked.
func useLocked() -> Bool {
    guard Thread.isMainThread else { return false }
    locked.performAndWait { _ = EntityDescription.insertNewObject(forEntityName: "Note", into: locked) }
    locked.lock()
    let isOurs = locked.tryLock()
    if isOurs { locked.unlock() }
    locked.unlock()
    return isOurs && locked.hasChanges
}

alarm(20)
Thread {
    locked.lock()
    let isUsed = shown.performAndWait { useLocked() }
    let isStillOurs = locked.hasChanges
    locked.unlock()
    exit(isUsed && isStillOurs ? 0 : 1)
}.start()
while true { RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.05)) }
