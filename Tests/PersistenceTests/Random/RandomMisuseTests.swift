import Foundation
import Testing

/// Random scripts in unusual orders: refreshing what is deleted, undoing past a save, resetting in the middle, saving inside
/// notifications.
///
/// The environment of `RandomOperationsTests` holds here as well.
@Suite(.serialized) struct RandomMisuseTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["SURFJOURNAL_RANDOM_SCRIPTS"].flatMap(UInt64.init) ?? 100
    private static let first = environment["SURFJOURNAL_RANDOM_SEED"].flatMap(UInt64.init) ?? 1
    private static let isTracing = environment["SURFJOURNAL_RANDOM_TRACE"] != nil

    @Test(arguments: StoreKind.allCases)
    func `whatever the order, nothing crashes and what is stored is whole`(kind: StoreKind) {
        var failures = 0
        for seed in Self.first..<(Self.first + Self.count) {
            let script = Misuse.script(seed: seed)
            guard Self.disagreement(script, kind, seed) != nil else { continue }
            let short = shortened(script) { Self.disagreement($0, kind, seed) != nil }
            let message = Self.disagreement(short, kind, seed)?.description ?? ""
            Issue.record("seed \(seed) on \(kind): \(message)\n\(short.map { "    .\($0)," }.joined(separator: "\n"))")
            failures += 1
            if failures == 6 { return }
        }
    }

    private static func disagreement(_ script: [Misuse], _ kind: StoreKind, _ seed: UInt64) -> Disagreement? {
        do {
            if isTracing { FileHandle.standardError.write(Data("seed \(seed)\n".utf8)) }
            try MisusePlayer.play(script, on: kind) { index in
                if isTracing { FileHandle.standardError.write(Data("  .\(script[index]),\n".utf8)) }
            }
            return nil
        } catch {
            return error as? Disagreement ?? Disagreement("\(error)")
        }
    }
}
