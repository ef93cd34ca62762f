import PersistenceTestSupport
import Testing

/// Random commits of others while changes are on their way through three generations.
@Suite struct RandomCommitsTests {
    /// CHD-11, CHD-14, POL-03, RFR-11
    @Test(arguments: StoreKind.allCases)
    func `a root's save conflicts exactly if a change under it has not seen a commit`(_ kind: StoreKind) {
        RandomPlay<CommitStep>(
            script: CommitPlay.script(seed:),
            play: { try CommitPlay.play($0, on: kind, $1) },
            shorten: shortened,
            source: { $0.map { "    .\($0)," }.joined(separator: "\n") }
        ).run(kind == .memory ? 400 : 100, "on \(kind)")
    }
}
