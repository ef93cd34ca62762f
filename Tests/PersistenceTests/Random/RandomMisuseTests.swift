import PersistenceTestSupport
import Testing

/// Random scripts in unusual orders: refreshing deleted objects, undoing past a save, resetting in the middle, saving
/// inside notifications.
@Suite(.serialized) struct RandomMisuseTests {
    @Test(arguments: StoreKind.allCases)
    func `contexts used in any order neither crash nor leave inconsistent rows`(kind: StoreKind) {
        let play = RandomPlay(
            script: { Misuse.script(seed: $0) },
            play: { try MisusePlayer.play($0, on: kind, $1) },
            shorten: shortened,
            source: { script in script.map { "    .\($0)," }.joined(separator: "\n") })
        play.run(100, "on \(kind)")
    }
}
