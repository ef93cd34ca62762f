import Foundation
import Persistence
import PersistenceSQLite

/// What history costs a save: with one, rows before a change included, against the same save without. Each round has a store
/// of its own.
struct HistoryWorkloads {
    let rounds: Int

    func all() throws -> [Measurement] { [try insert(), try change(), try delete()] }

    private func insert() throws -> Measurement {
        var result = Measurement("insert 50000 with history, against without", target: 1.2)
        let sides = try pairs(holding: 0)
        try result.run(rounds: rounds) {
            try add(50_000, to: sides.with())
        } baseline: {
            try add(50_000, to: sides.without())
        }
        return result
    }

    private func change() throws -> Measurement {
        var result = Measurement("change 10000 with history, against without", target: 1.8)
        let sides = try pairs(holding: 10_000)
        try result.run(rounds: rounds) {
            try change(sides.with())
        } baseline: {
            try change(sides.without())
        }
        return result
    }

    private func delete() throws -> Measurement {
        var result = Measurement("delete 10000 with history, against without", target: 1.8)
        let sides = try pairs(holding: 10_000)
        try result.run(rounds: rounds) {
            try delete(sides.with())
        } baseline: {
            try delete(sides.without())
        }
        return result
    }

    // MARK: Stores

    /// Makers of stores with so many entries, one with and one without history; what is made is removed with the folder.
    private func pairs(holding count: Int) throws -> (with: () throws -> Stack, without: () throws -> Stack) {
        let template = try JournalStore(count: count)
        func copy(_ tracks: Bool) throws -> Stack {
            let url = template.folder.appendingPathComponent(UUID().uuidString)
            for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: template.url.path + suffix) {
                try FileManager.default.copyItem(atPath: template.url.path + suffix, toPath: url.path + suffix)
            }
            let stack = try Stack(url)
            if tracks { stack.coordinator.persistentStores.first?.backend.history?.track(keepingValues: true) }
            return stack
        }
        return ({ try copy(true) }, { try copy(false) })
    }

    private func add(_ count: Int, to stack: Stack) throws -> Int {
        try stack.perform { context in
            for index in 0..<count { Values(index).set(on: Entry(context: context)) }
            try context.save()
            return count
        }
    }

    private func change(_ stack: Stack) throws -> Int {
        try stack.perform { context in
            let entries = try context.fetch(FetchRequest<Entry>(entityName: "JournalEntry"))
            for entry in entries { entry.wind = "glassy" }
            try context.save()
            return entries.count
        }
    }

    private func delete(_ stack: Stack) throws -> Int {
        try stack.perform { context in
            let entries = try context.fetch(FetchRequest<Entry>(entityName: "JournalEntry"))
            for entry in entries { context.delete(entry) }
            try context.save()
            return entries.count
        }
    }
}
