import Foundation
import SQLite
import Testing

@testable import Persistence

@Suite struct PredicateAgreementTests {
    @Test(arguments: Array(UInt64(1)...30))
    func `SQLite and memory select the same rows for random predicates`(seed: UInt64) throws {
        let world = PredicateWorld()
        var generator = PredicateGenerator(seed: seed, world: world)
        generator.fill()
        let connection = try world.makeDatabase()
        for round in 0..<100 {
            let predicate = FetchPredicate(root: generator.node())
            let bound = try predicate.bound(to: world.entry)
            let stored = try world.keys(
                bound, sort: [FetchSortDescriptor(key: "SELF")].bound(to: world.entry), of: world.entry, in: connection)
            let inMemory = try world.keysInMemory(bound, of: world.entry)
            #expect(stored == inMemory, "seed \(seed), round \(round): \(predicate)")
        }
    }

    @Test(arguments: Array(UInt64(1)...30))
    func `SQLite and memory compute the same columns and groups for random expressions`(seed: UInt64) throws {
        let world = PredicateWorld()
        var generator = PredicateGenerator(seed: seed, world: world)
        generator.fill()
        let connection = try world.makeDatabase()
        for round in 0..<50 {
            let request = generator.request()
            let columns = try BoundColumns(
                request.propertiesToFetch ?? [], of: request, entity: world.entry,
                sort: request.sortDescriptors.bound(to: world.entry))
            let stored = try world.values(columns, in: connection)
            let inMemory = try world.valuesInMemory(columns)
            #expect(stored == inMemory, "seed \(seed), round \(round): \(request)")
        }
    }

    @Test(arguments: Array(UInt64(1)...30))
    func `the description of a random predicate parses to the same predicate`(seed: UInt64) throws {
        var generator = PredicateGenerator(seed: seed, world: PredicateWorld())
        for _ in 0..<100 {
            let predicate = FetchPredicate(root: generator.node())
            if predicate.description.contains("x-coredata") { continue }
            #expect(FetchPredicate(format: predicate.description) == predicate)
        }
    }

    @Test(arguments: Array(UInt64(1)...30))
    func `SQLite and memory sort rows in the same order`(seed: UInt64) throws {
        let world = PredicateWorld()
        var generator = PredicateGenerator(seed: seed, world: world)
        generator.fill()
        let connection = try world.makeDatabase()
        for round in 0..<20 {
            let descriptors = generator.sort()
            let sort = try descriptors.bound(to: world.entry)
            let inMemory = sort.sorted(world.rows(of: world.entry)).map { $0.id.key! }
            let stored = try world.keys(nil, sort: sort, of: world.entry, in: connection)
            #expect(stored == inMemory, "seed \(seed), round \(round): \(descriptors)")
        }
    }
}
