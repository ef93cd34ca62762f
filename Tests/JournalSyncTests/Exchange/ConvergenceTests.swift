import Foundation
import SurfLanguage
import TestSupport
import Testing

@testable import Journal
@testable import JournalSync

/// Several machines that change one journal at random and exchange it, with kills and lost answers.
/// `SURFJOURNAL_SYNC_SCRIPTS` sets the number of scripts, `SURFJOURNAL_SYNC_SEED` the first seed.
@Suite(.serialized) @MainActor struct ConvergenceTests {
    nonisolated static let variables = ProcessInfo.processInfo.environment
    nonisolated static let scripts = variables["SURFJOURNAL_SYNC_SCRIPTS"].flatMap { UInt64($0) } ?? 500
    nonisolated static let first = variables["SURFJOURNAL_SYNC_SEED"].flatMap { UInt64($0) } ?? 1

    @Test func `machines that exchange have equal journals in the end, and no value is lost`() throws {
        let template = try Template()
        for seed in Self.first..<Self.first + Self.scripts {
            var script = try SyncScript(seed: seed, template: template.journal)
            let failures = try script.play()
            #expect(failures == [], "SURFJOURNAL_SYNC_SEED=\(seed)")
            if !failures.isEmpty { return }
        }
    }

    /// An empty journal to copy.
    struct Template {
        let folder: TemporaryFolder
        let journal: URL

        init() throws {
            folder = try TemporaryFolder()
            journal = folder.url(of: "template.sqlite")
            try Journal.create(at: journal, sample: false)
        }
    }
}

/// One script of a simulation, the same for the same seed.
@MainActor struct SyncScript {
    private var random: SplitMix
    private let folder: TemporaryFolder
    private let world = SimulatedWorld()
    private var machines: [SimulatedMachine] = []
    private static let places = ["Malibu", "Rincon", "Trestles", "Hossegor"]

    init(seed: UInt64, template: URL) throws {
        // Seeds that follow each other would give sequences that overlap.
        var seeds = SplitMix(state: seed)
        random = SplitMix(state: seeds.next())
        folder = try TemporaryFolder()
        let count = 2 + number(below: 5) * number(below: 2) % 5
        for index in 0..<count {
            let url = folder.url(of: "\(index).sqlite")
            try FileManager.default.copyItem(at: template, to: url)
            // Every other script sends and receives in parts, as journals with many sessions are.
            let few = seed % 2 == 0 ? 10_000 : Int(seed / 2 % 4)
            machines.append(try SimulatedMachine("m\(index)", in: world, journal: url, fewSessions: few))
        }
    }

    private mutating func number(below limit: Int) -> Int { Int(random.next() % UInt64(limit)) }

    /// Plays the script. Returns what is wrong at the end.
    mutating func play() throws -> [String] {
        for _ in 0..<(6 + number(below: 14)) {
            let machine = machines[number(below: machines.count)]
            if number(below: 3) == 0 { try exchange(machine) } else { try change(machine) }
        }
        // In the first round all send, in the second all receive. The third shows that nothing is new.
        for _ in 0..<2 { for machine in machines { try machine.exchange() } }
        let head = world.remote.head
        try machines[0].exchange()
        return try failures() + (world.remote.head == head ? [] : ["there was something new after two rounds"])
    }

    private mutating func exchange(_ machine: SimulatedMachine) throws {
        let (at, kind) = (number(below: 24), number(below: 7))
        let quicker = number(below: 4) == 0 ? machines[number(below: machines.count)] : nil
        var count = 0
        try machine.exchange { call in
            count += 1
            if call == "push", count > 1, let quicker, quicker !== machine {
                // Another machine is quicker.
                try? quicker.exchange()
            }
            guard count == at else { return nil }
            switch kind {
            case 0: return .killedBefore
            case 1: return .killedAfter
            case 2: return call == "push" ? .answerLost : .killedAfter
            case 3: return call == "push" ? .pushLost : .killedBefore
            case 4: return call == "push" || call == "fetch" ? .unreachable : nil
            default: return nil
            }
        }
    }

    private mutating func change(_ machine: SimulatedMachine) throws {
        let ids = machine.ids
        switch number(below: 11) {
        case 0...2: try machine.add(values())
        case 3...5 where !ids.isEmpty:
            let field = [EntryField.rating, .height, .date, .notes, .location][number(below: 5)]
            try machine.edit(ids[number(below: ids.count)], field, values()[field])
        case 6 where !ids.isEmpty:
            let id = ids[number(below: ids.count)]
            try machine.run("delete") { _ = try $0.delete([id]) }
        case 7: try machine.run("undo") { _ = try $0.undoLast(.auto) }
        case 8: try machine.run("redo") { _ = try $0.redoLast(.auto) }
        case 9:
            let (old, new) = (Self.places[number(below: 4)], Self.places[number(below: 4)])
            try machine.run("spots rename") { _ = try $0.rename(.place, old, to: new) }
        case 10: try machine.importTable(table())
        default: try machine.add(values())
        }
    }

    /// A table of one to three sessions, of which some may be in a journal already.
    private mutating func table() -> String {
        let rows = (0..<(1 + number(below: 3))).map { _ in
            "2026-0\(4 + number(below: 4))-01T10:00:00Z,\(Self.places[number(below: 4)]),\(1 + number(below: 2))\n"
        }
        return "date,location,rating\n" + rows.joined()
    }

    private mutating func values() -> EntryValues {
        var values = EntryValues(
            date: 8e8 + Double(number(below: 4)) * 3e6 + 0.25 * Double(number(below: 2)),
            location: Self.places[number(below: 4)])
        values.rating = Int16(number(below: 5) + 1)
        values.height = number(below: 2) == 0 ? "\(number(below: 9))ft" : nil
        values.notes = number(below: 3) == 0 ? "\(number(below: 100))" : nil
        return values
    }

    private func failures() throws -> [String] {
        let all = try machines.map { try $0.sessions().mapValues(\.values) }
        var failures: [String] = []
        for (machine, sessions) in zip(machines, all).dropFirst() where sessions != all[0] {
            failures.append("\(machine.name) has another journal than \(machines[0].name)")
        }
        for (machine, sessions) in zip(machines, all) where try machine.journal.sessionCount() != sessions.count {
            failures.append("\(machine.name) has a session twice")
        }
        let lines = world.remote.texts.filter { SessionFile.isPath($0.key) }.values
            .flatMap { $0.split(separator: "\n") }.count
        if lines != all[0].count { failures.append("the remote has \(lines) sessions, the journals \(all[0].count)") }
        let drafts = try machines.flatMap { try $0.journal.drafts.list().drafts.map(\.content) }
        for event in world.lost(try machines[0].sessions(), drafts: drafts) {
            failures.append("\(event.by) lost \(event.field?.name ?? "") of \(event.uuid)")
        }
        return failures
    }
}
