import Foundation
import Testing

/// Random scripts on the engine and on a naive model of it.
///
/// `SURFJOURNAL_RANDOM_SCRIPTS` is how many scripts of each leaning are played on each kind of store,
/// `SURFJOURNAL_RANDOM_SEED` the first seed; with `SURFJOURNAL_RANDOM_TRACE` set, seeds and steps are printed as they
/// begin, which shows where a trap is.
/// A failure is shortened and printed as Swift: paste it into `replayed` to play it again.
@Suite(.serialized) struct RandomOperationsTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["SURFJOURNAL_RANDOM_SCRIPTS"].flatMap(UInt64.init) ?? 200
    private static let first = environment["SURFJOURNAL_RANDOM_SEED"].flatMap(UInt64.init) ?? 1
    private static let isTracing = environment["SURFJOURNAL_RANDOM_TRACE"] != nil

    /// A script to look into.
    private static let replayed: [Operation] = [
        .insertDepartment(in: 0, value: 10), .insertEmployee(in: 2, value: 11),
        .relate(in: 2, employee: 0, department: 0),
        .save(in: 2, policy: 0), .save(in: 0, policy: 0), .readMembers(in: 2, department: 0),
    ]

    @Test(arguments: StoreKind.allCases)
    func `a script plays again`(kind: StoreKind) {
        let disagreement = Self.disagreement(Self.replayed, kind, 0)
        #expect(disagreement == nil)
    }

    @Test(arguments: StoreKind.allCases, RandomScript.Leaning.allCases)
    func `the engine does what a naive model says, whatever the order of operations`(
        kind: StoreKind, leaning: RandomScript.Leaning
    ) throws {
        var failures = 0
        let limit = 6
        for seed in Self.first..<(Self.first + Self.count) {
            let script = RandomScript.operations(seed: seed, leaning: leaning)
            guard Self.disagreement(script, kind, seed) != nil else { continue }
            let short = shrink(script) { Self.disagreement($0, kind, seed) != nil }
            let message = Self.disagreement(short, kind, seed)?.description ?? ""
            Issue.record("seed \(seed) (\(leaning)) on \(kind): \(message)\n\(short.source)")
            failures += 1
            if failures == limit { return }
        }
    }

    private static func disagreement(_ script: [Operation], _ kind: StoreKind, _ seed: UInt64) -> Disagreement? {
        do {
            if isTracing { FileHandle.standardError.write(Data("seed \(seed)\n".utf8)) }
            try Player.play(script, on: kind) { index in
                if isTracing { FileHandle.standardError.write(Data("  \(script[index])\n".utf8)) }
            }
            return nil
        } catch {
            return error as? Disagreement ?? Disagreement("\(error)")
        }
    }
}
