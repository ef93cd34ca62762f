import PersistenceTestSupport
import Testing

/// Random scripts, played on the engine and on a naive model of it.
@Suite(.serialized) struct RandomOperationsTests {
    private func play(_ kind: StoreKind, _ preference: RandomScript.Preference) -> RandomPlay<Operation> {
        RandomPlay(
            script: { RandomScript.operations(seed: $0, preference: preference) },
            play: { try Player.play($0, on: kind, $1) },
            shorten: shrink,
            source: \.source)
    }

    /// A script to investigate: paste here what a failure printed, and play it again.
    private static let replayed: [Operation] = [
        .insertDepartment(in: 0, value: 10), .insertEmployee(in: 2, value: 11),
        .relate(in: 2, employee: 0, department: 0),
        .save(in: 2, policy: 0), .save(in: 0, policy: 0), .readMembers(in: 2, department: 0),
    ]

    @Test(arguments: StoreKind.allCases)
    func `a recorded script can be replayed`(kind: StoreKind) {
        #expect(play(kind, .anything).disagreement(Self.replayed, 0) == nil)
    }

    @Test(arguments: StoreKind.allCases, RandomScript.Preference.allCases)
    func `the engine agrees with a naive model for any order of operations`(
        kind: StoreKind, preference: RandomScript.Preference
    ) {
        play(kind, preference).run(200, "(\(preference)) on \(kind)")
    }
}
